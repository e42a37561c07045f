package summary_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/storage"
)

// extract summarises a text without a model.
func extract(t testing.TB, text string) summary.Result {
	t.Helper()
	s, err := summary.Extractive{}.Summarize(t.Context(), summary.Request{Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestExtractiveRates(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		lens       storage.PolicyLensKey
		rating     storage.PolicyRating
		summary    string
	}{
		{"a promise", "# Sharing\n\nWe do not sell your data. We never do.", storage.LensSharing, storage.RatingFavorable, "“We do not sell your data.”"},
		{"its opposite", "We may sell your data to partners.", storage.LensSharing, storage.RatingConcerning, "“We may sell your data to partners.”"},
		{"a promise and a sale", "We do not sell your e-mail address to others. To others we sell personal profiles of you.", storage.LensSharing, storage.RatingMixed,
			"“To others we sell personal profiles of you.” “We do not sell your e-mail address to others.”"},
		{"with nobody", "We share your data with third parties: none.", storage.LensSharing, storage.RatingFavorable, "“We share your data with third parties: none.”"},
		{"an exception", "We do not sell your data unless you pay for it.", storage.LensSharing, storage.RatingMixed, "“We do not sell your data unless you pay for it.”"},
		{"a promise and its breach", "We do not sell your personal information, but we may share your data with third parties.", storage.LensSharing, storage.RatingConcerning,
			"“We do not sell your personal information, but we may share your data with third parties.”"},
		{"a condition", "If you do not opt out, we may sell your personal information.", storage.LensSharing, storage.RatingConcerning,
			"“If you do not opt out, we may sell your personal information.”"},
		{"a long list of what is not done", "We do not sell or rent the personal information of our users in any form to data brokers, affiliates and partners.", storage.LensSharing, storage.RatingFavorable,
			"“We do not sell or rent the personal information of our users in any form to data brokers, affiliates and partners.”"},
		{"none", "None of it is used by us for targeted advertising.", storage.LensAds, storage.RatingFavorable, "“None of it is used by us for targeted advertising.”"},
		{"a right to refuse", "You have the right to opt out of the sale of personal information.", storage.LensSharing, storage.RatingMixed,
			"“You have the right to opt out of the sale of personal information.”"},
		{"a question", "You may ask us whether we sell your personal information.", storage.LensSharing, storage.RatingMixed, "“You may ask us whether we sell your personal information.”"},
		{"a belief", "We do not believe that we sell your personal information.", storage.LensSharing, storage.RatingFavorable, "“We do not believe that we sell your personal information.”"},
		{"an inversion", "We do not lend your data to anybody, nor do we sell your data.", storage.LensSharing, storage.RatingFavorable,
			"“We do not lend your data to anybody, nor do we sell your data.”"},
		{"a wish that is met", "We honor Do Not Track signals of your browser.", storage.LensTracking, storage.RatingFavorable, "“We honor Do Not Track signals of your browser.”"},
		{"a wish that is not", "We do not respond to Do Not Track signals of your browser.", storage.LensTracking, storage.RatingConcerning,
			"“We do not respond to Do Not Track signals of your browser.”"},
		{"what all do", "- We pass the data to service providers that work for us.", storage.LensSharing, storage.RatingMixed, "“We pass the data to service providers that work for us.”"},
		{"nothing", "The weather is fine and we like it.", storage.LensSharing, storage.RatingUnclear, "No sentence on sharing with third parties was found."},
		{"a heading", "# We sell your data to everybody\n\nThe weather is fine, and it is warm.", storage.LensSharing, storage.RatingUnclear, "No sentence on sharing with third parties was found."},
		{"a heading without a mark", "Sharing With Third Parties\n\nThe weather is fine, and it is warm.", storage.LensSharing, storage.RatingUnclear, "No sentence on sharing with third parties was found."},
		{"a heading above its text", "Sharing With Third Parties\nWe do not sell your data to others.", storage.LensSharing, storage.RatingFavorable, "“We do not sell your data to others.”"},
		{"a promise on two lines", "Since we care for our users as we should, we do not\nsell your personal information.", storage.LensSharing, storage.RatingFavorable,
			"“Since we care for our users as we should, we do not sell your personal information.”"},
		{"a name on the second line", "We want you to know that we share your data with the\nFacebook Company.\nThe weather is fine.", storage.LensSharing, storage.RatingMixed,
			"“We want you to know that we share your data with the Facebook Company.”"},
		{"items of a list", "With the others that we work with we share:\n- your data with third parties in Iceland\n- the weather in all its forms", storage.LensSharing, storage.RatingMixed,
			"“With the others that we work with we share:”"},
		{"an introduction", "This Privacy Policy describes how we share your information. We do not sell your data to others.", storage.LensSharing, storage.RatingFavorable,
			"“We do not sell your data to others.”"},
		{"an introduction alone", "This Privacy Policy describes how we share your information with third parties.", storage.LensSharing, storage.RatingUnclear,
			"“This Privacy Policy describes how we share your information with third parties.”"},
		{"children", "Our app is not directed to children under 13, and that is all.", storage.LensChildren, storage.RatingFavorable, "“Our app is not directed to children under 13, and that is all.”"},
		{"an end", "Your data is automatically deleted after 30 days, e.g. Logs.", storage.LensRetention, storage.RatingFavorable, "“Your data is automatically deleted after 30 days, e.g. Logs.”"},
		{"no end", "We keep this data indefinitely, or for as long as we like.", storage.LensRetention, storage.RatingConcerning, "“We keep this data indefinitely, or for as long as we like.”"},
		{"a right", "You have the right to access and to delete your account.", storage.LensControls, storage.RatingFavorable, "“You have the right to access and to delete your account.”"},
		{"no right", "You cannot opt out of this in the app.", storage.LensControls, storage.RatingUnclear, "“You cannot opt out of this in the app.”"},
		{"German", "Wir verkaufen nichts. Wir geben personenbezogene Daten an Dritte weiter.", storage.LensSharing, storage.RatingUnclear,
			"“Wir geben personenbezogene Daten an Dritte weiter.”"},
		{"Japanese", "当社は、広告のために第三者へ情報を提供することがあります。以上です、終わりになります。", storage.LensAds, storage.RatingUnclear, "“当社は、広告のために第三者へ情報を提供することがあります。”"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := extract(t, tt.text)
			want := storage.PolicyLens{Key: tt.lens, Rating: tt.rating, Summary: tt.summary}
			if d := cmp.Diff(want, got.Lens(tt.lens)); d != "" {
				t.Errorf("the lens (-want +got):\n%s", d)
			}
			if got.Model != summary.ExtractiveModel || got.Mode != storage.PolicyDirectly {
				t.Errorf("made by %s, %s", got.Model, got.Mode)
			}
		})
	}
}

func TestExtractiveOverview(t *testing.T) {
	t.Parallel()
	got := extract(t, "We collect precise location of you. We use your data to improve our service. You can opt out of it in the settings.")
	want := "Quotes from the policy, chosen by words and not by a model. It speaks of 3 of 8 subjects: 1 favorable, 1 mixed, 1 concerning, 5 unclear."
	if got.Overview != want {
		t.Errorf("the overview is %s", got.Overview)
	}
	highlights := []string{"“We collect precise location of you.”", "“You can opt out of it in the settings.”", "“We use your data to improve our service.”"}
	if d := cmp.Diff(highlights, got.Highlights); d != "" {
		t.Errorf("highlights (-want +got):\n%s", d)
	}
}

func TestExtractiveStopsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := summary.Extractive{}.Summarize(ctx, summary.Request{Text: "We collect personal data of all of you."})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v", err)
	}
}

