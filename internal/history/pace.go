package history

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// paceSetting is the setting with the pace. It is local to the installation and survives a
// reset.
const paceSetting = settings.Cooldowns + "archive"

// paceTimeout limits one access to the stored pace.
const paceTimeout = 10 * time.Second

// paceMemory implements [archive.PaceMemory] in the database.
type paceMemory struct {
	store storage.Store
	log   *slog.Logger
}

func (m paceMemory) LoadPace(ctx context.Context) (p archive.Pace, ok bool) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), paceTimeout)
	defer cancel()
	text, err := storage.View(ctx, m.store, func(tx *storage.Tx) (string, error) { return settings.Text(tx, paceSetting) })
	if err != nil {
		m.log.WarnContext(ctx, "pace of the web archive not read", "error", err)
	}
	if err != nil || json.Unmarshal([]byte(text), &p) != nil || p.Index.PerMinute <= 0 || p.Pages.PerMinute <= 0 {
		return archive.Pace{}, false
	}
	return p, true
}

func (m paceMemory) SavePace(ctx context.Context, p archive.Pace) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), paceTimeout)
	defer cancel()
	err := m.store.Update(ctx, func(tx *storage.Tx) error { return settings.PutJSON(tx, paceSetting, p) })
	if err != nil {
		m.log.WarnContext(ctx, "pace of the web archive not saved", "error", err)
		return
	}
	m.log.InfoContext(ctx, "pace of the web archive changed", "index_per_minute", p.Index.PerMinute, "pages_per_minute", p.Pages.PerMinute, "until", p.Until.Std())
}
