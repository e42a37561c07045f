package policy

import (
	"context"
	"fmt"
	"strings"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/fleet/policy/textdiff"
	"github.com/privacylabels/auditor/fleet/profile"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/storage"
)

// maxTold is the maximum length of what is told of a difference, in characters.
const maxTold = 300

// telling is what an entry and its notification say about the difference of two texts.
type telling struct {
	lines                     []string // sentences for users
	compared                  bool
	added, removed, rewritten int // paragraphs
	disagreements             int // claims of the label with which the new text disagrees
}

// count adds the numbers to the members of an entry.
func (t telling) count(more map[string]any) {
	if t.compared {
		more["difference"] = map[string]int{"added": t.added, "changed": t.rewritten, "removed": t.removed}
	}
	if t.disagreements > 0 {
		more["disagreements"] = t.disagreements
	}
}

// tell returns what is told of a fetch that found another text: how much changed, its most
// important sentence, and the claims of the label with which the new text disagrees and the
// one before did not.
func (s *Service) tell(tx *storage.Tx, app storage.App, read FetchResult) (telling, error) {
	if read.Event != Changed && read.Event != Settled {
		return telling{}, nil
	}
	if read.Analysis.Previous == read.Analysis.Current {
		return telling{lines: []string{"It reads as before."}}, nil
	}
	was, _, err := storage.Find(tx.PolicyVersions, storage.PolicyVersionID{App: app.ID, Hash: read.Analysis.Previous})
	if err != nil {
		return telling{}, err
	}
	now, _, err := storage.Find(tx.PolicyVersions, storage.PolicyVersionID{App: app.ID, Hash: read.Analysis.Current})
	if err != nil || was.Text == "" || now.Text == "" {
		return telling{}, err
	}
	cared, err := caredAbout(tx)
	if err != nil {
		return telling{}, err
	}
	t := tellingOf(textdiff.Compare(was.Text, now.Text), cared)
	return t, t.judge(tx, app, was.Text, now.Text)
}

// tellingOf tells of a difference: the number of paragraphs, and the most important sentence
// that is in one of the texts only.
func tellingOf(d textdiff.Diff, cared []storage.PolicyLensKey) telling {
	t := telling{compared: true}
	var added, removed []string
	pair := false // the line is the other form of the one before
	for _, line := range d.Lines {
		blank := strings.TrimSpace(line.Text) == ""
		switch {
		case line.Kind == textdiff.Unchanged || blank:
			continue
		case line.Kind == textdiff.Removed && line.Words != nil:
			t.rewritten++
			pair = true
			removed = append(removed, line.Text)
			continue
		case line.Kind == textdiff.Removed:
			t.removed++
			removed = append(removed, line.Text)
		case pair && line.Words != nil:
			added = append(added, line.Text)
		default:
			t.added++
			added = append(added, line.Text)
		}
		pair = false
	}
	sentence, gone := important(added, removed, cared), false
	if sentence == "" {
		sentence, gone = important(removed, added, cared), true
	}
	t.lines = []string{t.sentence(sentence, gone)}
	return t
}

// important returns the most important sentence of some paragraphs that is not in others: one
// of a lens that the user cares about if there is one. It is empty if there is none.
func important(paragraphs, others []string, cared []storage.PolicyLensKey) string {
	known := make(map[string]bool)
	for s := range summary.Statements(strings.Join(others, "\n\n"), nil) {
		known[foldSpace(s.Text)] = true
	}
	best := summary.Statement{Weight: -1}
	for s := range summary.Statements(strings.Join(paragraphs, "\n\n"), cared) {
		if s.Weight > best.Weight && !known[foldSpace(s.Text)] {
			best = s
		}
	}
	return best.Text
}

// sentence returns the numbers and a quote of a sentence, in at most maxTold characters. Gone
// reports that the sentence is in the older text.
func (t telling) sentence(quote string, gone bool) string {
	var parts []string
	for _, part := range []struct {
		n    int
		what string
	}{{t.added, "added"}, {t.rewritten, "changed"}, {t.removed, "removed"}} {
		if part.n == 0 {
			continue
		}
		noun := "paragraphs"
		if part.n == 1 {
			noun = "paragraph"
		}
		if len(parts) > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.what))
		} else {
			parts = append(parts, fmt.Sprintf("%d %s %s", part.n, noun, part.what))
		}
	}
	text := strings.Join(parts, ", ")
	if text == "" {
		text = "Some words changed"
	}
	if quote == "" {
		return text
	}
	text += ": "
	if gone && (t.added > 0 || t.rewritten > 0) {
		text += "no longer "
	}
	return text + "“" + storage.LineOf(quote, maxTold-len([]rune(text))-2) + "”"
}

// caredAbout returns the lenses that the privacy profile of the user, or the audience, is
// about.
func caredAbout(tx *storage.Tx) (lenses []storage.PolicyLensKey, err error) {
	p, err := profile.StoredPrivacy(tx)
	if err != nil {
		return nil, err
	}
	collects, tracks := false, false
	for _, tier := range p.Tiers {
		collects = collects || tier == profile.NotCollected
		tracks = tracks || tier < profile.Tracking
	}
	if collects {
		lenses = append(lenses, storage.LensCollection)
	}
	if tracks {
		lenses = append(lenses, storage.LensSharing, storage.LensAds, storage.LensTracking)
	}
	if p.Retention == profile.RetentionLimited || p.Retention == profile.RetentionNone {
		lenses = append(lenses, storage.LensRetention)
	}
	focus, err := feature.FocusOf(tx)
	if err == nil && focus.Audience == feature.AudienceGuardian {
		lenses = append(lenses, storage.LensChildren)
	}
	return lenses, err
}

// judge adds the claims of the label with which the new text disagrees and the older one did
// not.
func (t *telling) judge(tx *storage.Tx, app storage.App, was, now string) error {
	if app.LabelDigest.IsZero() {
		return nil
	}
	body, found, err := storage.Find(tx.Labels, app.LabelDigest)
	if err != nil || !found {
		return err
	}
	before, after := judged(body.Label, nil, was), judged(body.Label, nil, now)
	for i, claim := range after {
		if claim.Verdict != Disagrees {
			continue
		}
		if t.disagreements++; before[i].Verdict != Disagrees && len(claim.Evidence) > 0 {
			t.lines = append(t.lines, storage.LineOf("The policy now disagrees with the label. "+claim.Statement+" The policy: “"+claim.Evidence[0].Quote+"”", maxTold))
		}
	}
	return nil
}

// judged returns the claims of a label, compared with a text. Without a summary of the text,
// the sentences are found as [summary.Extractive] does.
func judged(label storage.Label, of *storage.PolicySummary, text string) []Claim {
	claims := claimsOf(label)
	if len(claims) == 0 || text == "" {
		return claims
	}
	if of == nil {
		made, err := summary.Extractive{}.Summarize(context.Background(), summary.Request{Text: text})
		if err != nil {
			return claims // cannot happen: the context does not end
		}
		of = &made.PolicySummary
	}
	said := sentencesOf(text)
	for i := range claims {
		claims[i].compare(of, said)
	}
	return claims
}
