package system

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/storage"
)

// inspectTimeout bounds an inspection of the database.
const inspectTimeout = 5 * time.Second

// database is the state of the database, and the space that the service uses.
type database struct {
	Config
	integrity atomic.Pointer[health.Integrity] // of the last check; nil: not checked yet
	checking  chan struct{}                    // holds a value while a check runs
}

func (d *database) operations() []op.Operation {
	return []op.Operation{
		op.NewPlain(op.Spec{Route: "GET /api/diagnostics/database", ID: "database", Group: "ops", Summary: "Get the state of the database", Access: op.Sensitive}, d.get),
		op.NewPlain(op.Spec{Route: "GET /api/diagnostics/disk", ID: "disk", Group: "ops", Summary: "Get disk usage", Access: op.Sensitive}, d.disk),
		op.WithRequest(op.Spec{
			Route: "POST /api/diagnostics/database", ID: "checkDatabase", Group: "ops", Summary: "Check the database",
			Access: op.Administer, Limit: op.Limit{Bucket: "diagnostics.database.check", Calls: 4, Window: time.Minute},
			MaxBody: 4 << 10, Refuses: []int{http.StatusNotImplemented}, Example: `{"runIntegrityCheck": true}`,
		}, d.check),
	}
}

// databaseAnswer is the state of the database. Unknown values are null.
type databaseAnswer struct {
	// The path of the database file, without the user name; null: not known.
	Path      *string `json:"path"`
	FileBytes *int64  `json:"fileBytes"` // bytes of the database file; null: not known
	WALBytes  *int64  `json:"walBytes"`  // bytes of the write-ahead log; null: not known
	SHMBytes  *int64  `json:"shmBytes"`  // bytes of the shared memory file; null: not known
	// Number of pages in the database file; null: not known.
	PageCount *int64 `json:"pageCount"`
	PageSize  *int64 `json:"pageSize"` // bytes of a page of the database; null: not known
	// Number of unused pages in the database file; null: not known.
	FreelistCount *int64 `json:"freelistCount"`
	// Percent of the database file that is in use; null: not known.
	UtilisationPct *int `json:"utilisationPct"`
	// The journal mode of the database, such as wal; null: not known.
	JournalMode *string `json:"journalMode"`
	// How long a writer waits for another, in milliseconds; null: not known.
	BusyTimeoutMs *int64 `json:"busyTimeoutMs"`
	// Whether the database checks references; null: not known.
	ForeignKeys *bool `json:"foreignKeysEnabled"`
	// Number of pages after which the write-ahead log is written back; null: not known.
	AutoCheckpoint *int64            `json:"walAutocheckpoint"`
	IntegrityCheck *health.Integrity `json:"integrityCheck"`    // the last check that was requested here; nil: none
	JustRan        *health.Integrity `json:"justRan,omitempty"` // the check that this request ran; missing: none
}

// inspect returns the files of the database, or nil if it does not describe them.
func (d *database) inspect(ctx context.Context) (*storage.Layout, error) {
	ctx, cancel := context.WithTimeout(ctx, inspectTimeout)
	defer cancel()
	return health.Inspect(ctx, d.Store)
}

func (d *database) get(ctx context.Context) (databaseAnswer, error) {
	answer := databaseAnswer{IntegrityCheck: d.integrity.Load()}
	l, err := d.inspect(ctx)
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

type checkDatabaseRequest struct {
	Run bool `json:"runIntegrityCheck" op:"required"` // whether to read the whole database. Defaults to false
}

func (in *checkDatabaseRequest) Check() error {
	if !in.Run {
		return op.BadRequest("runIntegrityCheck must be true")
	}
	return nil
}

// check reads the whole database, for one request at a time.
func (d *database) check(ctx context.Context, r op.Request, _ checkDatabaseRequest) (databaseAnswer, error) {
	select {
	case d.checking <- struct{}{}:
		defer func() { <-d.checking }()
	case <-ctx.Done():
		return databaseAnswer{}, ctx.Err()
	}
	found, ok, err := health.Verify(ctx, d.Store, d.Now)
	if !ok {
		return databaseAnswer{}, storage.ErrNotSupported
	}
	if ctx.Err() != nil { // an interrupted check has no result
		return databaseAnswer{}, ctx.Err()
	}
	if err != nil {
		d.Logger.ErrorContext(ctx, "database check failed", "error", err)
	}
	sound := found.Status == "ok"
	if r.Note("diagnostics.database.check", "", sound); !sound {
		d.Logger.WarnContext(ctx, "database damaged", "detail", found.Detail)
	}
	d.integrity.Store(&found)
	answer, err := d.get(ctx)
	answer.JustRan = &found
	return answer, err
}
