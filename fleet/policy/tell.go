package policy

import (
	"context"
	"unicode/utf8"

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
	lines         []string             // sentences for users
	paragraphs    *textdiff.Paragraphs // nil: the texts were not compared
	disagreements int                  // claims of the label with which the new text disagrees
	contradicted  int                  // of these, the ones with which the text before did not
}

// count adds the numbers to the members of an entry.
func (t telling) count(more map[string]any) {
	if t.paragraphs != nil {
		more["difference"] = t.paragraphs
	}
	if t.disagreements > 0 {
		more["disagreements"] = t.disagreements
	}
	if t.contradicted > 0 {
		more["disagreementsAdded"] = t.contradicted
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
// that is in one of the texts only, in at most maxTold characters.
func tellingOf(d textdiff.Diff, cared []storage.PolicyLensKey) telling {
	text := d.Stats.Paragraphs.String()
	if text == "" {
		text = "Some words changed"
	}
	if s, found := important(d, cared); found {
		text += ": "
		if s.Kind == textdiff.Removed && d.Stats.Paragraphs.Added+d.Stats.Paragraphs.Changed > 0 {
			text += "no longer "
		}
		text += "“" + storage.LineOf(s.Text, maxTold-utf8.RuneCountInString(text)-2) + "”"
	}
	return telling{lines: []string{text}, paragraphs: &d.Stats.Paragraphs}
}

// important returns the most important sentence of a difference, one on a subject that the
// user cares about if there is one. A new one counts twice as much as one that is gone.
func important(d textdiff.Diff, cared []storage.PolicyLensKey) (best textdiff.Sentence, found bool) {
	weigh := summary.Weigher(cared)
	most := -1
	for s := range d.Sentences() {
		w := weigh(s.Text)
		if s.Kind == textdiff.Added {
			w = 2*w + 1
		}
		if w > most || w == most && s.Kind == textdiff.Added && best.Kind == textdiff.Removed {
			best, most, found = s, w, true
		}
	}
	return best, found
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
			t.contradicted++
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
