package digest_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/policy/digest"
	"github.com/privacylabels/auditor/internal/policy/policytest"
)

func TestEqualDigests(t *testing.T) {
	t.Parallel()
	for name, same := range map[string][]string{
		"layout":              {"We collect data.\n\nWe share it.", "We collect data. We share it.", "# We collect data.\r\n\t- We\u00a0share\u3000it.\n", "- - -\n* We collect data.\n• We | share | it."},
		"invisible":           {"data about you", "\ufeffda\u00adta a\u200bbout \u200eyou\u200f", "data about you\x07"},
		"emphasis":            {"We do not sell it.", "**We** do *not* sell it.", "We do ***not sell*** it."},
		"quotation marks":     {"our \"service\" and users' data", "our “service” and users’ data", "our « service » and users data", "our „service“ and 'users' data"},
		"apostrophes":         {"we don't sell", "we don’t sell", "we donʼt sell"},
		"dashes":              {"data - all of it - is kept 2019-2025", "data — all of it — is kept 2019–2025", "data—all of it—is kept 2019‑2025", "data -- all of it -- is kept 2019-2025"},
		"ellipses":            {"and so on...", "and so on…"},
		"bullets and numbers": {"We keep:\n\n- names\n- places\n\n  - homes", "We keep:\n\n1. names\n2. places\n\n   1. homes", "We keep:\n\n• names\n• places\n\n◦ homes"},
		"numbers of headings": {"## 1. Data\n\nWe", "### 2. Data\n\nWe", "Data\n\nWe"},
		"a key of a visit":    {"your ID 3f2b9c04-77aa-4c0e-9a53-1b2c3d4e5f60 is", "your ID is", "your ID a8f5f167f44f4964e6c998dee827110c is"},
		"accents":             {"caf\u00e9 Größe", "cafe\u0301 Gro\u0308ße"},
		"session in a link":   {"see https://a.example/p?sid=1 now", "see https://a.example/p?sid=2#top now", "see https://a.example/p;jsessionid=3 now"},
		"targets of links":    {"see [our terms](https://a.example/x) or [write](mailto:a@a.example)", "see [our terms](https://b.example/y_(z)?q \"Terms\") or [write](mailto:b@b.example)", "see [our terms](/legal) or [write](#top)"},
		"stamp":               {"Last updated: March 3, 2024. We collect", "Last updated: 12 April 2025. We collect", "Last updated: 2024-03-03 We collect", "Last updated:\n\nOn Monday, the 3rd of May 2026\n\nWe collect"},
		"stamp in a sentence": {"This policy was last updated on May 1, 2024 and applies", "This policy was last updated on 2 June 2025 and applies"},
		"effective":           {"Effective date: 1/2/2024 We", "Effective date: 03/04/2025 We"},
		"effective, loosely":  {"Effective May 25, 2018. We", "Effective 1 June 2025. We", "Effective 2026-01-02 We"},
		"updated, loosely":    {"Updated: 12/1/2024 We", "Updated: Tuesday, 3 March 2026 We", "Updated: 3 weeks ago We"},
		"long ago":            {"Last updated 3 days ago We", "Last updated 2 months ago We"},
		"a visit":             {"Consent date: 01.03.2026, 10:11:12 MEZ We", "Consent date: 2 March 2026 at 9:01:44 PM GMT+1 We", "Consent date: Mar 3, 2026, 08:44:00 UTC We", "Consent date: We"},
		"copyright":           {"© 2024 Acme We", "© 2025 Acme We", "©2019–2025 Acme We"},
		"copyright, in full":  {"Copyright © 2024 Acme We", "Copyright © 2023 - 2025 Acme We", "Copyright 2025 Acme We"},
		"readers":             {"12,345 views • We", "9 views • We", "views • We"},
		"readers, counted":    {"Views: 123 We", "Views: 4567 We"},
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
			if digest.Of(text) != digest.Of(same[0]) {
				t.Errorf("%s: %d has the words %q, want %q", name, i, digest.Words(text), digest.Words(same[0]))
			}
		}
	}
}

