// Package wayback reads the past of an app's page from the Wayback Machine of the
// Internet Archive: the default [github.com/privacylabels/auditor/fleet.Archive].
//
// It owns how the archive's index, its replay and Save Page Now are asked, how
// politely, and what their answers mean. It does not own how a page is read (that
// is handed to [New], see [WithParser]), which captures are wanted, what becomes
// of them, nor for how long the archive is left alone after it said so.
//
// # Index
//
// A page is captured under many addresses: with and without the app's name and
// storefront, on the store's old host, and under names the app no longer has. So
// the index is asked about several, and about a few more that archived redirects
// lead to, but about no more when there are captures enough already: a question is
// the dearest thing here. Rows that make no sense are passed over, as the real
// index has some.
//
// # Replay
//
// A header, Memento-Datetime (RFC 7089, section 2.1.1), tells an archived answer
// from one of the archive itself. An archived answer has an archived status: its
// 429 was the store's, years ago, and no reason to leave the archive alone.
//
// # Manners
//
// The archive bears 30 questions to its index and 600 others a minute; the default
// pace is four fifths of that. Its own 429 is reported at once and is never
// answered with another request. Faults that pass are tried three times in all,
// but for a refused connection, which is how the archive shuts out whoever does
// not listen.
package wayback