// FuzzExtractive holds the summary to its promise: it is one that a store takes,
// and all that it quotes is in the text.
func FuzzExtractive(f *testing.F) {
	f.Add("We collect personal data. We do not sell it, e.g. to Inc. or others! Ok?\n\n- You can opt out.")
	f.Add("Wir geben Daten an Dritte weiter。広告 \u202e a.\u00a0B \xff.")
	f.Add(strings.Repeat("we collect cookies and more of the sort, ", 40))
	f.Fuzz(func(t *testing.T, text string) {
		got := extract(t, text)
		a := storage.PolicyAnalysis{App: 7, Status: storage.PolicyReady, Summary: &got.PolicySummary, Model: storage.Text(got.Model)}
		if err := storage.Validate(a); err != nil {
			t.Fatal(err)
		}
		all := storage.LineOf(text, len(text)+1)
		for _, l := range got.Lenses {
			quotes, found := strings.CutPrefix(l.Summary, "“")
			if !found {
				continue
			}
			for quote := range strings.SplitSeq(strings.TrimSuffix(quotes, "”"), "” “") {
				if quote = strings.TrimSuffix(quote, "…"); !strings.Contains(all, quote) && !strings.ContainsAny(text, "“”") {
					t.Fatalf("%q is quoted, and not in %q", quote, all)
				}
			}
		}
	})
}

// A text without full stops is cut, so that what is far from a promise is heard for
// itself, and that it takes no longer than another one of its length.
func TestExtractiveCutsTextWithoutFullStops(t *testing.T) {
	t.Parallel()
	got := extract(t, "We do not sell your data "+strings.Repeat("and, we do not share with third parties at all ", 1_000)+"but we sell your data")
	if lens := got.Lens(storage.LensSharing); lens.Rating != storage.RatingMixed || !strings.Contains(lens.Summary, "“We do not sell your data and, we do not share") {
		t.Errorf("the lens is %+v", lens)
	}
}

func BenchmarkExtractive(b *testing.B) {
	text := strings.Repeat("We collect personal data. We do not sell it to anyone else. The weather is fine and we like it.\n", 600)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		extract(b, text)
	}
}
