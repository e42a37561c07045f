package history

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/privacylabels/auditor/internal/settings"
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

// paceSetting is the setting with the pace. It is local to the installation and survives a
// reset.
const paceSetting = settings.Cooldowns + "archive"

// paceTimeout limits one access to the stored pace.
const paceTimeout = 10 * time.Second

// paceMemory implements [PaceMemory] in the database.
type paceMemory struct {
	store storage.Store
	log   *slog.Logger
}

func (m paceMemory) LoadPace(ctx context.Context) (p Pace, ok bool) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), paceTimeout)
	defer cancel()
	text, err := storage.View(ctx, m.store, func(tx *storage.Tx) (string, error) { return settings.Text(tx, paceSetting) })
	if err != nil {
		m.log.WarnContext(ctx, "pace of the web archive not read", "error", err)
	}
	if err != nil || json.Unmarshal([]byte(text), &p) != nil || p.Index.PerMinute <= 0 || p.Pages.PerMinute <= 0 {
		return Pace{}, false
	}
	return p, true
}

func (m paceMemory) SavePace(ctx context.Context, p Pace) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), paceTimeout)
	defer cancel()
	err := m.store.Update(ctx, func(tx *storage.Tx) error { return settings.PutJSON(tx, paceSetting, p) })
	if err != nil {
		m.log.WarnContext(ctx, "pace of the web archive not saved", "error", err)
		return
	}
	m.log.InfoContext(ctx, "pace of the web archive changed", "index_per_minute", p.Index.PerMinute, "pages_per_minute", p.Pages.PerMinute, "until", p.Until.Std())
}
