package changelog

import (
	"time"

	"github.com/privacylabels/auditor/internal/derived"
	"github.com/privacylabels/auditor/storage"
)

// Reader reads changes. It is safe for concurrent use. Each method reads one consistent
// state of the database and returns the errors of the database. A calendar of the entries of all
// apps and a briefing are kept until a change is written, see [storage.TableRevisioner].
type Reader struct {
	store storage.Store
	now   func() time.Time

	calendars *derived.Values[CalendarQuery, Calendar]
	briefed   *derived.Values[storage.Time, []briefed]
}

// The most calendars and briefings that a reader keeps.
const (
	maxCalendars = 8
	maxBriefings = 4
)

// New returns a reader, which need not be closed.
func New(env storage.Env) *Reader {
	return &Reader{
		store: env.Store, now: env.Now,
		calendars: derived.New[CalendarQuery, Calendar](env.Store, storage.TablesOf("Changes"), maxCalendars),
		briefed:   derived.New[storage.Time, []briefed](env.Store, storage.TablesOf("Changes"), maxBriefings),
	}
}
