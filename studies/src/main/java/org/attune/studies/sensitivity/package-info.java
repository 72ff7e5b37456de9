/** What the outputs of a study depend on, for humans and for programs. */
package org.attune.studies.sensitivity;
