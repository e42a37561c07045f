package llm

import (
	"context"
	_ "embed"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

//go:embed sample.txt
var sampleText string

// Sample is a policy of an app that does not exist, to try a model with.
type Sample struct {
	AppName   string   `json:"appName"`         // the name of the app
	Developer string   `json:"developer"`       // the developer of the app
	PolicyURL string   `json:"policyUrl"`       // the URL of the policy
	Text      string   `json:"policyText"`      // the text of the policy
	Scenario  string   `json:"scenario"`        // what the sample shows
	WordCount int      `json:"wordCount"`       // number of words
	Checklist []string `json:"reviewChecklist"` // what to look for in the summary
	Signals   []string `json:"expectedSignals"` // what a good summary mentions
}

// NewSample returns the sample.
func NewSample() Sample {
	text := strings.TrimSpace(sampleText)
	return Sample{
		AppName: "Puddle Pals", Developer: "Lantern & Moss", PolicyURL: "https://puddle-pals.example/privacy", Text: text,
		Scenario: "A weather diary for families, with a free edition that shows advertising and with profiles of children.", WordCount: len(strings.Fields(text)),
		Checklist: []string{
			"Is each lens rated from what the text says?", "Is nothing claimed that the text does not say?", "Are the limits of the promises named?",
			"Are the periods of deletion right?", "Is the overview clear to a reader in a hurry?",
		},
		Signals: []string{
			"Approximate location with permission, no precise location", "Entries are used to show them, not to train machines", "Contextual banners in the free edition",
			"Newsletter that one can opt out of", "Personal information is not sold", "A hosting company and a weather service receive data",
			"A third party analytics service on the web site", "Copy, correction and deletion on request", "Deleted within 30 days, from backups within 90",
			"Records of payments for ten years", "Verifiable parental consent for children under 13", "No chat with strangers",
		},
	}
}

// Trial is the outcome of [Models.Try].
type Trial struct {
	Summary summary.Result
	Steps   []storage.PolicyStep
	Took    time.Duration
}

// Try asks a target to summarize the sample, and records the outcome in the activity
// log and the debug log. The error wraps one of package summary.
func (m *Models) Try(ctx context.Context, t Target) (Trial, error) {
	s := NewSample()
	by, err := storage.View(ctx, m.store, func(tx *storage.Tx) (summary.Summarizer, error) { return m.of(tx, t) })
	if err != nil {
		return Trial{}, err
	}
	var trial Trial
	began := m.now()
	made, failed := by.Summarize(ctx, summary.Request{
		AppName: s.AppName, Developer: s.Developer, PolicyURL: s.PolicyURL, Text: s.Text,
		Step: func(phase string, do func() (string, error)) error {
			at := m.now()
			note, err := do()
			ms := max(m.now().Sub(at).Milliseconds(), 0)
			step := storage.PolicyStep{Phase: phase, At: storage.TimeOf(at), MS: &ms, Note: note}
			if err != nil {
				step.Error = summary.Explain(err)
			}
			trial.Steps = append(trial.Steps, step)
			return err
		},
	})
	trial.Summary, trial.Took = made, max(m.now().Sub(began), 0)
	if ctx.Err() != nil {
		return trial, ctx.Err()
	}
	line := storage.Activity{
		Type: "policy_summary", Status: activity.OK, AppName: storage.Text(s.AppName), StartedAt: storage.TimeOf(began), EndedAt: storage.NullTime(storage.TimeOf(m.now())),
		Summary: storage.Text(s.AppName + ": sample policy summarised by " + t.Model), Detail: []byte(`{"sample":true}`),
	}
	if failed != nil {
		line.Status, line.Summary = activity.Failed, storage.Text(s.AppName+": "+summary.Explain(failed))
	}
	err = m.store.Update(ctx, func(tx *storage.Tx) error { return activity.Record(tx, m.random, line) })
	if failed != nil {
		return trial, failed
	}
	return trial, err
}
