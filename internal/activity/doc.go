// Package activity writes the log of what the service did, which users see.
//
// Services decide what is logged, and write the line in the transaction of its cause. The
// package decides how many lines are kept.
package activity
