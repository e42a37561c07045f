package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/storage"
)

// inspectPatience is how long the store may take to tell of itself.
const inspectPatience = 5 * time.Second

// databaseAnswer is the state of the database. What the store does not tell is
// null.
type databaseAnswer struct {
	Path           *string           `json:"path"` // without the name of a user
	FileBytes      *int64            `json:"fileBytes"`
	WALBytes       *int64            `json:"walBytes"`
	SHMBytes       *int64            `json:"shmBytes"`
	PageCount      *int64            `json:"pageCount"`
	PageSize       *int64            `json:"pageSize"`
	FreelistCount  *int64            `json:"freelistCount"`
	UtilisationPct *int              `json:"utilisationPct"`
	JournalMode    *string           `json:"journalMode"`
	BusyTimeoutMs  *int64            `json:"busyTimeoutMs"`
	ForeignKeys    *bool             `json:"foreignKeysEnabled"`
	AutoCheckpoint *int64            `json:"walAutocheckpoint"`
	IntegrityCheck *health.Integrity `json:"integrityCheck"` // the last one that was asked for here
	JustRan        *health.Integrity `json:"justRan,omitempty"`
}

// inspect returns how the store lies on the disk, nil when it does not tell.
func (a *API) inspect(ctx context.Context) (*storage.Layout, error) {
	ctx, cancel := context.WithTimeout(ctx, inspectPatience)
	defer cancel()
	return health.Inspect(ctx, a.cfg.Store)
}

// database answers "GET /api/diagnostics/database".
func (a *API) database(ctx context.Context, _ nothing) (databaseAnswer, error) {
	answer := databaseAnswer{IntegrityCheck: a.ops.integrity.Load()}
	l, err := a.inspect(ctx)
	if err != nil || l == nil {
		return answer, err
	}
	answer.Path = new(health.Mask(l.Path))
	answer.FileBytes, answer.WALBytes, answer.SHMBytes = &l.Bytes, &l.LogBytes, &l.SharedBytes
	answer.PageCount, answer.PageSize, answer.FreelistCount = &l.Pages, &l.PageSize, &l.FreePages
	answer.UtilisationPct, answer.JournalMode = new(health.Utilisation(*l)), &l.JournalMode
	answer.BusyTimeoutMs, answer.ForeignKeys, answer.AutoCheckpoint = new(l.BusyTimeout.Milliseconds()), &l.ForeignKeys, &l.AutoCheckpoint
	return answer, nil
}

// checkDatabase answers "POST /api/diagnostics/database". One database is read by
// one request at a time.
func (a *API) checkDatabase(w http.ResponseWriter, r *request) error {
	var body struct {
		Run bool `json:"runIntegrityCheck"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	if !body.Run {
		return badRequest("runIntegrityCheck must be true")
	}
	select {
	case a.ops.checking <- struct{}{}:
		defer func() { <-a.ops.checking }()
	case <-r.Context().Done():
		return r.Context().Err()
	}
	found, ok, err := health.Verify(r.Context(), a.cfg.Store, a.cfg.Now)
	if !ok {
		return storage.ErrNotSupported
	}
	if gone := r.Context().Err(); gone != nil { // half a check says nothing
		return gone
	}
	if err != nil {
		a.cfg.Logger.ErrorContext(r.Context(), "the database could not be checked", "error", err)
	}
	sound := found.Status == "ok"
	if a.note(r, "diagnostics.database.check", sound); !sound {
		a.cfg.Logger.WarnContext(r.Context(), "the database is not whole", "detail", found.Detail)
	}
	a.ops.integrity.Store(&found)
	answer, err := a.database(r.Context(), nothing{})
	answer.JustRan = &found
	if err != nil {
		return err
	}
	return writeJSON(w, r, answer)
}
