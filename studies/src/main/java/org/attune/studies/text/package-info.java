/** Numbers, tables and JSON as text. */
package org.attune.studies.text;
