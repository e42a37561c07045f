// Package notify is who is told what.
//
// It owns the notifications: which change makes one of which type, how often at
// most, how long they are kept, and the inbox in which they are read and marked.
// Every one is written. Whether it is told is decided when it is read and when it
// would be delivered: by the switch of its type, of which four are feature flags,
// and by quiet hours, which put off what a refresh makes.
// And it owns what the outside is told of them: the [Outbox], from which messages
// go to a webhook, one by one or as summaries, in the format of who reads them.
// It does not own the causes: a service posts with its own transaction, so that
// what happened, what is told of it and what is to be sent are kept together or
// not at all. Nor does it own which addresses may be called.
package notify
