package runs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

type queueSessionRequest struct {
	Totals queueTotals `json:"totals" op:"loose" doc:"What the user decided in the session."`
	// How the apps of the session were chosen.
	Preflight op.Optional[preflight] `json:"preflight" op:"loose"`
}

// queueTotals are the decisions of a session.
type queueTotals struct {
	Decided    count `json:"decided" op:"loose"`    // number of apps that got a verdict
	Safe       count `json:"safe" op:"loose"`       // number of apps to keep
	Replace    count `json:"replace" op:"loose"`    // number of apps to replace
	Uninstall  count `json:"uninstall" op:"loose"`  // number of apps to uninstall
	NotesAdded count `json:"notesAdded" op:"loose"` // number of notes that were added
}

// count is a number from 0, without its fraction, and at most op.MaxExact.
type count int64

// UnmarshalJSON refuses anything but a number from 0.
func (c *count) UnmarshalJSON(text []byte) error {
	var n float64
	if json.Unmarshal(text, &n) != nil || n < 0 {
		return errors.New("must be a number from 0")
	}
	*c = count(min(n, op.MaxExact))
	return op.Part("", float64(*c) == n)
}

func (count) Schema() *openapi.Schema { return openapi.IntegerFrom(0) }

// preflight is how the apps of a session were chosen.
type preflight struct {
	Scope string `json:"scope" op:"loose" enum:"undecided,all,mismatch,changed" doc:"Which apps the session showed: those without a verdict, all, those beyond the privacy profile, or those with changes."`
	// The order of the apps.
	Sort  string `json:"sort" op:"loose" enum:"mismatch_severity,risk,alphabetical,random"`
	Split split  `json:"split" op:"loose" doc:"10, 25, 50, or null for no split."`
}

// unknown is recorded in place of a choice that does not exist.
const unknown = "unknown"

// split is the number of apps in a part of a session, nil if it has one part, or
// unknown.
type split struct{ value any }

// UnmarshalJSON takes any other value as unknown.
func (s *split) UnmarshalJSON(text []byte) error {
	known := json.Unmarshal(text, &s.value) == nil && slices.ContainsFunc([]any{10.0, 25.0, 50.0, nil}, func(one any) bool {
		return reflect.DeepEqual(one, s.value)
	})
	if !known {
		s.value = unknown
	}
	return op.Part("", known)
}

func (s split) MarshalJSON() ([]byte, error) { return json.Marshal(s.value) }

func (split) Schema() *openapi.Schema { return openapi.OrNull(openapi.Integer()) }

// record ignores a session without a decision.
func (a activities) record(ctx context.Context, in queueSessionRequest) (op.None, error) {
	if in.Totals.Decided == 0 {
		return op.None{}, nil
	}
	chosen := in.Preflight.Ptr()
	if chosen != nil {
		chosen.Scope, chosen.Sort = cmp.Or(chosen.Scope, unknown), cmp.Or(chosen.Sort, unknown)
	}
	detail, err := json.Marshal(struct {
		queueTotals
		Preflight *preflight `json:"preflight"`
	}{in.Totals, chosen})
	if err != nil {
		return op.None{}, err
	}
	now := storage.TimeOf(a.Now())
	entry := storage.Activity{
		Type: "queue_session_completed", Status: activity.OK, Detail: detail, StartedAt: now, EndedAt: storage.NullTime(now),
		Summary: storage.Text(fmt.Sprintf("Decided on %d apps: %d safe, %d to replace, %d to uninstall",
			in.Totals.Decided, in.Totals.Safe, in.Totals.Replace, in.Totals.Uninstall)),
	}
	return op.None{}, a.Store.Update(ctx, func(tx *storage.Tx) error { return activity.Record(tx, a.Random, entry) })
}
