package policy

import "encoding/json"

// Phase is how far a policy is to be worked on.
type Phase string

// The phases.
const (
	FetchPhase     Phase = "fetch"     // fetch the text
	SummarisePhase Phase = "summarise" // summarise the text that is kept; of no use to a run over all policies
	AllPhases      Phase = "all"       // fetch the text, then summarise it
)

// Asked is what a run over all policies was asked for. It is kept with the run.
type Asked struct {
	Phase Phase `json:"phase"`
	Force bool  `json:"force"` // also what is fresh
}

// ParseAsked reads the members phase and force of a JSON object. Whatever is not
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
	return a
}

// JSON returns what [ParseAsked] reads, for the options of a run.
func (a Asked) JSON() json.RawMessage { return detail(a) }
