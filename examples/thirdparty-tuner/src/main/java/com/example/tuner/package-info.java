/** A tuner that is not part of Attune: one class, and one line in {@code META-INF/services}. */
package com.example.tuner;
