package httpapi

import (
	"fmt"
	"net/http"
)

// reset answers "POST /api/reset".
func (a *API) reset(w http.ResponseWriter, r *request) error {
	err := a.noted(r, func() (string, error) {
		apps, err := a.cfg.Backup.Reset(r.Context())
		return fmt.Sprintf("apps=%d", apps), err
	})
	if err != nil {
		return err
	}
	return writeJSON(w, r, successAnswer{true})
}

// startOver answers "POST /api/admin/start-over".
func (a *API) startOver(w http.ResponseWriter, r *request) error {
	var answer doneAnswer
	err := a.noted(r, func() (_ string, err error) {
		answer, err = a.timed(func() error { return a.cfg.Backup.StartOver(r.Context()) })
		return "", err
	})
	if err != nil {
		return err
	}
	return writeJSON(w, r, answer)
}

// wipedAnswer says how many records are gone.
type wipedAnswer struct {
	doneAnswer
	RowsRemoved int `json:"rowsRemoved"`
}

// wipeApps answers "POST /api/dev/wipe-apps".
func (a *API) wipeApps(w http.ResponseWriter, r *request) error {
	var answer wipedAnswer
	err := a.noted(r, func() (_ string, err error) {
		answer.doneAnswer, err = a.timed(func() (err error) {
			answer.RowsRemoved, err = a.cfg.Backup.Wipe(r.Context())
			return err
		})
		return fmt.Sprintf("rows=%d", answer.RowsRemoved), err
	})
	if err != nil {
		return err
	}
	return writeJSON(w, r, answer)
}

// doneAnswer is the answer of what takes a while.
type doneAnswer struct {
	okAnswer
	DurationMs int64 `json:"durationMs"`
}

// timed does something, and returns the answer that says how long it took.
func (a *API) timed(do func() error) (doneAnswer, error) {
	began := a.cfg.Now()
	if err := do(); err != nil {
		return doneAnswer{}, err
	}
	return doneAnswer{okAnswer{true}, max(a.cfg.Now().Sub(began), 0).Milliseconds()}, nil
}

// noted does what a privileged request asks for, and tells the audit log what
// became of it. What do returns is the detail.
func (a *API) noted(r *request, do func() (detail string, err error)) error {
	if err := r.skipBody(); err != nil {
		return err
	}
	detail, err := do()
	if err != nil {
		a.note(r, r.row.action+".failed", false)
		return err
	}
	a.noteDetail(r, r.row.action+".success", detail, true)
	return nil
}
