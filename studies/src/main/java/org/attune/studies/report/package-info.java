/** What a study has found, for humans and as data. */
package org.attune.studies.report;
