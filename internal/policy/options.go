package policy

import (
	"encoding/json"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// Phase selects the work to do on a policy.
type Phase string

// The phases.
const (
	FetchPhase     Phase = "fetch"     // fetch the text
	SummarisePhase Phase = "summarise" // summarize the saved text; not for a run over all policies
	AllPhases      Phase = "all"       // fetch the text, then summarize it
)

// RunOptions are the options of a run over policies, which are saved with the run.
type RunOptions struct {
	Phase Phase `json:"phase"` // the phase of the work
	Force bool  `json:"force"` // whether policies whose text is recent are fetched as well

	apps string // the only apps of the run, as a JSON list; empty: all apps
}

// ParseRunOptions reads the members phase and force of a JSON object. An invalid
// member counts as absent; the default phase is [FetchPhase].
func ParseRunOptions(object []byte) RunOptions {
	o := RunOptions{Phase: FetchPhase}
	var members map[string]json.RawMessage
	if json.Unmarshal(object, &members) != nil {
		return o
	}
	var phase Phase
	if json.Unmarshal(members["phase"], &phase) == nil && phase == AllPhases {
		o.Phase = AllPhases
	}
	o.Force = string(members["force"]) == "true"
	var apps []storage.AppID
	if json.Unmarshal(members["apps"], &apps) == nil && apps != nil {
		o = o.of(apps)
	}
	return o
}

// JSON returns the object that [ParseRunOptions] reads.
func (o RunOptions) JSON() json.RawMessage {
	type plain RunOptions
	return activity.Detail(struct {
		plain
		Apps json.RawMessage `json:"apps,omitempty"`
	}{plain(o), json.RawMessage(o.apps)})
}

// of returns the options with the run limited to some apps.
func (o RunOptions) of(apps []storage.AppID) RunOptions {
	o.apps = string(activity.Detail(apps))
	return o
}

// some returns the apps that the run is limited to, and reports whether it is.
func (o RunOptions) some() (apps []storage.AppID, only bool) {
	if o.apps == "" || json.Unmarshal([]byte(o.apps), &apps) != nil {
		return nil, false
	}
	return apps, true
}
