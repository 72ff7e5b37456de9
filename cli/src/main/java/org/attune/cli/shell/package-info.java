/**
 * What every verb needs: the streams and the plug-ins ({@code Session}), words typed by a user, how
 * mistakes are reported, Ctrl-C. It knows no verb.
 */
package org.attune.cli.shell;
