package archive

import (
	"context"

	"github.com/privacylabels/auditor/storage"
)

// Paced is an optional interface of an [Archive] that adapts the pace of its requests to
// the responses. [New] passes it a memory in the database, so that the pace survives a
// restart and all processes with one database share it.
type Paced interface {
	Remember(m PaceMemory)

	// Pace returns the present pace. It sends no request.
	Pace(ctx context.Context) Pace
}

// PaceMemory stores the pace of an archive. It is safe for concurrent use. It logs errors
// instead of returning them, because an archive works without a stored pace.
type PaceMemory interface {
	LoadPace(ctx context.Context) (p Pace, ok bool)
	SavePace(ctx context.Context, p Pace)
}

// Pace is the paces that an archive tolerates, as far as is known. A pause is of all requests.
type Pace struct {
	Index  Tempo        `json:"index"`
	Pages  Tempo        `json:"pages"`
	Until  storage.Time `json:"until,omitzero"`  // no request is sent before; zero: requests may be sent
	WaitMS int64        `json:"waitMs,omitzero"` // the length of the last wait; zero: the archive has tolerated the pace since
}

// Tempo is the pace of requests of one kind.
type Tempo struct {
	PerMinute int `json:"perMinute"` // requests a minute

	// The last refusal: when it was, and the pace that was refused.
	RefusedAt storage.Time `json:"refusedAt,omitzero"`
	Refused   int          `json:"refused,omitzero"`
}

// RefusedAt returns when a request was last refused; zero: never.
func (p Pace) RefusedAt() storage.Time { return max(p.Index.RefusedAt, p.Pages.RefusedAt) }