func TestDifferentDigests(t *testing.T) {
	t.Parallel()
	for name, others := range map[string][2]string{
		"a word":             {"We collect data", "We sell data"},
		"order":              {"we sell not", "not we sell"},
		"a number":           {"kept 30 days", "kept 90 days"},
		"a date":             {"kept until May 2024", "kept until May 2025"},
		"after the stamp":    {"Last updated: May 2024. Kept 30 days.", "Last updated: May 2024. Kept 90 days."},
		"the stamp itself":   {"Last updated: May 2024. We", "May 2024. We"},
		"letter case":        {"WE may", "we may"},
		"how soon":           {"effective 30 days after", "effective 60 days after"},
		"how often":          {"updated 3 times", "updated 4 times"},
		"a date and a time":  {"kept until 01.03.2026, 10:11", "kept until 02.03.2026, 10:11"},
		"a time of day":      {"deleted at 10:11:12", "deleted at 10:11:13"},
		"a year of data":     {"kept since 2024", "kept since 2025"},
		"a number of data":   {"We view 3 items", "We view 4 items"},
		"punctuation within": {"e-mail", "email"},
		"a number in a line": {"kept for\n30. Then", "kept for\n90. Then"},
		"a hyphen":           {"opt-out", "opt out"},
		"an apostrophe":      {"we're", "were"},
		"a number of an act": {"under Regulation 2016/679", "under Regulation 2016/680"},
		"a long word":        {"Donaudampfschifffahrtsgesellschaft1", "Donaudampfschifffahrtsgesellschaft2"},
		"a path":             {"see https://a.example/p", "see https://a.example/q"},
		"a Japanese number":  {"保存期間は30日", "保存期間は90日"},
		"a label":            {"see [our terms](https://a.example)", "see [your terms](https://a.example)"},
		"a remark":           {"[we](or 3 partners) share", "[we](or 4 partners) share"},
		"a remark, a word":   {"data[1](rarely) shared", "data[1](often) shared"},
		"an address":         {"see https://a.example/p now", "see https://b.example/p now"},
		"nothing":            {"", "a"},
	} {
		if digest.Of(others[0]) == digest.Of(others[1]) {
			t.Errorf("%s: both have the words %q", name, digest.Words(others[0]))
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
		"last updated on the way":   "last updated on the way",
		"updated on\n 1 May 2 3 we": "updated 2 3 we",
		"effective 5 days":          "effective 5 days",
		"updated May © 2024 5 we":   "updated May we",
		"\xff a":                    "a",
	} {
		if got := digest.Words(text); got != want {
			t.Errorf("words of %q are %q, want %q", text, got, want)
		}
	}
}

// A number in a sentence always counts, also after words that begin stamps and before
// those for readers.
func TestNumbersInSentences(t *testing.T) {
	t.Parallel()
	for _, sentence := range []string{
		"We log the last %d visits.", "We log the last %d visits", "%d views are shared with advertisers", "After %d views, we count no more", "We share\n%d views of yours",
		"Visits: we keep %d of them", "the following visits: %d for each person", "%d visitors see each ad", "Wir speichern %d Zugriffe", "Nous gardons %d visites par jour",
		"Guardamos %d visitas por persona", "最大で閲覧数%d件を保存します", "我们保存%d次浏览次数的记录",
		"Accounts last updated %d months ago are deleted", "Data last updated %d months ago", "We delete what you last changed %d days ago", "what was updated %d weeks ago is kept",
		"gültig ab %d Jahren", "Die App ist gültig ab %d", "auf dem Stand %d Tage", "Wir bleiben auf dem Stand von %d Tagen", "Ihre Einwilligung ist gültig seit %d Monaten",
		"Stand %d Euro", "en vigueur le %d jours après", "obowiązuje od %d lat", "施行日%d日前", "effective on %d days of notice", "effective from %d years of age",
		"updated on %d devices", "It is effective as of %d days after you agree", "Copyright %d works are kept", "published on %d sites", "last updated may %d times be shown",
		"Last updated: May 3, 2025\n\n%d days after that, we delete it", "Last updated: May 3, 2025. %d months is how long we keep it", "Effective May 3, 2025 %d years of age",
		"We keep it for %d days", "We keep it %d-day long", "Sie müssen %d Jahre alt sein", "Vous devez avoir %d ans", "Debe tener %d años", "%d歳未満の児童", "%d세 미만의 아동", "未满%d周岁的儿童",
		"We share with %d partners", "We sell %d%% of it", "A copy costs %d €", "A copy costs $%d.00", "in use since 20%d", "Article %d(1) of the GDPR", "Art. %d Abs. 1 DSGVO",
		"see section 4.%d below", "call +49 30 1234%d", "call 1-800-555-01%d", "within %d hours", "Regulation (EU) 2016/%d", "保存期間は%d日です", "we keep the last %d digits", "v%d of the SDK",
	} {
		a, b := fmt.Sprintf(sentence, 16), fmt.Sprintf(sentence, 18)
		for _, around := range []string{"%s", "# Privacy Policy\n\nLast updated: 3 May 2025\n\n%s\n\nWe collect data.", "We do this. %s and more."} {
			a, b := fmt.Sprintf(around, a), fmt.Sprintf(around, b)
			if digest.Of(a) == digest.Of(b) {
				t.Errorf("%q and %q are the same: %q", a, b, digest.Words(a))
			}
		}
	}
}

// A stamp of its own line is no wording, however it writes its date.
func TestStamps(t *testing.T) {
	t.Parallel()
	for _, same := range [][2]string{
		{"Last updated: March 3, 2025", "Last updated: April 12, 2026"}, {"Last updated 3 days ago", "Last updated 2 hours ago"}, {"Updated yesterday", "Updated 3 days ago"},
		{"Last updated: 2024", "Last updated: 2025"}, {"Stand: 03/2024", "Stand: 12/2025"}, {"Stand 2024", "Stand 2025"}, {"Gültig ab 1. Mai 2024", "Gültig ab 3. Juni 2025"},
		{"LAST UPDATED MAY 3", "LAST UPDATED JUNE 5"}, {"Last updated: May 3", "Last updated: June 12"}, {"Updated at 12:30", "Updated at 14:45"}, {"最終更新 2024年", "最終更新 2025年"},
		{"Last updated: 20240303", "Last updated: 20250304"}, {"Total page views: 12", "Total page views: 15"}, {"12 visitors", "15 visitors"}, {"浏览次数：12", "浏览次数：15"}, {"조회수 12", "조회수 15"},
		{"Last updated: May 1, 2024 | 12 views", "Last updated: May 1, 2024 | 15 views"},
	} {
		for _, around := range []string{"%s", "# Privacy Policy\n\n%s\n\nWe collect data."} {
			a, b := fmt.Sprintf(around, same[0]), fmt.Sprintf(around, same[1])
			if digest.Of(a) != digest.Of(b) {
				t.Errorf("%q and %q are not the same: %q and %q", a, b, digest.Words(a), digest.Words(b))
			}
		}
	}
}

func FuzzWords(f *testing.F) {
	for _, text := range []string{
		"Last updated: May 3, 2024 We", "最終更新日：2024年3月1日 当社は", "e\u0301 \u0301", "https://a/?b c://d#", "stand stand 1 stand am 2", "a1\u0e01\u0e012", "\u1100\u1161 \uac00",
		"© 2024 - 2025 views: 3 4 views", "updated 5 © 6 May views 2024", "effective updated on 7 days ago", "1 views 2 hits: 3",
		"[a](https://b) [c](d) [e]: https://f", "Updated 3 May 2024 4 June 2025 30 days", "[a\"](https://x)", "A\"\u0301 o*\u0308",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words := digest.Words(text)
		if !utf8.ValidString(words) || len(words) > 4*len(text)+4 {
			t.Fatalf("words of %q are %q", text, words)
		}
		if again := digest.Words(words); again != words {
			t.Errorf("words of %q are %q, theirs %q", text, words, again)
		}
		if digest.Of(strings.ReplaceAll(text, "\n", "\n\n - ")) != digest.Of(strings.ReplaceAll(text, "\n", "\n\n")) {
			t.Errorf("bullets make a version of %q", text)
		}
	})
}

