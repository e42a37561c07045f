package storage_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

// unclear returns the lenses of a summary that says nothing.
func unclear() []storage.PolicyLens {
	var lenses []storage.PolicyLens
	for _, key := range storage.PolicyLensKeys() {
		lenses = append(lenses, storage.PolicyLens{
			Key: key, Rating: storage.RatingUnclear, Summary: "The summary says nothing clear on " + key.Subject() + ".",
		})
	}
	return lenses
}

func TestPolicySummaryNormal(t *testing.T) {
	t.Parallel()
	nothing := unclear()
	empty := storage.PolicySummary{
		Overview:   "The summary has no overview.",
		Highlights: []string{nothing[0].Summary, nothing[1].Summary, nothing[2].Summary},
		Lenses:     nothing,
	}
	long := strings.Repeat("wörd ", 100)
	tests := []struct {
		name   string
		json   string
		change func(*storage.PolicySummary)
	}{
		{"nothing", `{}`, func(*storage.PolicySummary) {}},
		{"members of other types", `{"overview":5,"highlights":{"a":1},"lenses":"all","safetySummary":[]}`, func(*storage.PolicySummary) {}},
		{"elements of other types", `{"highlights":[1,null,{}],"lenses":[3,null,[],{"key":1}],"safetySummary":{"paragraph":null}}`, func(*storage.PolicySummary) {}},
		{"unknown members", `{"score":10,"externalReferences":[{"url":"https://a.example"}]}`, func(*storage.PolicySummary) {}},
		{"space and invisible characters", `{"overview":" It\u00a0\t keeps\r\n\u0000 all \u202e\u200b. "}`, func(s *storage.PolicySummary) { s.Overview = "It keeps all ." }},
		{"broken letters", `{"overview":"a\ud800b"}`, func(s *storage.PolicySummary) { s.Overview = "a\ufffdb" }},
		{"too long", `{"overview":"` + long + `"}`, func(s *storage.PolicySummary) {
			s.Overview = strings.Repeat("wörd ", 63) + "wörd…"
		}},
		{"highlights", `{"highlights":["b"," b ","","a","c","d","e","f"]}`, func(s *storage.PolicySummary) {
			s.Highlights = []string{"b", "a", "c", "d", "e"}
		}},
		{"too few highlights", `{"highlights":["b"]}`, func(s *storage.PolicySummary) {
			s.Highlights = []string{"b", nothing[0].Summary, nothing[1].Summary}
		}},
		{"lenses in another order", `{"lenses":[{"key":"children_minors","rating":"favorable","summary":"None."},
			{"key":"weather","rating":"mixed","summary":"Rain."},{"key":"ads_marketing","rating":"awful","summary":"Ads."},
			{"key":"ads_marketing","rating":"mixed","summary":"Again."},{"key":"product_use","rating":"favorable","summary":" "}]}`,
			func(s *storage.PolicySummary) {
				s.Lenses = unclear()
				s.Lenses[7] = storage.PolicyLens{Key: storage.LensChildren, Rating: storage.RatingFavorable, Summary: "None."}
				s.Lenses[2] = storage.PolicyLens{Key: storage.LensAds, Rating: storage.RatingUnclear, Summary: "Ads."}
				s.Highlights = []string{nothing[0].Summary, nothing[1].Summary, "Ads."}
			}},
		{"safety", `{"safetySummary":{"paragraph":"Chat.","concerns":["x","x","y"]}}`, func(s *storage.PolicySummary) {
			s.Safety = &storage.PolicySafety{Paragraph: "Chat.", Concerns: []string{"x", "y"}}
		}},
		{"safety without a paragraph", `{"safetySummary":{"paragraph":" ","concerns":["x"]}}`, func(*storage.PolicySummary) {}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			want := empty
			tt.change(&want)
			var got storage.PolicySummary
			if err := json.Unmarshal([]byte(tt.json), &got); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("read (-want +got):\n%s", d)
			}
			if d := cmp.Diff(got, got.Normal()); d != "" {
				t.Errorf("its normal form is another one (-want +got):\n%s", d)
			}
			if err := storage.Validate((storage.PolicyAnalysis{App: 7, Status: storage.PolicyReady, Summary: &got})); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestPolicySummaryOfNoObject(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`5`, `"summary"`, `[]`, `{`} {
		got := storage.PolicySummary{Overview: "as it was"}
		if err := json.Unmarshal([]byte(text), &got); err == nil || got.Overview != "as it was" {
			t.Errorf("%s is read as %+v, %v, want an error", text, got, err)
		}
	}
}

func TestPolicySummaryLens(t *testing.T) {
	t.Parallel()
	s := storage.PolicySummary{Lenses: []storage.PolicyLens{{Key: storage.LensAds, Rating: storage.RatingMixed, Summary: "Ads."}}}
	if got := s.Lens(storage.LensAds); got.Rating != storage.RatingMixed {
		t.Errorf("ads are %+v", got)
	}
	if got := s.Lens(storage.LensChildren); got.Rating != storage.RatingUnclear || got.Summary == "" {
		t.Errorf("children are %+v, want them unclear", got)
	}
}

// FuzzPolicySummary holds whatever is read to the form that is kept: what is
// written is read as the same, and a store takes it.
func FuzzPolicySummary(f *testing.F) {
	f.Add([]byte(`{"overview":"a","highlights":["b","c"],"lenses":[{"key":"ads_marketing","rating":"mixed","summary":"d"}],"safetySummary":{"paragraph":"e","concerns":["f"]}}`))
	f.Add([]byte(`{"overview":"\ud800\u0000","lenses":[null,7],"highlights":["a\u2028","a "]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var got storage.PolicySummary
		if json.Unmarshal(text, &got) != nil {
			return
		}
		if err := storage.Validate((storage.PolicyAnalysis{App: 7, Status: storage.PolicyReady, Summary: &got})); err != nil {
			t.Fatalf("%s is read as %+v: %v", text, got, err)
		}
		written, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		var again storage.PolicySummary
		if err := json.Unmarshal(written, &again); err != nil || !cmp.Equal(got, again) {
			t.Fatalf("%s is read back as %+v, %v", written, again, err)
		}
	})
}
