package storage

import (
	"fmt"
	"strings"
)

// PolicyVersionID names a text of an app's privacy policy: an app and the digest
// of the text. So the same text is the same version, however often it comes back.
type PolicyVersionID struct {
	App  AppID
	Hash Digest
}

// String returns the app, padded to sixteen digits, a hyphen and the digest.
func (p PolicyVersionID) String() string { return fmt.Sprintf("%016d-%v", p.App, p.Hash) }

// MarshalText writes the form of String.
func (p PolicyVersionID) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads the form of String.
func (p *PolicyVersionID) UnmarshalText(b []byte) error {
	id, err := ParsePolicyVersionID(string(b))
	if err != nil {
		return err
	}
	*p = id
	return nil
}

// ParsePolicyVersionID reads the form that [PolicyVersionID.String] writes.
func ParsePolicyVersionID(s string) (PolicyVersionID, error) {
	app, hash, ok := strings.Cut(s, "-")
	id, err := ParseAppID(app)
	if err != nil || !ok {
		return PolicyVersionID{}, fmt.Errorf("%.40q is not the id of a policy version", s)
	}
	var digest Digest
	if err := digest.UnmarshalText([]byte(hash)); err != nil {
		return PolicyVersionID{}, fmt.Errorf("%.40q is not the id of a policy version", s)
	}
	return PolicyVersionID{App: id, Hash: digest}, nil
}

// PolicyOrigin says how the text of a policy was got. Empty is not known, and
// null in JSON.
type PolicyOrigin string

// The origins.
const (
	PolicyDirect       PolicyOrigin = "direct"        // from its site, which answered at once
	PolicyBrowserRetry PolicyOrigin = "browser_retry" // from its site, which wanted to be asked as browsers do
	PolicyWayback      PolicyOrigin = "wayback"       // from the web archive
)

// MarshalJSON writes the origin, or null when it is not known.
func (o PolicyOrigin) MarshalJSON() ([]byte, error) { return Text(o).MarshalJSON() }

// PolicyVersion is a text of an app's privacy policy. Beside the text are the
// facts of when it was last fetched.
//
// The text is large and seldom changes, so a fetch that finds the current text
// where it was before need not write it again: how late that was is in the
// analysis, and comes to the version when another one becomes current.
type PolicyVersion struct {
	ID           PolicyVersionID `json:"id"`
	FirstFetched Time            `json:"firstFetchedAt"`
	LastFetched  Time            `json:"lastFetchedAt"` // of the current one see [PolicyAnalysis.FetchedAt], which may be later

	PolicyURL   string       `json:"policyUrl"`      // that was asked for
	FinalURL    Text         `json:"sourceFinalUrl"` // that answered, after redirects
	Title       Text         `json:"sourceTitle"`
	ContentType Text         `json:"sourceContentType"`
	Origin      PolicyOrigin `json:"sourceOrigin"`
	WordCount   int          `json:"sourceWordCount"`
	Text        string       `json:"sourceText"`

	ArchiveURL         Text     `json:"archiveUrl"`         // a copy of the page in the web archive
	ArchiveSubmittedAt NullTime `json:"archiveSubmittedAt"` // when the archive was last asked to make one

	// Extractor names what made the text from the page, and its version.
	Extractor string `json:"extractor"`
}

// PolicyVersionQuery narrows a list of policy versions, which is ordered by app,
// and of an app by first fetch, newest first, and digest.
type PolicyVersionQuery struct {
	App   AppID // zero: every app
	Limit int   // zero: all
}

// Key returns the id.
func (v PolicyVersion) Key() PolicyVersionID { return v.ID }

// Validate refuses a version without app, digest, time, address or text.
func (v PolicyVersion) Validate() error {
	if err := v.ID.App.validate("policy version"); err != nil {
		return err
	}
	if v.ID.Hash.IsZero() || v.FirstFetched <= 0 || v.PolicyURL == "" || v.Text == "" {
		return invalid("policy version", "no digest, time, address or text")
	}
	return checkText("policy version", v.PolicyURL, string(v.FinalURL), string(v.Title), string(v.ContentType),
		string(v.Origin), v.Text, string(v.ArchiveURL), v.Extractor)
}

// PolicyStatus is how far the reading of an app's privacy policy is.
type PolicyStatus string

// The states of a policy.
const (
	PolicyPending       PolicyStatus = "pending"                  // never fetched
	PolicySourceReady   PolicyStatus = "source_ready"             // there is a text, and no summary of it
	PolicyReady         PolicyStatus = "ready"                    // and a summary
	PolicyNeedsAIConfig PolicyStatus = "needs_ai_config"          // nothing is set up to make one
	PolicyFetchError    PolicyStatus = "fetch_error"              // the last fetch failed
	PolicyUnsupported   PolicyStatus = "unsupported_content_type" // it found neither a page nor plain text
	PolicyTooShort      PolicyStatus = "too_short"                // it found what can hardly be a policy
	PolicyAnalysisError PolicyStatus = "analysis_error"           // no summary could be made
)

