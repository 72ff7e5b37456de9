/** Models of a study: fitted, kept in its history, chosen among, and explained. */
package org.attune.studies.model;
