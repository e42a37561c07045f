package storage

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
)

// PolicyVersionID names a text of an app's privacy policy: an app and the digest
// of the text. A text that returns is the same version again.
type PolicyVersionID struct {
	App  AppID  `db:"app_id,key"`
	Hash Digest `db:"hash,key"`
}

// String returns the app, padded to sixteen digits, a hyphen and the digest.
func (p PolicyVersionID) String() string { return fmt.Sprintf("%016d-%v", p.App, p.Hash) }

// MarshalText writes the form of String.
func (p PolicyVersionID) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads the form of String.
func (p *PolicyVersionID) UnmarshalText(b []byte) error { return unmarshal(p, b, ParsePolicyVersionID) }

// ParsePolicyVersionID reads the form that [PolicyVersionID.String] writes.
func ParsePolicyVersionID(s string) (PolicyVersionID, error) {
	app, hash, _ := strings.Cut(s, "-")
	id, err := ParseAppID(app)
	var digest Digest
	if err != nil || digest.UnmarshalText([]byte(hash)) != nil {
		return PolicyVersionID{}, fmt.Errorf("%.40q is not the id of a policy version", s)
	}
	return PolicyVersionID{App: id, Hash: digest}, nil
}

// PolicyOrigin is how the text of a policy was fetched. Empty means unknown, and
// is null in JSON.
type PolicyOrigin string

// The origins.
const (
	PolicyDirect       PolicyOrigin = "direct"        // from its site, with the first request
	PolicyBrowserRetry PolicyOrigin = "browser_retry" // from its site, with the headers of a browser
	PolicyWayback      PolicyOrigin = "wayback"       // from the web archive
)

// MarshalJSON writes the origin, or null when it is not known.
func (o PolicyOrigin) MarshalJSON() ([]byte, error) { return Text(o).MarshalJSON() }

// PolicyVersion is a text of an app's privacy policy, with the metadata of its
// last fetch.
//
// A store may store a text once for all versions that have it, and compressed. The text
// is large and seldom changes, so a fetch that finds the current text
// unchanged updates [PolicyAnalysis.FetchedAt] only. That time is copied to the
// version when another one becomes current.
type PolicyVersion struct {
	ID           PolicyVersionID `json:"id"`
	FirstFetched Time            `db:"first_fetched_at" json:"firstFetchedAt"`
	LastFetched  Time            `db:"last_fetched_at" json:"lastFetchedAt"` // for the current version, [PolicyAnalysis.FetchedAt] may be later

	PolicyURL   string       `db:"policy_url" json:"policyUrl"`     // that was requested
	FinalURL    Text         `db:"final_url" json:"sourceFinalUrl"` // after redirects
	Title       Text         `db:"title" json:"sourceTitle"`
	ContentType Text         `db:"content_type" json:"sourceContentType"`
	Origin      PolicyOrigin `db:"origin" json:"sourceOrigin"`
	WordCount   int          `db:"word_count" json:"sourceWordCount"`
	Text        string       `db:"text,apart" json:"sourceText"`

	ArchiveURL         Text     `db:"archive_url" json:"archiveUrl"`                  // a copy of the page in the web archive
	ArchiveSubmittedAt NullTime `db:"archive_submitted_at" json:"archiveSubmittedAt"` // when the archive was last asked to make one

	// Extractor is the name and version of the code that extracted the text.
	Extractor string `db:"extractor" json:"extractor"`

	// Replaces is the version that is the same text under earlier rules: another extractor,
	// or before a block was excluded. Zero: none. It is no change of the policy.
	Replaces Digest `db:"replaces" json:"replaces,omitzero"`
}

// PolicyVersionQuery narrows a list of policy versions, which is ordered by app,
// and of an app by first fetch, newest first, and digest.
type PolicyVersionQuery struct {
	App   AppID // zero: every app
	From  Time  // first fetched at this time or later; zero: at any time
	Limit int   // zero: all
}

// matches implements [Query].
func (q PolicyVersionQuery) matches(r PolicyVersion) bool {
	return asked(q.App, r.ID.App) && (q.From == 0 || r.FirstFetched >= q.From)
}

// compare implements [Query].
func (PolicyVersionQuery) compare(a, b PolicyVersion) int {
	return cmp.Or(cmp.Compare(a.ID.App, b.ID.App), cmp.Compare(b.FirstFetched, a.FirstFetched),
		bytes.Compare(a.ID.Hash[:], b.ID.Hash[:]))
}

// key returns the id.
func (v PolicyVersion) key() PolicyVersionID { return v.ID }

// parents implements [child].
func (v PolicyVersion) parents() []Parent { return onApp(v.ID.App) }

// validate refuses a version without app, digest, time, address or text.
func (v PolicyVersion) validate() error {
	if err := v.ID.App.validate("policy version"); err != nil {
		return err
	}
	if v.ID.Hash.IsZero() || v.FirstFetched <= 0 || v.PolicyURL == "" || v.Text == "" {
		return invalid("policy version", "no digest, time, address or text")
	}
	return checkText("policy version", v.PolicyURL, string(v.FinalURL), string(v.Title), string(v.ContentType),
		string(v.Origin), v.Text, string(v.ArchiveURL), v.Extractor)
}