// PolicyStep is a step in the work on a policy: told when it begins, and, with
// how long it took, when it ends.
type PolicyStep struct {
	Phase string `json:"phase"`
	At    Time   `json:"at"`
	MS    *int64 `json:"ms,omitempty"` // milliseconds; nil: it only began
	Note  string `json:"note,omitempty"`
	Error string `json:"error,omitempty"`
}

// PolicyAnalysis is where an app's privacy policy stands. A fetch that failed
// leaves what is said of the text as it was.
type PolicyAnalysis struct {
	App    AppID        `json:"appId"`
	Status PolicyStatus `json:"status"`

	// Current is the digest of the text last fetched, Previous of the one that
	// was current right before it; zero: there was none. A text that comes back
	// has a predecessor other than the one it had first.
	Current  Digest `json:"contentHash,omitzero"`
	Previous Digest `json:"previousContentHash,omitzero"`

	PolicyURL   Text         `json:"policyUrl"` // that was last asked for
	FinalURL    Text         `json:"sourceFinalUrl"`
	Title       Text         `json:"sourceTitle"`
	ContentType Text         `json:"sourceContentType"`
	Origin      PolicyOrigin `json:"sourceOrigin"`
	WordCount   int          `json:"sourceWordCount"`
	Length      int          `json:"sourceLength"` // of the text, in UTF-16 units
	FetchedAt   NullTime     `json:"sourceFetchedAt"`

	ArchiveURL         Text     `json:"archiveUrl"`         // a copy of the current text in the web archive
	ArchiveSubmittedAt NullTime `json:"archiveSubmittedAt"` // when the archive was last asked to make one

	UpdatedAt Time         `json:"updatedAt"`
	Error     Text         `json:"error"`      // why the last attempt failed, for people
	Log       []PolicyStep `json:"lastRunLog"` // of the last attempt, oldest first

	// Summary is of the text that Current names, or came from another
	// installation when there is no text; nil: there is none. The previous one is
	// of another text, or of the same when it was made anew.
	Summary           *PolicySummary `json:"summary"`
	SummaryAt         NullTime       `json:"summaryAt"`
	Mode              PolicyMode     `json:"analysisMode"`
	Model             Text           `json:"model"` // what made the summary
	PreviousSummary   *PolicySummary `json:"previousSummary"`
	PreviousSummaryAt NullTime       `json:"previousSummaryAt"` // when that was made

	// Notes are what a model said of the parts of a long text, in their order,
	// kept so that nothing is asked twice. They are of the text that NotesOf names.
	Notes   []PolicyNote `json:"chunkNotes"`
	NotesOf Digest       `json:"chunkNotesHash,omitzero"`

	// Claim says who works on the policy. It is of no use elsewhere.
	Claim PolicyClaim `json:"-"`
}

// PolicyMode says how a summary was made. Empty is not known, and null in JSON.
type PolicyMode string

// The modes.
const (
	PolicyDirectly PolicyMode = "direct"   // from the whole text at once
	PolicyChunked  PolicyMode = "chunked"  // from notes on its parts
	PolicyImported PolicyMode = "imported" // by another installation
)

// MarshalJSON writes the mode, or null when it is not known.
func (m PolicyMode) MarshalJSON() ([]byte, error) { return Text(m).MarshalJSON() }

// PolicyNote is what a model said of a part of a text.
type PolicyNote struct {
	Of         Digest   `json:"chunkHash"` // of the part and of who was asked
	Summary    string   `json:"summary"`
	Highlights []string `json:"highlights"`
}

// PolicyClaim is somebody's work on an app's policy, which nobody else does at
// the same time. The zero value is nobody's.
type PolicyClaim struct {
	Owner     string
	StartedAt Time
	ExpiresAt Time // when another may begin; whoever works moves it
}

// Held says whether somebody works on the policy.
func (c PolicyClaim) Held(now Time) bool { return c.Owner != "" && now < c.ExpiresAt }

// PolicyAnalysisQuery lists all policy analyses, by app.
type PolicyAnalysisQuery struct{}

// Key returns the app.
func (a PolicyAnalysis) Key() AppID { return a.App }

// Validate refuses an analysis without app, with a status that is not known, or
// with a summary that is not in its normal form.
func (a PolicyAnalysis) Validate() error {
	if err := a.App.validate("policy analysis"); err != nil {
		return err
	}
	switch a.Status {
	case PolicyPending, PolicySourceReady, PolicyReady, PolicyNeedsAIConfig,
		PolicyFetchError, PolicyUnsupported, PolicyTooShort, PolicyAnalysisError:
	default:
		return invalid("policy analysis", "unknown status %q", a.Status)
	}
	texts := []string{
		string(a.PolicyURL), string(a.FinalURL), string(a.Title), string(a.ContentType), string(a.Origin), string(a.Error),
		string(a.ArchiveURL), string(a.Mode), string(a.Model), a.Claim.Owner,
	}
	for _, s := range a.Log {
		texts = append(texts, s.Phase, s.Note, s.Error)
	}
	for _, n := range a.Notes {
		texts = append(append(texts, n.Summary), n.Highlights...)
	}
	if err := a.Summary.validate("policy analysis"); err != nil {
		return err
	}
	if err := a.PreviousSummary.validate("policy analysis"); err != nil {
		return err
	}
	return checkText("policy analysis", texts...)
}
