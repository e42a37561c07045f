package policy

import (
	"context"
	"slices"
	"unicode/utf8"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/policy/textdiff"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/storage"
)

// maxTold is the maximum length of the description of a difference, in characters.
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

// prepared is what there is to tell of a change, found before the transaction that saves it:
// comparing two long texts takes too long to be done within one.
type prepared struct {
	basis
	telling
}

// basis is what a telling depends on.
type basis struct {
	from, to storage.Digest
	cared    []storage.PolicyLensKey
	label    storage.Digest
}

func (b basis) is(other basis) bool {
	return b.from == other.from && b.to == other.to && b.label == other.label && slices.Equal(b.cared, other.cared)
}

// basisOf returns what the telling of a change from one text to another depends on.
func basisOf(tx *storage.Tx, app storage.App, from, to storage.Digest) (basis, error) {
	cared, err := caredAbout(tx)
	return basis{from: from, to: to, cared: cared, label: app.LabelDigest}, err
}

// prepare finds out what there is to tell of an attempt that got another text than the current
// one, or the text at which an unstable policy comes to rest.
func (s *Service) prepare(ctx context.Context, a *attempt) error {
	from, to, text := a.before.Current, a.source.Hash, a.source.Text
	if a.doubted && !a.agrees {
		return nil
	}
	if from == to || a.same {
		if !unsettled(a.before) {
			return nil
		}
		from, to, text = a.before.Notified, a.before.Current, a.current.Text
	}
	if from.IsZero() || from == to {
		return nil
	}
	var was string
	var label *storage.Label
	err := s.env.Store.View(ctx, func(tx *storage.Tx) (err error) {
		if a.told.basis, err = basisOf(tx, a.app, from, to); err != nil {
			return err
		}
		was, label, err = a.told.read(tx, a.app.ID, from)
		return err
	})
	if err != nil || was == "" || text == "" {
		a.told.basis = basis{}
		return err
	}
	a.told.telling = a.told.tell(label, was, text)
	return nil
}

// read returns a text and the label with which it is compared; nil: none.
func (b basis) read(tx *storage.Tx, app storage.AppID, text storage.Digest) (string, *storage.Label, error) {
	v, _, err := storage.Find(tx.PolicyVersions, storage.PolicyVersionID{App: app, Hash: text})
	if err != nil || b.label.IsZero() {
		return v.Text, nil, err
	}
	body, found, err := storage.Find(tx.Labels, b.label)
	if err != nil || !found {
		return v.Text, nil, err
	}
	return v.Text, &body.Label, nil
}

// tell tells of the difference of two texts.
func (b basis) tell(label *storage.Label, was, now string) telling {
	t := tellingOf(textdiff.Compare(was, now), b.cared)
	if label != nil {
		t.judge(*label, was, now)
	}
	return t
}

// tell describes a fetch that found another text: how much changed, its most
// important sentence, and the claims of the label with which the new text disagrees and the
// one before did not. Ready is what was found out before, if nothing changed meanwhile.
func (s *Service) tell(tx *storage.Tx, app storage.App, read FetchResult, ready prepared) (telling, error) {
	if read.Event != Changed && read.Event != Settled {
		return telling{}, nil
	}
	if read.Analysis.Previous == read.Analysis.Current {
		return telling{lines: []string{"It reads as before."}}, nil
	}
	on, err := basisOf(tx, app, read.Analysis.Previous, read.Analysis.Current)
	if err != nil || on.is(ready.basis) {
		return ready.telling, err
	}
	was, label, err := on.read(tx, app.ID, on.from)
	if err != nil {
		return telling{}, err
	}
	now, _, err := on.read(tx, app.ID, on.to)
	if err != nil || was == "" || now == "" {
		return telling{}, err
	}
	return on.tell(label, was, now), nil
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
func (t *telling) judge(label storage.Label, was, now string) {
	before, after := judged(label, nil, was), judged(label, nil, now)
	for i, claim := range after {
		if claim.Verdict != Disagrees {
			continue
		}
		if t.disagreements++; before[i].Verdict != Disagrees && len(claim.Evidence) > 0 {
			t.contradicted++
			t.lines = append(t.lines, storage.LineOf("The policy now disagrees with the label. "+claim.Statement+" The policy: “"+claim.Evidence[0].Quote+"”", maxTold))
		}
	}
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
