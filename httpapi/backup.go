package httpapi

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/storage"
)

// DefaultRestoreBytes is how long a backup may be that is looked at or restored.
const DefaultRestoreBytes = 100 << 20

// exportBackup answers "GET /api/backup/export".
func (a *API) exportBackup(w http.ResponseWriter, r *request) error {
	if err := r.skipBody(); err != nil {
		return err
	}
	bundle, err := a.cfg.Backup.Export(r.Context())
	if errors.Is(err, backup.ErrTempFile) {
		a.cfg.Logger.WarnContext(r.Context(), "backup export streamed", "error", err)
		return a.streamBackup(w.(*response), r)
	}
	if err != nil {
		a.note(r, "backup.export.failed", false)
		return err
	}
	defer bundle.Close() // nothing is lost: it was read
	a.noteDetail(r, "backup.export.success", fmt.Sprintf("version=%d, bytes=%d", backup.Version, bundle.Size()), true)

	backupHeader(w.Header(), bundle.ExportedAt)
	w.Header().Set("Content-Length", strconv.FormatInt(bundle.Size(), 10))
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return nil
	}
	_, err = bundle.WriteTo(newPieces(w.(*response)))
	return err
}

// streamBackup sends a backup as it is made: the disk has no room to hold it.
func (a *API) streamBackup(w *response, r *request) error {
	at := storage.TimeOf(a.cfg.Now())
	backupHeader(w.Header(), at)
	if r.Method == http.MethodHead {
		w.WriteHeader(http.StatusOK)
		return nil
	}
	if err := a.cfg.Backup.Stream(r.Context(), newPieces(w), at); err != nil {
		a.note(r, "backup.export.failed", false)
		if !w.began { // the answer is an error, and no file
			w.Header().Del("Content-Disposition")
			w.Header().Del("X-Backup-Version")
		}
		return err
	}
	a.noteDetail(r, "backup.export.success", fmt.Sprintf("version=%d, streamed", backup.Version), true)
	return nil
}

func backupHeader(h http.Header, at storage.Time) {
	h["Content-Type"] = jsonType
	h.Set("Content-Disposition", `attachment; filename="`+backupName(at)+`"`)
	h.Set("X-Backup-Version", strconv.Itoa(backup.Version))
}

// backupName is what a backup of a moment is called.
func backupName(at storage.Time) string {
	moment := at.Std().Format("2006-01-02T15:04:05.000Z")
	return "auditor-backup-" + strings.NewReplacer(":", "-", ".", "-").Replace(moment) + ".json"
}

// backupAnswer is what a backup holds.
type backupAnswer struct {
	Version          int            `json:"version"`
	ExportedAt       storage.Time   `json:"exportedAt"`
	Trust            backup.Trust   `json:"trust"`
	SignaturePresent bool           `json:"signaturePresent"`
	Counts           map[string]int `json:"counts"`
	TotalRows        int            `json:"totalRows"`
	Warnings         []string       `json:"warnings"`
}

// previewBackup answers "POST /api/backup/preview".
func (a *API) previewBackup(w http.ResponseWriter, r *request) error {
	found, err := a.cfg.Backup.Preview(r.Context(), r.stream())
	if err != nil {
		return restoreError(err)
	}
	answer := backupAnswer{
		Version: backup.Version, ExportedAt: found.ExportedAt, Trust: found.Trust, SignaturePresent: found.Signed, Counts: found.Counts,
		Warnings: []string{},
	}
	for _, n := range found.Counts {
		answer.TotalRows += n
	}
	for _, name := range found.Ignored {
		answer.Warnings = append(answer.Warnings, fmt.Sprintf("%.100q is not known here and would be left out", name))
	}
	for _, table := range slices.Sorted(maps.Keys(found.Left)) {
		answer.Warnings = append(answer.Warnings, fmt.Sprintf("There is no place here for some rows of the table %.100q, which would be left out: %d", table, found.Left[table]))
	}
	return writeJSON(w, r, answer)
}

// restoredAnswer is what a restore did.
type restoredAnswer struct {
	successAnswer
	backup.Restored
}

// restoreBackup answers "POST /api/backup/restore".
func (a *API) restoreBackup(w http.ResponseWriter, r *request) error {
	untrusted, err := allowsUntrusted(r)
	var done backup.Restored
	if err == nil {
		done, err = a.cfg.Backup.Restore(r.Context(), r.stream(), untrusted)
	}
	if err != nil {
		err = restoreError(err)
		a.note(r, "backup.restore."+restoreFault(err), false)
		return err
	}
	action := "backup.restore"
	if done.Trust == backup.Untrusted {
		action += ".untrusted"
	}
	a.noteDetail(r, action, fmt.Sprintf("apps=%d, snapshots=%d", done.Counts["apps"], done.Counts["snapshots"]), true)
	return writeJSON(w, r, restoredAnswer{successAnswer{true}, done})
}

// allowsUntrusted reports whether the caller takes a backup that this installation
// did not sign, as the query or a header says.
func allowsUntrusted(r *request) (bool, error) {
	const header = "X-Allow-Untrusted-Backup"
	byQuery, err := r.boolean("allowUntrusted", false)
	if err != nil {
		return false, err
	}
	byHeader, err := parseBoolean(header, r.Header.Get(header))
	return byQuery || byHeader, err
}

// restoreError makes what is wrong with a backup the client's.
func restoreError(err error) error {
	var untrusted *backup.UntrustedError
	var format *backup.FormatError
	switch {
	case errors.As(err, &untrusted):
		return &requestError{status: http.StatusConflict, message: sentence(untrusted), cause: err, more: map[string]any{
			"code": "untrusted_backup", "signaturePresent": untrusted.Signed,
		}}
	case errors.As(err, &format):
		return &requestError{status: http.StatusBadRequest, message: sentence(format), cause: err}
	}
	return err
}

// restoreFault is what the audit log calls a failure to restore.
func restoreFault(err error) string {
	switch {
	case errors.As(err, new(*backup.UntrustedError)):
		return "untrusted_rejected"
	case errors.As(err, new(*backup.FormatError)):
		return "format_error"
	case errors.As(err, new(*requestError)):
		return "bad_request"
	}
	return "failed"
}

// stream returns the body, to be read as it arrives.
func (r *request) stream() io.Reader {
	r.bodyTaken = true
	if r.Body == nil {
		return http.NoBody
	}
	return arriving{r}
}

// arriving is a body on its way.
type arriving struct{ r *request }

func (b arriving) Read(p []byte) (int, error) {
	n, err := b.r.Body.Read(p)
	if err == nil || errors.Is(err, io.EOF) {
		return n, err
	}
	return n, bodyError(err)
}
