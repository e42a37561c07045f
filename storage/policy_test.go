package storage_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

func policyKinds() map[string]kind {
	type (
		version  = storage.PolicyVersion
		analysis = storage.PolicyAnalysis
	)
	id := storage.PolicyVersionID{App: 7, Hash: storage.Digest{1}}
	fine := make(map[string]func(*analysis))
	for _, s := range []storage.PolicyStatus{
		storage.PolicySourceReady, storage.PolicyReady, storage.PolicyNeedsAIConfig, storage.PolicyFetchError,
		storage.PolicyUnsupported, storage.PolicyTooShort, storage.PolicyAnalysisError,
	} {
		fine[string(s)] = func(a *analysis) { a.Status = s }
	}
	whole := storage.PolicySummary{Overview: "It collects little."}.Normal()
	spoilt := func(change func(*storage.PolicySummary)) func(*analysis) {
		return func(a *analysis) {
			s := storage.PolicySummary{Overview: "It collects little."}.Normal()
			change(&s)
			a.Summary = &s
		}
	}
	fine["a summary"] = func(a *analysis) { a.Summary, a.PreviousSummary = &whole, &whole }
	fine["a safety summary"] = spoilt(func(s *storage.PolicySummary) { s.Safety = &storage.PolicySafety{Paragraph: "Chat."} })
	return map[string]kind{
		"policy version": kindOf[storage.PolicyVersionID, version]{
			valid: version{ID: id, FirstFetched: 1, PolicyURL: "u", Text: "text"}, key: id,
			spoil: map[string]func(*version){
				"no app": func(v *version) { v.ID.App = 0 }, "large id": func(v *version) { v.ID.App = storage.MaxAppID + 1 },
				"no digest": func(v *version) { v.ID.Hash = storage.Digest{} }, "no time": func(v *version) { v.FirstFetched = 0 },
				"no address": func(v *version) { v.PolicyURL = "" }, "no text": func(v *version) { v.Text = "" },
			},
			fine: map[string]func(*version){"unheard of origin": func(v *version) { v.Origin = "pigeon" }},
		},
		"policy analysis": kindOf[storage.AppID, analysis]{
			valid: analysis{App: 7, Status: storage.PolicyPending}, key: 7,
			spoil: map[string]func(*analysis){
				"no app": func(a *analysis) { a.App = 0 }, "no status": func(a *analysis) { a.Status = "" },
				"another status":       func(a *analysis) { a.Status = "lost" },
				"empty summary":        func(a *analysis) { a.Summary = &storage.PolicySummary{} },
				"empty previous one":   func(a *analysis) { a.PreviousSummary = &storage.PolicySummary{} },
				"no overview":          spoilt(func(s *storage.PolicySummary) { s.Overview = "" }),
				"long overview":        spoilt(func(s *storage.PolicySummary) { s.Overview = strings.Repeat("a", 321) }),
				"two lines":            spoilt(func(s *storage.PolicySummary) { s.Overview = "a\nb" }),
				"two highlights":       spoilt(func(s *storage.PolicySummary) { s.Highlights = s.Highlights[:2] }),
				"equal highlights":     spoilt(func(s *storage.PolicySummary) { s.Highlights[1] = s.Highlights[0] }),
				"six highlights":       spoilt(func(s *storage.PolicySummary) { s.Highlights = strings.Split("abcdef", "") }),
				"seven lenses":         spoilt(func(s *storage.PolicySummary) { s.Lenses = s.Lenses[:7] }),
				"nine lenses":          spoilt(func(s *storage.PolicySummary) { s.Lenses = append(s.Lenses, s.Lenses[0]) }),
				"another order":        spoilt(func(s *storage.PolicySummary) { slices.Reverse(s.Lenses) }),
				"another rating":       spoilt(func(s *storage.PolicySummary) { s.Lenses[0].Rating = "great" }),
				"empty lens":           spoilt(func(s *storage.PolicySummary) { s.Lenses[0].Summary = "" }),
				"empty safety summary": spoilt(func(s *storage.PolicySummary) { s.Safety = &storage.PolicySafety{} }),
				"equal concerns": spoilt(func(s *storage.PolicySummary) {
					s.Safety = &storage.PolicySafety{Paragraph: "Chat.", Concerns: []string{"a", "a"}}
				}),
			},
			fine: fine,
		},
	}
}

func TestPolicyVersionIDText(t *testing.T) {
	t.Parallel()
	id := storage.PolicyVersionID{App: 361309726, Hash: storage.Digest{0: 0xab, 31: 1}}
	text := "0000000361309726-ab" + strings.Repeat("00", 30) + "01"
	if got := id.String(); got != text {
		t.Errorf("the text is %s, want %s", got, text)
	}
	written, err := json.Marshal(id)
	if err != nil || string(written) != `"`+text+`"` {
		t.Errorf("written as %s, %v", written, err)
	}
	var got storage.PolicyVersionID
	if err := json.Unmarshal(written, &got); err != nil || got != id {
		t.Errorf("read as %v, %v, want %v", got, err, id)
	}
	hash := text[17:]
	for _, bad := range []string{"", "-", hash, "7", "7-", "x-" + hash, "7-" + hash[1:], "7-" + hash + "0", "-7-" + hash, "7-" + hash + "-", "7-" + strings.Repeat("z", 64)} {
		got := id
		if err := got.UnmarshalText([]byte(bad)); err == nil || got != id {
			t.Errorf("%q is read as %v, %v, want an error and the value as it was", bad, got, err)
		}
	}
	if got, err := storage.ParsePolicyVersionID("361309726-" + strings.ToUpper(hash)); err != nil || got != id {
		t.Errorf("a short form is read as %v, %v", got, err)
	}
}
