package changelog_test

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/gowebpki/jcs"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

func digest(t testing.TB, l storage.Label) storage.Digest {
	t.Helper()
	d, err := changelog.Digest(l)
	if err != nil {
		t.Fatalf("Digest: %v", err)
	}
	return d
}

// The canonical texts are written out here, so that a change of the form, which
// would part every stored label from its digest, does not go unnoticed.
func TestDigestForm(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		label storage.Label
		text  string
	}{
		{
			"nothing collected", label(typed(storage.DataNotCollected)),
			`{"DATA_NOT_COLLECTED":{}}`,
		},
		{
			"sorted",
			label(typed(storage.DataUsedToTrackYou, "OTHER"), typed(storage.DataLinkedToYou, "LOCATION", "CONTACTS")),
			`{"DATA_LINKED_TO_YOU":{"CONTACTS":{},"LOCATION":{}},"DATA_USED_TO_TRACK_YOU":{"OTHER":{}}}`,
		},
		{
			"whole tracking", label(tracking(category("LOCATION", "PRECISE_LOCATION", "COARSE_LOCATION"))),
			`{"DATA_USED_TO_TRACK_YOU":{"LOCATION":{"":{"COARSE_LOCATION":{},"PRECISE_LOCATION":{}}}}}`,
		},
		{
			"whole purposes",
			label(linked(
				purpose("ANALYTICS", category("LOCATION", "COARSE_LOCATION")),
				purpose("ADVERTISING", category("LOCATION", "PRECISE_LOCATION")),
			)),
			`{"DATA_LINKED_TO_YOU":{"LOCATION":{"":{"COARSE_LOCATION":{},"PRECISE_LOCATION":{}},` +
				`"ADVERTISING":{"PRECISE_LOCATION":{}},"ANALYTICS":{"COARSE_LOCATION":{}}}}}`,
		},
		{
			"detail of one category missing",
			label(tracking(category("LOCATION", "COARSE_LOCATION"), category("OTHER"))),
			`{"DATA_USED_TO_TRACK_YOU":{"LOCATION":{},"OTHER":{}}}`,
		},
		{
			"no HTML escapes", label(typed("A<B>&\u2028")),
			`{"A<B>&` + "\u2028" + `":{}}`,
		},
		{
			"nameless left out", label(typed(""), typed("A", "", "B")),
			`{"A":{"B":{}}}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got, want := digest(t, tt.label), storage.Digest(sha256.Sum256([]byte(tt.text))); got != want {
				t.Errorf("digest = %v, want %v, that of %s", got, want, tt.text)
			}
		})
	}
}

func TestDigestOfUnknownIsZero(t *testing.T) {
	t.Parallel()
	for name, l := range map[string]storage.Label{
		"no types":       {},
		"nameless types": label(typed("", "LOCATION")),
	} {
		if d := digest(t, l); !d.IsZero() {
			t.Errorf("%s: digest = %v, want zero", name, d)
		}
	}
}

func TestDigestRefusesInvalidText(t *testing.T) {
	t.Parallel()
	for name, l := range map[string]storage.Label{
		"type":      label(typed("A\xff")),
		"category":  label(typed("A", "B\xff")),
		"data type": label(tracking(category("LOCATION", "A\xff"))),
	} {
		if d, err := changelog.Digest(l); !errors.Is(err, storage.ErrInvalid) || !d.IsZero() {
			t.Errorf("%s: Digest = %v, %v, want ErrInvalid", name, d, err)
		}
	}
}

func TestDetailed(t *testing.T) {
	t.Parallel()
	location := category("LOCATION", "COARSE_LOCATION")
	nameless := category("LOCATION", "COARSE_LOCATION")
	nameless.DataTypes = append(nameless.DataTypes, storage.DataType{Title: "Localisation précise"})
	bare := linked(purpose("ANALYTICS", location))
	bare.Categories = []storage.LabelCategory{category("CONTACTS", "CONTACTS")}
	apart := linked(purpose("ANALYTICS", category("LOCATION")))
	apart.Categories = []storage.LabelCategory{location}

	tests := []struct {
		name  string
		label storage.Label
		want  bool
	}{
		{"not known", storage.Label{}, false},
		{"nothing collected", label(typed(storage.DataNotCollected)), true},
		{"tracking needs no purpose", label(tracking(location)), true},
		{"tracking without data types", label(tracking(category("LOCATION"))), false},
		{"by purpose", label(linked(purpose("ANALYTICS", location))), true},
		{"by purpose, with tracking", label(linked(purpose("ANALYTICS", location)), tracking(location)), true},
		{"one type lacks it", label(linked(purpose("ANALYTICS", location)), tracking(category("OTHER"))), false},
		{"one category lacks it", label(tracking(location, category("OTHER"))), false},
		{"a category without purpose", label(bare), false},
		{"a purpose without data types", label(apart), false},
		{"linked without purposes", label(typed(storage.DataLinkedToYou, "LOCATION")), false},
		{"a data type without identifier", label(tracking(nameless)), false},
		{"a category without identifier", label(tracking(location, category("", "NAME"))), false},
		{"a purpose without identifier", label(linked(purpose("ANALYTICS", location), purpose("", location))), false},
		{"a type without identifier", label(tracking(location), typed("")), false},
		{"declared in two pieces", label(tracking(category("LOCATION")), tracking(location)), true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := changelog.Detailed(tt.label); got != tt.want {
				t.Errorf("Detailed = %v, want %v", got, tt.want)
			}
		})
	}
}

// FuzzDigestForm compares the canonical text with that of a library of RFC 8785, for any
// identifiers.
func FuzzDigestForm(f *testing.F) {
	f.Add("DATA_LINKED_TO_YOU", "DATA_USED_TO_TRACK_YOU", "LOCATION")
	f.Add("a b", "a\\", "~")
	f.Add("\u00e9", "\U0001f600", "\ufb33")
	f.Add("\"", "\x7f", "\n")
	f.Fuzz(func(t *testing.T, first, second, below string) {
		l := label(typed(first, below), typed(second))
		sets := make(map[string]map[string]struct{})
		for _, kind := range l.Types {
			if kind.Identifier == "" {
				continue
			}
			if sets[kind.Identifier] == nil {
				sets[kind.Identifier] = make(map[string]struct{})
			}
			for _, c := range kind.Categories {
				if c.Identifier != "" {
					sets[kind.Identifier][c.Identifier] = struct{}{}
				}
			}
		}
		got, err := changelog.Digest(l)
		if err != nil || len(sets) == 0 || changelog.Detailed(l) {
			return
		}
		text, err := json.Marshal(sets)
		if err != nil {
			t.Fatal(err)
		}
		canonical, err := jcs.Transform(text)
		if err != nil {
			t.Fatal(err)
		}
		if want := storage.Digest(sha256.Sum256(canonical)); got != want {
			t.Errorf("the digest of %q, %q, %q is %v, want %v, that of %s", first, second, below, got, want, canonical)
		}
	})
}

// FuzzDigest holds that a digest sees what a label names and nothing else.
func FuzzDigest(f *testing.F) {
	f.Add([]byte{0, 1, 1, 0, 0, 1, 1, 1, 1}, []byte{0, 1, 1, 1, 1, 1, 1, 0, 0}, uint64(1))
	f.Add([]byte{1, 0, 0, 0, 0}, []byte{0, 0, 0, 0, 0}, uint64(2))
	f.Fuzz(func(t *testing.T, x, y []byte, seed uint64) {
		a, b := labelFrom(x), labelFrom(y)
		r := rand.New(rand.NewPCG(seed, 0))
		if got, want := digest(t, shuffled(a, r)), digest(t, a); got != want {
			t.Errorf("order, language or repetition moved the digest of %+v", a)
		}
		facts, others := factsOf(a, changelog.Detailed(a)), factsOf(b, changelog.Detailed(b))
		if same := equalSets(facts, others); (digest(t, a) == digest(t, b)) != same {
			t.Errorf("same facts: %v, same digest: %v\n%v\n%v", same, !same, facts, others)
		}
	})
}

func equalSets(a, b map[string]bool) bool {
	for k := range a {
		if !b[k] {
			return false
		}
	}
	return len(a) == len(b)
}