// PolicyStatus is the state of an app's privacy policy.
type PolicyStatus string

// The states of a policy.
const (
	PolicyPending       PolicyStatus = "pending"                  // never fetched
	PolicySourceReady   PolicyStatus = "source_ready"             // text without a summary
	PolicyReady         PolicyStatus = "ready"                    // text and summary
	PolicyNeedsAIConfig PolicyStatus = "needs_ai_config"          // no model is configured
	PolicyFetchError    PolicyStatus = "fetch_error"              // the last fetch failed
	PolicyUnsupported   PolicyStatus = "unsupported_content_type" // neither a page nor plain text
	PolicyTooShort      PolicyStatus = "too_short"                // too short to be a policy
	PolicyAnalysisError PolicyStatus = "analysis_error"           // the summary failed
)

// PolicyStep is a step in the analysis of a policy. It is recorded when it
// begins and, with its duration, when it ends.
type PolicyStep struct {
	Phase string `json:"phase"`
	At    Time   `json:"at"`
	MS    *int64 `json:"ms,omitempty"` // duration in milliseconds; nil: at the beginning
	Note  string `json:"note,omitempty"`
	Error string `json:"error,omitempty"`
}

// PolicyAnalysis is the current state of an app's privacy policy. A failed fetch
// leaves the facts of the text unchanged.
type PolicyAnalysis struct {
	App    AppID        `db:"app_id,key" json:"appId"`
	Status PolicyStatus `db:"status" json:"status"`

	// Current is the digest of the text last fetched, Previous that of the text
	// before it; zero: none. When an old text returns, its Previous is the text
	// it replaces.
	Current  Digest `db:"current_hash" json:"contentHash,omitzero"`
	Previous Digest `db:"previous_hash" json:"previousContentHash,omitzero"`

	PolicyURL   Text         `db:"policy_url" json:"policyUrl"` // that was last requested
	FinalURL    Text         `db:"final_url" json:"sourceFinalUrl"`
	Title       Text         `db:"title" json:"sourceTitle"`
	ContentType Text         `db:"content_type" json:"sourceContentType"`
	Origin      PolicyOrigin `db:"origin" json:"sourceOrigin"`
	WordCount   int          `db:"word_count" json:"sourceWordCount"`
	Length      int          `db:"length" json:"sourceLength"` // of the text, in UTF-16 units
	FetchedAt   NullTime     `db:"fetched_at" json:"sourceFetchedAt"`

	// FailedDays is the number of UTC days with a failed fetch since the last successful
	// one, and FailedAt the last fetch that was counted.
	FailedDays int      `db:"failed_days" json:"failedDays"`
	FailedAt   NullTime `db:"failed_at" json:"failedAt"`

	// FetchAgainAt is when the policy is to be fetched again, because the last fetch proves
	// little. Doubtful is the text that it found if that is very unlike the current one:
	// a version that counts only if the next fetch finds it, too.
	FetchAgainAt NullTime `db:"fetch_again_at" json:"fetchAgainAt"`
	Doubtful     Digest   `db:"doubtful_hash" json:"doubtfulHash,omitzero"` // the version of the doubtful text
	DoubtfulAt   NullTime `db:"doubtful_at" json:"doubtfulAt"`              // when it was found

	// Recent are the texts of the last fetches before the current text, oldest first, as
	// long as each fetch found another text than the one before. After too many of them
	// the policy is unstable: UnstableUntil is when it counts as stable again, unless it
	// changes before. Notified is then the last text of which users were notified, and
	// Changing are the blocks of the text that differ.
	Recent        []Digest      `db:"recent_hashes" json:"recentHashes"`
	UnstableUntil NullTime      `db:"unstable_until" json:"unstableUntil"`
	Notified      Digest        `db:"notified_hash" json:"notifiedHash,omitzero"` // the text of which users were notified last; zero: the current one
	Changing      []PolicyBlock `db:"changing_blocks" json:"changingBlocks"`      // the blocks in which the last texts of an unstable policy differ

	// Excluded are the blocks that a user marked as not part of the policy.
	Excluded []PolicyBlock `db:"excluded_blocks" json:"excludedBlocks"`

	ArchiveURL         Text     `db:"archive_url" json:"archiveUrl"`                  // a copy of the current text in the web archive
	ArchiveSubmittedAt NullTime `db:"archive_submitted_at" json:"archiveSubmittedAt"` // when the archive was last asked to make one

	UpdatedAt Time         `db:"updated_at" json:"updatedAt"`
	Error     Text         `db:"error" json:"error"`    // why the last attempt failed, shown to the user
	Log       []PolicyStep `db:"log" json:"lastRunLog"` // of the last attempt, oldest first

	// Summary is of the text that Current names or, without a text, imported from
	// another installation; nil: none. The previous one is of another text, or of
	// the same text if it was summarised again.
	Summary           *PolicySummary `db:"summary" json:"summary"`
	SummaryAt         NullTime       `db:"summary_at" json:"summaryAt"`
	Mode              PolicyMode     `db:"mode" json:"analysisMode"`
	Model             Text           `db:"model" json:"model"`
	PreviousSummary   *PolicySummary `db:"previous_summary" json:"previousSummary"`
	PreviousSummaryAt NullTime       `db:"previous_summary_at" json:"previousSummaryAt"`

	// Notes are a model's answers on the parts of a long text, in their order.
	// They are cached, and belong to the text that NotesOf names.
	Notes   []PolicyNote `db:"notes" json:"chunkNotes"`
	NotesOf Digest       `db:"notes_of" json:"chunkNotesHash,omitzero"`
}

