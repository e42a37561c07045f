package digest_test

import (
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/policy/digest"
)

func TestSameUnder(t *testing.T) {
	t.Parallel()
	const stored = "Home\n\n# Privacy\n\nWe “collect” data.\n\n1. names\n2. places\n\nwrite to [email\u00a0protected] soon"
	for name, tt := range map[string]struct {
		text, aside, regained string
		same                  bool
	}{
		"a menu is left out":         {"# Privacy\n\nWe \"collect\" data.\n\n- names\n- places\n\nwrite to a@b.example soon", "- Home\n- Shop", "", true},
		"a word is another":          {"# Privacy\n\nWe sell data.\n\n- names\n- places\n\nwrite to a@b.example soon", "Home", "", false},
		"a paragraph is new":         {"# Privacy\n\nWe collect data.\n\nWe sell it.\n\n- names\n- places\n\nwrite to a@b.example soon", "Home", "", false},
		"a paragraph is gone":        {"# Privacy\n\nWe collect data.\n\n- names\n\nwrite to a@b.example soon", "Home", "", false},
		"the menu is gone":           {"# Privacy\n\nWe collect data.\n\n- names\n- places\n\nwrite to a@b.example soon", "", "", false},
		"in another order":           {"# Privacy\n\nWe collect data. Home\n\n- places\n- names\n\nwrite to [email\u00a0protected] soon", "", "", true},
		"a panel is read":            {"# Privacy\n\nWe collect data.\n\nMore\n\n- names\n- places\n\nwrite to a@b.example soon", "Home", "More", true},
		"and another one is new":     {"# Privacy\n\nWe collect data.\n\nMore\n\nLess\n\n- names\n- places\n\nwrite to a@b.example soon", "Home", "More", false},
		"the words about an address": {"# Privacy\n\nWe collect data.\n\n- names\n- places\n\nwrite to a@b.example never", "Home", "", false},
	} {
		if got := digest.SameUnder(stored, tt.text, tt.aside, tt.regained); got != tt.same {
			t.Errorf("%s: %v, want %v", name, got, tt.same)
		}
	}
}

func TestCommon(t *testing.T) {
	t.Parallel()
	policy := strings.Repeat("We collect your name and keep it for two years. You may ask us to delete it at any time. ", 30)
	recipe := strings.Repeat("Peel six apples, cut them in half, then bake the cake until its top has turned brown. ", 30)
	for name, tt := range map[string]struct {
		a, b        string
		least, most float64
	}{
		"nothing":         {"", "", 1, 1},
		"the same":        {policy, policy, 1, 1},
		"layout":          {policy, strings.ReplaceAll(policy, ". ", ".\n\n- "), 1, 1},
		"a paragraph":     {policy, policy + "We sell your name to others.", .9, 1},
		"another text":    {policy, recipe, 0, .1},
		"a tenth of it":   {policy, policy[:len(policy)/10], 0, .2},
		"a short text":    {"We do not collect your data at all", "We do collect your data", .4, .9},
		"without spaces":  {"当社は個人情報を取得します。", "当社は個人情報を販売します。", .6, .95},
		"another, though": {"当社は個人情報を取得します。", "ケーキを焼く方法", 0, .3},
	} {
		if got := digest.Common(tt.a, tt.b); got < tt.least || got > tt.most {
			t.Errorf("%s: %v, want %v to %v", name, got, tt.least, tt.most)
		}
		if a, b := digest.Common(tt.a, tt.b), digest.Common(tt.b, tt.a); a != b {
			t.Errorf("%s: %v, the other way round %v", name, a, b)
		}
	}
}
