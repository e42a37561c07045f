package names_test

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/names"
)

func TestKey(t *testing.T) {
	t.Parallel()
	want := []string{
		"", "  Space", "“Quoted”", "#1 Notes", "🎉 Party", "10", "2048", "9", "a", "A", "Ä", "Äpfel", "apfel", "Apple", "b", "B", "b ", "Café", "Cafeteria", "eins", "éclair", "Ehre",
		"ﬁnance", "Fine", "İstanbul", "Istria", "O'Reilly", "O’Reilly", "Øre", "Straße", "strasse", "Strasse", "ü", "z", "Zebra", "Ωmega", "Яндекс", "カフェ", "日本語",
	}
	got := slices.Clone(want)
	byCollation := collate.New(language.Und)
	slices.SortFunc(want, func(a, b string) int { return cmp.Or(byCollation.CompareString(a, b), cmp.Compare(a, b)) })
	for i := range got {
		j := rand.IntN(i + 1)
		got[i], got[j] = got[j], got[i]
	}
	slices.SortFunc(got, func(a, b string) int { return cmp.Compare(storage.NameKey(a), storage.NameKey(b)) })
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	at := func(name string) int { return slices.Index(got, name) }
	for _, pair := range [][2]string{{"Äpfel", "b"}, {"éclair", "Ehre"}, {"İstanbul", "O'Reilly"}, {"ﬁnance", "Fine"}, {"9", "a"}, {"z", "Ωmega"}} {
		if at(pair[0]) > at(pair[1]) {
			t.Errorf("%q is after %q", pair[0], pair[1])
		}
	}
}

// TestKey_order: keys are in the order of those of the collation, and then of the names.
func TestKey_order(t *testing.T) {
	t.Parallel()
	letters := []rune("aabbcAÄäáéÉüßøŁıİiI 0129-'’“ﬁﬂæ日本カガﾊ\u0301\u0308\u0327\u200d\u00ad🎉ΩωςσяЯй")
	c := collate.New(language.Und)
	r := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		text := make([]rune, r.IntN(7))
		for i := range text {
			text[i] = letters[r.IntN(len(letters))]
		}
		return string(text)
	}
	var buffer collate.Buffer
	for range 50_000 {
		a, b := word(), word()
		want := cmp.Or(bytes.Compare(c.KeyFromString(&buffer, a), c.KeyFromString(&buffer, b)), cmp.Compare(a, b))
		buffer.Reset()
		if got := cmp.Compare(names.Key(a), names.Key(b)); got != want {
			t.Fatalf("%q and %q: %d, want %d\n%x\n%x", a, b, got, want, names.Key(a), names.Key(b))
		}
	}
}

func TestFold(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "Café": "cafe", "Cafe\u0301": "cafe", "Äpfel": "apfel", "Straße": "strasse", "STRASSE": "strasse", "STRAẞE": "strasse", "ﬁnance": "finance", "ﬂow": "flow", "Oﬃce": "office",
		"O'Reilly": "o'reilly", "O’Reilly": "o'reilly", "OʼReilly": "o'reilly", "O`Reilly": "o'reilly", "O´Reilly": "o'reilly", "O＇Reilly": "o'reilly", "O′Reilly": "o'reilly",
		"İstanbul": "istanbul", "ISTANBUL": "istanbul", "ıstanbul": "istanbul", "ＷｈａｔｓＡｐｐ": "whatsapp", "ｶﾌｪ": "カフェ", "ガム": "ガム", "カ\u3099ム": "ガム", "\u212aelvin": "kelvin",
		"Łódź": "lodz", "Ærø": "aero", "Đà Nẵng": "da nang", "ΣΑΣς": "σασσ", "Ёлка": "елка", "한글": "한글", "हिन्दी": "हिन्दी", "日本": "日本",
		"مـــرحبا": "مرحبا", "مَرْحَبًا": "مرحبا", "أحمد": "احمد", "آپارات": "اپارات", "ئۆزبېك": "يۆزبېك", "ﻛﺘﺎﺏ": "كتاب", "کتابی": "كتابي", "الرحمٰن": "الرحمن",
		"שָׁלוֹם": "שלום", "\ufb2aלום": "שלום", "צה״ל ג׳ז": `צה"ל ג'ז`, "や〜": "や~", "や～": "や~", "‹x‚›": "'x''", "ไทย้": "ไทย้", "\u1112\u1161\u11ab": "한",
		"No\u200btes\u00ad": "notes", "a\u00a0b\u2009c\td": "a b c d", "A – B—C": "a - b-c", "“x”": `"x"`, "a\nb": "a\nb", "x²": "x2", "№": "no", "ſ": "s",
	} {
		if got := names.Fold(text); got != want {
			t.Errorf("%q is %q (%+q), want %q", text, got, got, want)
		}
		if got := storage.SearchKey(text); got != want {
			t.Errorf("%q is %q where apps are searched", text, got)
		}
	}
}

func TestLook(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", " Notes \u2009 Pro\t": "Notes Pro", "O’Reilly`s": "O'Reilly's", "“A” — b": `"A" - b`, "Cafe\u0301": "Café", "CAFÉ": "CAFÉ", "Straße": "Straße", "x²": "x²",
		"Ｗｈａｔｓ　Ａｐｐ！": "Whats App!", "ｶﾞ": "ガ", "No\u200dt\ufe0fe\u00ads": "Notes", "हिन्दी": "हिन्दी", "q\u0301": "q\u0301", "שָׁלוֹם": "שָׁלוֹם", "أَحمد": "أَحمد", "\u1112\u1161\u11ab": "한",
	} {
		if got := names.Look(text); got != want || names.Look(got) != got {
			t.Errorf("%q is %q (%+q), want %q", text, got, got, want)
		}
	}
}

func FuzzNames(f *testing.F) {
	for _, seed := range []string{"Café", "ﬁ\u0301 ß´`", "İ\u0307", "\ufdfa", "日本", "a\x00b", strings.Repeat("Ä", 300), "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		folded := names.Fold(text)
		if again := names.Fold(folded); again != folded {
			t.Errorf("%q is %q, which is %q", text, folded, again)
		}
		if len(folded) > 1200 || utf8.ValidString(text) && !utf8.ValidString(folded) {
			t.Errorf("%q is %q", text, folded)
		}
		key := names.Key(text)
		if len(key) > 1000 || key != names.Key(text) || key != storage.NameKey(text) {
			t.Errorf("%q has a key of %d bytes", text, len(key))
		}
		if len(text) <= 512 && !strings.HasSuffix(key, "\x00"+text) {
			t.Errorf("%q has the key %q, which other names can have", text, key)
		}
	})
}

func BenchmarkKey(b *testing.B) {
	for b.Loop() {
		names.Key("WhatsApp Messenger")
	}
}