// A policy whose page changes around it stays the same version, and one in which
// one word changes does not, wherever that is.
func TestDigestOfManyPages(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	body := strings.Fields(policytest.Text("you") + " We keep it for 30 days, until 2031, and delete it 12 months later. Version 3 of our terms applies from the day you sign up.")
	months := strings.Fields("January February March April May June July August September October November December Sept Oct")
	date := func() string {
		day, month, year := 1+random.IntN(28), random.IntN(12), 2015+random.IntN(15)
		return []string{
			fmt.Sprintf("%s %d, %d", months[month], day, year), fmt.Sprintf("%d %s %d", day, months[month], year), fmt.Sprintf("%d-%02d-%02d", year, month+1, day),
			fmt.Sprintf("%02d.%02d.%d", day, month+1, year), fmt.Sprintf("%d/%d/%d", month+1, day, year), fmt.Sprintf("%s %d", months[month], year),
			fmt.Sprintf("the %dth of %s, %d", day, months[month], year), fmt.Sprintf("%d-%02d-%02dT10:%02d:00Z", year, month+1, day, day),
		}[random.IntN(8)]
	}
	page := func(words []string) string {
		space := []string{" ", "\n", "\r\n\r\n", "\u00a0", "\t- ", " \u200b"}
		var b strings.Builder
		fmt.Fprintf(&b, "Last updated: %s\n\nEffective %s\n%d views\n", date(), date(), random.IntN(100_000))
		for _, word := range words {
			b.WriteString(word + space[random.IntN(len(space))])
		}
		fmt.Fprintf(&b, "see https://acme.example/policy?session=%d\n© %d Acme", random.Uint64(), 2015+random.IntN(15))
		return b.String()
	}
	want := digest.Of(page(body))
	for range 60 {
		if text := page(body); digest.Of(text) != want {
			t.Fatalf("another version: %q", digest.Words(text))
		}
		other := slices.Clone(body)
		at := random.IntN(len(other))
		if other[at] += "s"; digest.Of(page(other)) == want {
			t.Fatalf("the same version with %q for %q, after %q", other[at], body[at], other[max(0, at-5):at])
		}
	}
}

