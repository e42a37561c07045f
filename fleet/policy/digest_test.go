package policy_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/privacylabels/auditor/fleet/policy"
)

func TestDigestOfTheSame(t *testing.T) {
	t.Parallel()
	for name, same := range map[string][]string{
		"layout":              {"We collect data.\n\nWe share it.", "We collect data. We share it.", "# We collect data.\r\n\t- We\u00a0share\u3000it.\n", "- - -\n* We collect data.\n• We | share | it."},
		"invisible":           {"data about you", "\ufeffda\u00adta a\u200bbout \u200eyou\u200f", "data about you\x07"},
		"accents":             {"caf\u00e9 Größe", "cafe\u0301 Gro\u0308ße"},
		"session in a link":   {"see https://a.example/p?sid=1 now", "see https://a.example/p?sid=2#top now", "see https://a.example/p;jsessionid=3 now"},
		"stamp":               {"Last updated: March 3, 2024. We collect", "Last updated: 12 April 2025. We collect", "Last updated: 2024-03-03 We collect", "Last updated:\n\nOn Monday, the 3rd of May 2026\n\nWe collect"},
		"stamp in a sentence": {"This policy was last updated on May 1, 2024 and applies", "This policy was last updated on 2 June 2025 and applies"},
		"effective":           {"Effective date: 1/2/2024 We", "Effective date: 03/04/2025 We"},
		"stamp in German":     {"Stand: März 2024 Wir", "Stand: 1. Mai 2025 Wir"},
		"stamp in French":     {"Dernière mise à jour : 3 février 2024 Nous", "Dernière mise à jour : le 4 août 2025 Nous"},
		"stamp in Spanish":    {"Última actualización: 15 de marzo de 2024 Nosotros", "Última actualización: 1 de mayo de 2025 Nosotros"},
		"stamp in Japanese":   {"最終更新日：2024年3月1日 当社は", "最終更新日：2025年12月31日 当社は"},
		"stamp in Chinese":    {"更新日期：2024-03-01 我们", "更新日期：2025年3月1日 我们"},
		"stamp in Korean":     {"시행일: 2024년 3월 1일 당사는", "시행일: 2025년 12월 1일 당사는"},
		"stamp in Arabic":     {"آخر تحديث: 3 مارس 2024 نحن", "آخر تحديث: 10 مايو 2025 نحن"},
		"stamp in Persian":    {"آخرین به\u200cروزرسانی: 3 2024 ما", "آخرین به\u200cروزرسانی: 12/5/2025 ما"},
		"stamp in Hebrew":     {"עודכן לאחרונה: 3 מרץ 2024 אנו", "עודכן לאחרונה: 4 מאי 2025 אנו"},
	} {
		for i, text := range same {
			if policy.Digest(text) != policy.Digest(same[0]) {
				t.Errorf("%s: %d has the words %q, want %q", name, i, policy.Words(text), policy.Words(same[0]))
			}
		}
	}
}

func TestDigestOfOthers(t *testing.T) {
	t.Parallel()
	for name, others := range map[string][2]string{
		"a word":             {"We collect data", "We sell data"},
		"order":              {"we sell not", "not we sell"},
		"a number":           {"kept 30 days", "kept 90 days"},
		"a date":             {"kept until May 2024", "kept until May 2025"},
		"after the stamp":    {"Last updated: May 2024. Kept 30 days.", "Last updated: May 2024. Kept 90 days."},
		"the stamp itself":   {"Last updated: May 2024. We", "May 2024. We"},
		"letter case":        {"WE may", "we may"},
		"punctuation within": {"e-mail", "email"},
		"a path":             {"see https://a.example/p", "see https://a.example/q"},
		"a Japanese number":  {"保存期間は30日", "保存期間は90日"},
		"nothing":            {"", "a"},
	} {
		if policy.Digest(others[0]) == policy.Digest(others[1]) {
			t.Errorf("%s: both have the words %q", name, policy.Words(others[0]))
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                          "",
		" \n-- | \u2022 *** ":       "",
		"# A\n\n b,  (c) 1.":        "A b, (c) 1.",
		"第3条":                       "第 3条",
		"last updated on the way":   "last updated way",
		"updated on\n 1 May 2 3 we": "updated on we",
		"\xff a":                    "a",
	} {
		if got := policy.Words(text); got != want {
			t.Errorf("words of %q are %q, want %q", text, got, want)
		}
	}
}

func FuzzWords(f *testing.F) {
	for _, text := range []string{
		"Last updated: May 3, 2024 We", "最終更新日：2024年3月1日 当社は", "e\u0301 \u0301", "https://a/?b c://d#", "stand stand 1 stand am 2", "a1\u0e01\u0e012", "\u1100\u1161 \uac00",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words := policy.Words(text)
		if !utf8.ValidString(words) || len(words) > 4*len(text)+4 {
			t.Fatalf("words of %q are %q", text, words)
		}
		if again := policy.Words(words); again != words {
			t.Errorf("words of %q are %q, theirs %q", text, words, again)
		}
		if policy.Digest(strings.ReplaceAll(text, "\n", "\n\n - ")) != policy.Digest(strings.ReplaceAll(text, "\n", "\n\n")) {
			t.Errorf("bullets make a version of %q", text)
		}
	})
}
