// Package audit writes the log of privileged requests: who used or guessed the admin
// token, which requests were refused, and what was done with it.
//
// [Log.Add] queues a line, and batches are written beside the requests, so that a flood of
// wrong tokens neither slows readers nor fills the database. Successes and failures are
// retained separately. Lines that anonymous clients can cause have a budget of rows, see
// [Source]; lines beyond it are counted, so that they displace no row.
//
// The names of the actions, and the access rules, are in httpapi.
package audit
