package audit

import (
	"strings"
	"unicode/utf8"

	"github.com/privacylabels/auditor/storage"
)

// The longest texts that a line keeps, in bytes. What is longer is cut.
const (
	maxAction    = 120
	maxIP        = 64
	maxUserAgent = 256
	maxDetail    = 1024
)

// Actor is who made a request.
type Actor struct {
	IP        string // the address, as text
	UserAgent string
}

// Line is what is to be remembered of a request.
type Line struct {
	Actor
	Action  string // what was tried, such as reset.unauthorised
	Detail  string
	Success bool

	Source Source // who could have caused the line
	Sender string // groups the lines of one client; used unless Source is Admin
}

// record makes the line fit to be stored. It has no id yet.
func (l Line) record(at storage.Time) storage.Audit {
	return storage.Audit{
		CreatedAt: at,
		Action:    fit(l.Action, maxAction),
		ActorIP:   fit(l.IP, maxIP),
		UserAgent: fit(l.UserAgent, maxUserAgent),
		Detail:    fit(l.Detail, maxDetail),
		Success:   l.Success,
	}
}

// fit cuts a text to a number of bytes, whole characters only, and replaces
// what a store cannot hold. The result shares no memory with a longer text.
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
