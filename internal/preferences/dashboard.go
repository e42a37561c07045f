package preferences

import (
	"cmp"
	"encoding/json"
	"io"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// custom is the name of a layout that is not a preset.
const custom = "custom"

// Dashboard returns the layout of the dashboard: that of [DefaultPreset] if none, or an
// invalid one, is stored.
func Dashboard(tx *storage.Tx) (Layout, error) {
	text, err := settings.Text(tx, dashboardSetting)
	if err != nil {
		return Layout{}, err
	}
	var kept Layout
	if json.Unmarshal([]byte(text), &kept) != nil {
		kept = Layout{}
	}
	return Reconcile(kept.Order, kept.Hidden), nil
}

// PutDashboard reconciles and sets the layout of the dashboard. A change to another preset
// is written to the activity log.
func PutDashboard(tx *storage.Tx, now storage.Time, random io.Reader, wanted Layout) (Layout, error) {
	before, err := Dashboard(tx)
	if err != nil {
		return Layout{}, err
	}
	l := Reconcile(wanted.Order, wanted.Hidden)
	if err := settings.PutJSON(tx, dashboardSetting, l); err != nil {
		return Layout{}, err
	}
	from, to := before.Name(), l.Name()
	if to == "" || to == from {
		return l, nil
	}
	detail := activity.Detail(map[string]string{"from": cmp.Or(from, custom), "to": to})
	return l, activity.Record(tx, random, storage.Activity{
		Type: "dashboard_layout_applied", Status: activity.OK, Summary: storage.Text("Dashboard layout: " + to), Detail: detail,
		StartedAt: now, EndedAt: storage.NullTime(now),
	})
}
