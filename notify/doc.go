// Package notify decides who is notified of a change, and delivers it.
//
// [Post] writes notifications in the transaction of their cause, so that the change,
// its notification and the message to a webhook are committed together or not at all.
// Every notification is written. Whether it is shown or delivered is decided later, by
// the switch of its type (some switches are feature flags) and by quiet hours, which delay
// the types that refreshes cause.
//
// An [Inbox] lists notifications and marks them read. An [Outbox] sends messages to the
// webhook of the settings and to destinations, one for all that is posted about an app at once
// or a summary of many, in the format of the receiver. Destinations may have templates for the
// words, which are bounded in what they can do and how long they take. Its HTTP client and its dialer decide which addresses
// may be called.
package notify
