// Package audit keeps the log of privileged requests: who tried the admin
// token, who was refused, and what was done with it.
//
// It owns the queue between a request and the log, the form of a line and how
// many lines are kept. It does not own who is allowed what, nor the names of
// the actions: those are in the package that speaks HTTP.
//
// Lines are written in batches beside the requests, so that a flood of wrong
// tokens neither slows a reader nor fills the database. Successes and failures
// are retained separately. What strangers can cause has a budget of rows, see
// [Source]; lines beyond it are counted, so that they push no row out.
package audit
