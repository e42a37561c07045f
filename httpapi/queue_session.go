package httpapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// queueTotals is what a session of going through the apps came to.
type queueTotals struct {
	Decided    count `json:"decided"`
	Safe       count `json:"safe"`
	Replace    count `json:"replace"`
	Uninstall  count `json:"uninstall"`
	NotesAdded count `json:"notesAdded"`
}

// count is a number of things. What is no number from 0 counts nothing.
type count int64

// UnmarshalJSON never fails.
func (c *count) UnmarshalJSON(text []byte) error {
	var n float64
	if json.Unmarshal(text, &n) == nil && n > 0 {
		*c = count(min(n, maxExact))
	}
	return nil
}

// preflight is how the apps of a session were chosen.
type preflight struct {
	Scope any `json:"scope"`
	Sort  any `json:"sort"`
	Split any `json:"split"`
}

// known puts a word in place of what nobody can have chosen.
func (p *preflight) known() {
	for _, member := range []struct {
		value *any
		known []any
	}{
		{&p.Scope, []any{"undecided", "all", "mismatch", "changed"}},
		{&p.Sort, []any{"mismatch_severity", "risk", "alphabetical", "random"}},
		{&p.Split, []any{10.0, 25.0, 50.0, nil}},
	} {
		if !slices.ContainsFunc(member.known, func(known any) bool { return known == *member.value }) {
			*member.value = "unknown"
		}
	}
}

// queueSession answers "POST /api/activity/queue-session".
func (a *API) queueSession(w http.ResponseWriter, r *request) error {
	var sent struct {
		Totals    json.RawMessage `json:"totals"`
		Preflight json.RawMessage `json:"preflight"`
	}
	if err := r.object(&sent); err != nil {
		return err
	}
	var totals queueTotals
	_ = json.Unmarshal(sent.Totals, &totals) // what is no object counts nothing
	if totals.Decided > 0 {
		var chosen *preflight
		if json.Unmarshal(sent.Preflight, &chosen) == nil && chosen != nil {
			chosen.known()
		} else {
			chosen = nil
		}
		if err := a.recordSession(r, totals, chosen); err != nil {
			return err
		}
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (a *API) recordSession(r *request, totals queueTotals, chosen *preflight) error {
	detail, err := json.Marshal(struct {
		queueTotals
		Preflight *preflight `json:"preflight"`
	}{totals, chosen})
	if err != nil {
		return err
	}
	now := a.stamp()
	line := storage.Activity{
		Type: "queue_session_completed", Status: activity.OK, Detail: detail, StartedAt: now, EndedAt: storage.NullTime(now),
		Summary: storage.Text(fmt.Sprintf("Decided on %d apps: %d safe, %d to replace, %d to uninstall",
			totals.Decided, totals.Safe, totals.Replace, totals.Uninstall)),
	}
	return a.cfg.Store.Update(r.Context(), func(tx storage.Tx) error { return activity.Record(tx, a.cfg.Random, line) })
}
