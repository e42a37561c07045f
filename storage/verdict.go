package storage

import "fmt"

// Decision is what somebody decided about an app. Empty is nothing yet.
type Decision string

// The decisions.
const (
	DecisionSafe      Decision = "safe"
	DecisionReplace   Decision = "replace"
	DecisionUninstall Decision = "uninstall"
)

// Known says whether the decision is one of the decisions.
func (d Decision) Known() bool {
	return d == DecisionSafe || d == DecisionReplace || d == DecisionUninstall
}

// VerdictID names a verdict: the app, and who decided.
type VerdictID struct {
	App        AppID
	Origin     Origin
	OriginName Text
}

// String returns the app, the origin and, where there is one, the name, with
// hyphens between them.
func (v VerdictID) String() string {
	if v.OriginName == "" {
		return fmt.Sprintf("%d-%s", v.App, v.Origin)
	}
	return fmt.Sprintf("%d-%s-%s", v.App, v.Origin, v.OriginName)
}

// Verdict is what somebody decided about an app, and why: one of the user's own,
// and one of each person whose verdict was imported.
type Verdict struct {
	App        AppID    `json:"appId"`
	Decision   Decision `json:"verdict"`
	Rationale  Text     `json:"rationale"`
	Origin     Origin   `json:"source"`
	OriginName Text     `json:"sourceName"` // empty for the user
	SetAt      Time     `json:"setAt"`      // when there was first one
	UpdatedAt  Time     `json:"updatedAt"`
}

// VerdictQuery narrows a list of verdicts, which is ordered by app, origin,
// imported ones first, and name.
type VerdictQuery struct {
	App      AppID    // zero: every app
	Origin   Origin   // empty: whoever decided
	Decision Decision // empty: each; asked for with the Origin, or it is slow
	Limit    int      // zero: all
}

// Key returns the app and who decided.
func (v Verdict) Key() VerdictID { return VerdictID{v.App, v.Origin, v.OriginName} }

// Validate refuses a verdict without app, decision or time, one of the user with
// a name, and one of somebody else without.
func (v Verdict) Validate() error {
	if err := v.App.validate("verdict"); err != nil {
		return err
	}
	if !v.Decision.Known() {
		return invalid("verdict", "unknown verdict %q", v.Decision)
	}
	if !v.Origin.known() {
		return invalid("verdict", "unknown source %q", v.Origin)
	}
	if (v.Origin == OriginImported) != (v.OriginName != "") {
		return invalid("verdict", "only an imported verdict has a source name, and each of them")
	}
	if v.SetAt <= 0 {
		return invalid("verdict", "no time")
	}
	return checkText("verdict", v.Rationale, v.OriginName)
}
