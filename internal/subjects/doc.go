// Package subjects adds subjects and weights to entries that have none: those of restored
// backups that another service made, or this one before it recorded them.
//
// An entry gets the subject of the entry that comparing the stored states again would
// write today, if that has the same words. Other entries stay without a subject.
package subjects