// The date of a policy in a sentence of it is no wording, in any language of the summaries.
func TestOwnDates(t *testing.T) {
	t.Parallel()
	for _, pair := range []string{
		"This policy was last updated on 3 March 2024 and replaces all others.|This policy was last updated on 14 April 2025 and replaces all others.",
		"This policy is effective as of March 3, 2024 and replaces the one before.|This policy is effective as of April 14, 2025 and replaces the one before.",
		"This Privacy Policy became effective on 3 March 2024 and applies|This Privacy Policy became effective on 14 April 2025 and applies",
		"This policy is effective 3 March 2024 and applies|This policy is effective 14 April 2025 and applies",
		"We last updated this policy on 3 March 2024 and|We last updated this policy on 14 April 2025 and",
		"This policy has been updated on March 3rd, 2024, to add|This policy has been updated on April 14th, 2025, to add",
		"The effective date of this policy is 3 March 2024 and|The effective date of this policy is 14 April 2025 and",
		"The date of the last update is 3 March 2024.|The date of the last update is 14 April 2025.",
		"This version of the policy is dated 3 March 2024 and|This version of the policy is dated 14 April 2025 and",
		"This policy was last revised 03/03/2024 and|This policy was last revised 14/04/2025 and",
		"Diese Erklärung wurde zuletzt am 3. März 2024 aktualisiert und ersetzt|Diese Erklärung wurde zuletzt am 14. April 2025 aktualisiert und ersetzt",
		"Diese Erklärung wurde am 3. März 2024 zuletzt geändert und|Diese Erklärung wurde am 14. April 2025 zuletzt geändert und",
		"Sie ist gültig ab dem 3. März 2024 und ersetzt|Sie ist gültig ab dem 14. April 2025 und ersetzt",
		"Diese Datenschutzerklärung hat den Stand 3. März 2024 und|Diese Datenschutzerklärung hat den Stand 14. April 2025 und",
		"Letzte Aktualisierung dieser Erklärung: 3. März 2024 und|Letzte Aktualisierung dieser Erklärung: 14. April 2025 und",
		"Diese Erklärung tritt am 3. März 2024 in Kraft und|Diese Erklärung tritt am 14. April 2025 in Kraft und",
		"La présente politique a été mise à jour le 3 mars 2024 et remplace|La présente politique a été mise à jour le 14 avril 2025 et remplace",
		"Cette politique a été modifiée pour la dernière fois le 3 mars 2024 et|Cette politique a été modifiée pour la dernière fois le 14 avril 2025 et",
		"Elle entre en vigueur le 3 mars 2024 et|Elle entre en vigueur le 14 avril 2025 et",
		"Esta política se actualizó por última vez el 3 de marzo de 2024 y|Esta política se actualizó por última vez el 14 de abril de 2025 y",
		"Esta política fue actualizada el 3 de marzo de 2024 y sustituye|Esta política fue actualizada el 14 de abril de 2025 y sustituye",
		"Entra en vigor el 3 de marzo de 2024 y|Entra en vigor el 14 de abril de 2025 y",
		"Questa informativa è stata aggiornata il 3 marzo 2024 e|Questa informativa è stata aggiornata il 14 aprile 2025 e",
		"Questa informativa è stata modificata l'ultima volta il 3 marzo 2024 e|Questa informativa è stata modificata l'ultima volta il 14 aprile 2025 e",
		"Esta política foi atualizada pela última vez em 3 de março de 2024 e|Esta política foi atualizada pela última vez em 14 de abril de 2025 e",
		"Esta política foi atualizada em 3 de março de 2024 e|Esta política foi atualizada em 14 de abril de 2025 e",
		"Deze verklaring is voor het laatst bijgewerkt op 3 maart 2024 en|Deze verklaring is voor het laatst bijgewerkt op 14 april 2025 en",
		"Deze verklaring is laatst gewijzigd op 3 maart 2024 en|Deze verklaring is laatst gewijzigd op 14 april 2025 en",
		"本ポリシーは2024年3月3日に最終更新され、以前のものに代わります。|本ポリシーは2025年4月14日に最終更新され、以前のものに代わります。",
		"本ポリシーの最終更新日は2024年3月3日です。|本ポリシーの最終更新日は2025年4月14日です。",
		"本プライバシーポリシーは2024年3月3日に改定されました。|本プライバシーポリシーは2025年4月14日に改定されました。",
		"本プライバシーポリシーは2024年3月3日より施行されます。|本プライバシーポリシーは2025年4月14日より施行されます。",
		"本政策最后更新于2024年3月3日，取代|本政策最后更新于2025年4月14日，取代",
		"本政策最近更新日期为2024年3月3日，取代|本政策最近更新日期为2025年4月14日，取代",
		"本政策自2024年3月3日起生效。|本政策自2025年4月14日起生效。",
		"本政策於2024年3月3日最後更新，取代|本政策於2025年4月14日最後更新，取代",
		"이 방침은 2024년 3월 3일에 마지막으로 업데이트되었으며|이 방침은 2025년 4월 14일에 마지막으로 업데이트되었으며",
		"이 개인정보처리방침은 2024년 3월 3일부터 시행됩니다.|이 개인정보처리방침은 2025년 4월 14일부터 시행됩니다.",
		"Настоящая политика последний раз обновлена 3 марта 2024 года и|Настоящая политика последний раз обновлена 14 апреля 2025 года и",
		"Дата последнего обновления политики: 3 марта 2024 г. и|Дата последнего обновления политики: 14 апреля 2025 г. и",
		"Политика вступает в силу 3 марта 2024 г. и|Политика вступает в силу 14 апреля 2025 г. и",
		"Bu politika en son 3 Mart 2024 tarihinde güncellenmiştir ve|Bu politika en son 14 Nisan 2025 tarihinde güncellenmiştir ve",
		"تم تحديث هذه السياسة آخر مرة في 3 مارس 2024 وتحل|تم تحديث هذه السياسة آخر مرة في 14 أبريل 2025 وتحل",
		"מדיניות זו עודכנה לאחרונה ב-3 במרץ 2024 ומחליפה|מדיניות זו עודכנה לאחרונה ב-14 באפריל 2025 ומחליפה",
		"Polityka została ostatnio zaktualizowana 3 marca 2024 r. i|Polityka została ostatnio zaktualizowana 14 kwietnia 2025 r. i",
		"Policyn uppdaterades senast den 3 mars 2024 och|Policyn uppdaterades senast den 14 april 2025 och",
	} {
		before, after, _ := strings.Cut(pair, "|")
		if digest.Of(before) != digest.Of(after) {
			t.Errorf("%q and %q differ: %q", before, after, digest.Words(before))
		}
		if word := strings.Fields(before)[0]; digest.Of(before) == digest.Of(strings.Replace(before, word, word+"x", 1)) {
			t.Errorf("%q: another word is not seen", before)
		}
	}
	for _, pair := range []string{
		"We delete what you stored before 3 March 2024 at your request.|We delete what you stored before 14 April 2025 at your request.",
		"This policy was last updated on 3 March 2024, and data collected before 1 May 2020 are gone.|This policy was last updated on 3 March 2024, and data collected before 1 May 2021 are gone.",
		"You may object until 3 March 2024 by e-mail.|You may object until 14 April 2025 by e-mail.",
		"Wir speichern Daten bis zum 3. März 2024 und löschen sie.|Wir speichern Daten bis zum 14. April 2025 und löschen sie.",
		"データは2024年3月3日まで保存します。|データは2025年4月14日まで保存します。",
		"This policy is updated 3 times a year.|This policy is updated 4 times a year.",
	} {
		if before, after, _ := strings.Cut(pair, "|"); digest.Of(before) == digest.Of(after) {
			t.Errorf("%q and %q are the same: %q", before, after, digest.Words(before))
		}
	}
}

// A date that is a line at an end of a text is no wording.
func TestDatesOfPages(t *testing.T) {
	t.Parallel()
	for _, dates := range [][2]string{{"Saturday, November 28, 2026", "Sunday, November 29, 2026"}, {"28.11.2026", "2026-11-29"}, {"3 mars 2024", "4 avril 2025"}} {
		for _, around := range []string{"%s\n\nWe collect data.", "We collect data.\n\n%s"} {
			if a, b := fmt.Sprintf(around, dates[0]), fmt.Sprintf(around, dates[1]); digest.Of(a) != digest.Of(b) {
				t.Errorf("%q and %q differ: %q", a, b, digest.Words(a))
			}
		}
	}
	if digest.Of("We collect data until\n\nMay 2024") == digest.Of("We collect data until\n\nMay 2025") {
		t.Error("a month is no whole date")
	}
}