// Unstable reports whether the policy counts as unstable.
func (a PolicyAnalysis) Unstable(now Time) bool { return now < Time(a.UnstableUntil) }

// PolicyBlock is a block on the page of a policy that is not part of the policy, or differs
// so often that it may not be. It has a selector, or is named by the paragraphs around it,
// because its own text may differ at each fetch.
type PolicyBlock struct {
	ID       string `json:"id"`       // follows from the selector or the paragraphs
	Selector string `json:"selector"` // "#id", ".class" or words, as a fetcher takes them; empty: what is between After and Before
	After    string `json:"after"`    // the beginning of the paragraph before the block; empty: the block begins the text
	Before   string `json:"before"`   // the beginning of the paragraph after the block; empty: the block ends the text
	Text     string `json:"text"`     // the beginning of the block when it was found
	Words    int    `json:"words"`    // the length of the longest form of the block that was found

	// At is when the block was found or, of an excluded block, excluded, and Applied when
	// the current text was without it first. Readmitted is when a user took the exclusion
	// back: the next successful fetch removes the block from the list.
	At         Time     `json:"at"`
	Applied    NullTime `json:"appliedAt"`
	Readmitted NullTime `json:"readmittedAt"`

	// LeftOut is how many parts of the page the last successful fetch left out for an excluded block, and
	// Counted when that was; zero: the fetches since it was excluded counted none.
	LeftOut int      `json:"leftOut"`
	Counted NullTime `json:"countedAt"`
	// Kept reports whether that fetch found such parts, and left out none because the rest would have been
	// no policy.
	Kept bool `json:"kept,omitempty"`
}

// PolicyMode is how a summary was made. Empty means unknown, and is null in JSON.
type PolicyMode string

// The modes.
const (
	PolicyDirectly PolicyMode = "direct"   // from the whole text at once
	PolicyChunked  PolicyMode = "chunked"  // from notes on its parts
	PolicyImported PolicyMode = "imported" // by another installation
)

// MarshalJSON writes the mode, or null when it is not known.
func (m PolicyMode) MarshalJSON() ([]byte, error) { return Text(m).MarshalJSON() }

// PolicyNote is a model's summary of a part of a text.
type PolicyNote struct {
	Of         Digest   `json:"chunkHash"` // of the part and the model
	Summary    string   `json:"summary"`
	Highlights []string `json:"highlights"`
}

// PolicyAnalysisQuery narrows a list of policy analyses, which is ordered by app or, with
// FetchAgainBy, by when they are to be fetched again, and app.
type PolicyAnalysisQuery struct {
	FetchAgainBy Time // to be fetched again at this time or before; zero: all
	Limit        int  // zero: all
}

// matches implements [Query].
func (q PolicyAnalysisQuery) matches(a PolicyAnalysis) bool {
	return q.FetchAgainBy == 0 || a.FetchAgainAt != 0 && Time(a.FetchAgainAt) <= q.FetchAgainBy
}

// compare implements [Query].
func (q PolicyAnalysisQuery) compare(a, b PolicyAnalysis) int {
	if q.FetchAgainBy != 0 {
		return cmp.Or(cmp.Compare(a.FetchAgainAt, b.FetchAgainAt), cmp.Compare(a.App, b.App))
	}
	return cmp.Compare(a.App, b.App)
}

// key returns the app.
func (a PolicyAnalysis) key() AppID { return a.App }

// parents implements [child].
func (a PolicyAnalysis) parents() []Parent { return onApp(a.App) }

// validate refuses an analysis without app, with an unknown status, or with a
// summary that is not in the form of [PolicySummary.Normal].
func (a PolicyAnalysis) validate() error {
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
		string(a.ArchiveURL), string(a.Mode), string(a.Model),
	}
	for _, s := range a.Log {
		texts = append(texts, s.Phase, s.Note, s.Error)
	}
	for _, n := range a.Notes {
		texts = append(append(texts, n.Summary), n.Highlights...)
	}
	for _, blocks := range [][]PolicyBlock{a.Changing, a.Excluded} {
		for _, b := range blocks {
			texts = append(texts, b.ID, b.Selector, b.After, b.Before, b.Text)
		}
	}
	if err := a.Summary.validate("policy analysis"); err != nil {
		return err
	}
	if err := a.PreviousSummary.validate("policy analysis"); err != nil {
		return err
	}
	return checkText("policy analysis", texts...)
}
