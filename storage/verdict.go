package storage

import (
	"cmp"
	"fmt"
)

// Decision is a person's decision about an app. Empty means none yet.
type Decision string

// The decisions.
const (
	DecisionSafe      Decision = "safe"
	DecisionReplace   Decision = "replace"
	DecisionUninstall Decision = "uninstall"
)

// Known reports whether the decision is a defined one.
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

// Verdict is a decision about an app, and the reason for it. An app has at most
// one of the user and one of each person whose verdict was imported.
type Verdict struct {
	App        AppID    `db:"app_id,key" json:"appId"`
	Decision   Decision `db:"verdict" json:"verdict"`
	Rationale  Text     `db:"rationale" json:"rationale"`
	Origin     Origin   `db:"source,key" json:"source"`
	OriginName Text     `db:"source_name,key" json:"sourceName"` // empty for the user
	SetAt      Time     `db:"set_at" json:"setAt"`               // of the first decision
	UpdatedAt  Time     `db:"updated_at" json:"updatedAt"`
}

// VerdictQuery narrows a list of verdicts, which is ordered by app, origin,
// imported ones first, and name.
type VerdictQuery struct {
	App      AppID    // zero: every app
	Origin   Origin   // empty: every origin
	Decision Decision // empty: every decision; slow without an Origin
	Limit    int      // zero: all
}

// matches implements [Query].
func (q VerdictQuery) matches(r Verdict) bool {
	return asked(q.App, r.App) && asked(q.Origin, r.Origin) && asked(q.Decision, r.Decision)
}

// compare implements [Query].
func (VerdictQuery) compare(a, b Verdict) int {
	return cmp.Or(cmp.Compare(a.App, b.App), cmp.Compare(a.Origin, b.Origin), cmp.Compare(a.OriginName, b.OriginName))
}

// key returns the app and who decided.
func (v Verdict) key() VerdictID { return VerdictID{v.App, v.Origin, v.OriginName} }

// parents implements [child].
func (v Verdict) parents() []Parent { return onApp(v.App) }

// validate refuses a verdict without app, decision or time, a user's verdict
// with a name, and an imported one without.
func (v Verdict) validate() error {
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
		return invalid("verdict", "an imported verdict must have a source name, and the user's must not")
	}
	if v.SetAt <= 0 {
		return invalid("verdict", "no time")
	}
	return checkText("verdict", v.Rationale, v.OriginName)
}

// ConcernID names a concern: a category of data of an app.
type ConcernID struct {
	App      AppID
	Category string
}

// Concern is the user's decision to accept that an app collects a category of data beyond
// the privacy profile.
type Concern struct {
	App      AppID  `db:"app_id,key" json:"appId"`
	Category string `db:"category,key" json:"category"`

	// Accepted is what the label named when it was accepted: privacy types, and after a
	// slash their data types. It is sorted.
	Accepted   []string `db:"accepted" json:"accepted"`
	AcceptedAt Time     `db:"accepted_at" json:"acceptedAt"`
	Until      NullTime `db:"until" json:"until"` // deferred until then; null: accepted for good
	Note       Text     `db:"note" json:"note"`
}

// ConcernQuery narrows a list of concerns, which is ordered by app and category.
type ConcernQuery struct {
	App   AppID // zero: every app
	Limit int   // zero: all
}

// matches implements [Query].
func (q ConcernQuery) matches(r Concern) bool { return asked(q.App, r.App) }

// compare implements [Query].
func (ConcernQuery) compare(a, b Concern) int {
	return cmp.Or(cmp.Compare(a.App, b.App), cmp.Compare(a.Category, b.Category))
}

// key returns the app and the category.
func (c Concern) key() ConcernID { return ConcernID{c.App, c.Category} }

// parents implements [child].
func (c Concern) parents() []Parent { return onApp(c.App) }

// validate refuses a concern without app, category or time.
func (c Concern) validate() error {
	if err := c.App.validate("concern"); err != nil {
		return err
	}
	if c.Category == "" || c.AcceptedAt <= 0 {
		return invalid("concern", "no category or no time")
	}
	return checkText("concern", append([]string{c.Category, string(c.Note)}, c.Accepted...)...)
}
