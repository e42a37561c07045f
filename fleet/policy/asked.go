package policy

import (
	"encoding/json"

	"github.com/privacylabels/auditor/storage"
)

// Phase is how far a policy is to be worked on.
type Phase string

// The phases.
const (
	FetchPhase     Phase = "fetch"     // fetch the text
	SummarisePhase Phase = "summarise" // summarise the text that is kept; of no use to a run over all policies
	AllPhases      Phase = "all"       // fetch the text, then summarise it
)

// Asked is what a run over policies was asked for. It is kept with the run.
type Asked struct {
	Phase Phase `json:"phase"`
	Force bool  `json:"force"` // also what is fresh

	apps string // of these apps only, as a JSON list; empty: of all
}

// ParseAsked reads the options of a run, of which a JSON object with the members
// phase and force has some. Whatever is not
// understood counts as not sent: the phase is then [FetchPhase].
func ParseAsked(object []byte) Asked {
	a := Asked{Phase: FetchPhase}
	var members map[string]json.RawMessage
	if json.Unmarshal(object, &members) != nil {
		return a
	}
	var phase Phase
	if json.Unmarshal(members["phase"], &phase) == nil && phase == AllPhases {
		a.Phase = AllPhases
	}
	a.Force = string(members["force"]) == "true"
	var apps []storage.AppID
	if json.Unmarshal(members["apps"], &apps) == nil && apps != nil {
		a = a.of(apps)
	}
	return a
}

// JSON returns what [ParseAsked] reads, for the options of a run.
func (a Asked) JSON() json.RawMessage {
	type plain Asked
	return detail(struct {
		plain
		Apps json.RawMessage `json:"apps,omitempty"`
	}{plain(a), json.RawMessage(a.apps)})
}

// of returns what is asked of some apps only.
func (a Asked) of(apps []storage.AppID) Asked {
	a.apps = string(detail(apps))
	return a
}

// some returns the apps, and whether it is only some that are asked for.
func (a Asked) some() (apps []storage.AppID, only bool) {
	if a.apps == "" || json.Unmarshal([]byte(a.apps), &apps) != nil {
		return nil, false
	}
	return apps, true
}
