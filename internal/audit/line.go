package audit

import (
	"strings"
	"unicode/utf8"

	"github.com/privacylabels/auditor/storage"
)

// The maximum lengths of the texts of a line, in bytes. Longer texts are cut.
const (
	maxAction    = 120
	maxIP        = 64
	maxUser      = 256
	maxUserAgent = 256
	maxDetail    = 1024
)

// Actor is the client of a request.
type Actor struct {
	IP        string // the address, as text
	User      string // whom a proxy has signed in; empty: not known
	UserAgent string
}

// Line is a line of the log.
type Line struct {
	Actor
	Action  string // what was tried, such as reset.unauthorised
	Detail  string
	Success bool

	Source Source // who can cause the line
	Sender string // groups the lines of one client; used unless Source is Admin
}

// record returns the line as it is stored, without an id.
func (l Line) record(at storage.Time) storage.Audit {
	return storage.Audit{
		CreatedAt: at,
		Action:    fit(l.Action, maxAction),
		ActorIP:   fit(l.IP, maxIP),
		ActorUser: storage.Text(fit(l.User, maxUser)),
		UserAgent: fit(l.UserAgent, maxUserAgent),
		Detail:    fit(l.Detail, maxDetail),
		Success:   l.Success,
	}
}

// fit cuts a text to a number of bytes, without splitting a character, and replaces what
// a database cannot store. The result shares no memory with a longer text.
func fit(s string, limit int) string {
	if len(s) > limit {
		end := limit
		for end > limit-utf8.UTFMax && !utf8.RuneStart(s[end]) {
			end--
		}
		s = strings.Clone(s[:end])
	}
	s = strings.ToValidUTF8(s, "?")
	return strings.ReplaceAll(s, "\x00", "?")
}
