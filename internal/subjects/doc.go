// Package subjects adds subjects to entries that were stored without: by a version of
// the program that did not record them, or by another service.
//
// An entry gets the subject of the entry that comparing the stored states again would
// write today, if that has the same words. Other entries stay without a subject.
package subjects
