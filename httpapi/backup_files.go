package httpapi

import (
	"context"
	"encoding/json"
	"io"
	"math"
	"net/http"
	"path/filepath"
	"strconv"

	"github.com/privacylabels/auditor/backup"
)

// filesAnswer is the backups on the server's own disk, and when they are made.
type filesAnswer struct {
	Settings  backup.Plan   `json:"settings"`
	Directory string        `json:"directory"`
	Snapshots []backup.File `json:"snapshots"` // newest first
}

// backupFiles answers "GET /api/backup/snapshots".
func (a *API) backupFiles(w http.ResponseWriter, r *request) error {
	if err := r.skipBody(); err != nil {
		return err
	}
	answer, err := a.listBackupFiles(r.Context())
	if err != nil {
		return err
	}
	privileged, err := a.privileged(r)
	if err != nil {
		return err
	}
	if !privileged {
		answer.hidePaths()
	}
	return writeJSON(w, r, answer)
}

func (a *API) listBackupFiles(ctx context.Context) (answer filesAnswer, err error) {
	if answer.Settings, err = a.cfg.Depot.Plan(ctx); err != nil {
		return answer, err
	}
	answer.Directory = a.cfg.Depot.Dir()
	answer.Snapshots, err = a.cfg.Depot.Files()
	return answer, err
}

// hidePaths makes the absolute paths relative: they are for those who may have the
// files.
func (f *filesAnswer) hidePaths() {
	f.Directory = filepath.Base(f.Directory)
	for i := range f.Snapshots {
		f.Snapshots[i].Path = filepath.Join(f.Directory, f.Snapshots[i].Name)
	}
}

// planRequest is PUT /api/backup/snapshots. What it leaves out stays as it is, and
// null is the default.
type planRequest struct{ backup.PlanChange }

func (in *planRequest) decode(r *request) error {
	var body struct {
		Enabled        json.RawMessage `json:"enabled"`
		IntervalHours  json.RawMessage `json:"intervalHours"`
		RetentionCount json.RawMessage `json:"retentionCount"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	if body.Enabled != nil {
		in.Enabled = new(bool)
		if json.Unmarshal(body.Enabled, in.Enabled) != nil {
			return badRequest("enabled must be true or false")
		}
	}
	for _, member := range []struct {
		name     string
		sent     json.RawMessage
		to       **int
		standard int
	}{
		{"intervalHours", body.IntervalHours, &in.IntervalHours, backup.DefaultIntervalHours},
		{"retentionCount", body.RetentionCount, &in.RetentionCount, backup.DefaultRetentionCount},
	} {
		if member.sent == nil {
			continue
		}
		n := float64(member.standard) // which null leaves as it is
		if json.Unmarshal(member.sent, &n) != nil {
			return badRequest("%s must be a number", member.name)
		}
		*member.to = new(int(min(max(math.Round(n), math.MinInt32), math.MaxInt32)))
	}
	return nil
}

// planBackupFiles answers "PUT /api/backup/snapshots".
func (a *API) planBackupFiles(w http.ResponseWriter, r *request) error {
	in, err := decode[planRequest](r)
	if err != nil {
		return err
	}
	if _, err := a.cfg.Depot.Change(r.Context(), in.PlanChange); err != nil {
		return err
	}
	a.note(r, r.row.action+".success", true)
	answer, err := a.listBackupFiles(r.Context())
	if err != nil {
		return err
	}
	return writeJSON(w, r, answer)
}

// madeAnswer is the backups after one was made.
type madeAnswer struct {
	filesAnswer
	Created backup.File   `json:"created"`
	Pruned  []backup.File `json:"pruned"`
}

// makeBackupFile answers "POST /api/backup/snapshots".
func (a *API) makeBackupFile(w http.ResponseWriter, r *request) error {
	var made backup.Made
	err := a.noted(r, func() (_ string, err error) {
		made, err = a.cfg.Depot.Make(r.Context())
		return made.Created.Name, err
	})
	if err != nil {
		return err
	}
	answer := madeAnswer{Created: made.Created, Pruned: made.Pruned}
	if answer.filesAnswer, err = a.listBackupFiles(r.Context()); err != nil {
		return err
	}
	return writeJSON(w, r, answer)
}

// backupFile answers "GET /api/backup/snapshots/{filename}".
func (a *API) backupFile(w http.ResponseWriter, r *request) error {
	if err := r.skipBody(); err != nil {
		return err
	}
	file, info, err := a.cfg.Depot.Open(r.param("filename"))
	if err != nil {
		return err
	}
	defer file.Close() // nothing is lost: it was read
	h := w.Header()
	h["Content-Type"] = jsonType
	h.Set("Content-Length", strconv.FormatInt(info.Bytes, 10))
	h.Set("Content-Disposition", `attachment; filename="`+info.Name+`"`)
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return nil
	}
	_, err = io.Copy(newPieces(w.(*response)), file)
	return err
}
