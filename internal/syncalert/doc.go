// Package syncalert notifies users when apps are no longer refreshed: no sync has
// succeeded for too long, or too many apps of the last one failed.
//
// It notifies once when that begins and once when it ends, also over restarts and with
// several processes on one database. The limits are settings.
package syncalert
