package playstore_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/playstore"
	"github.com/privacylabels/auditor/storage"
)

// fixtures is where real pages are found, if they are: they belong to others, so they are not in
// the repository.
var fixtures = filepath.Join("..", "..", "..", "shared", "fixtures", "play")

// expected is what a real page says.
type expected struct {
	File, Name, Developer, Policy string
	Practices                     []string
	Shared, Collected             []expectedUse
	TraderName                    string
}

type expectedUse struct {
	Category, Type string
	Optional       bool
	Purposes       []string
}

func realPages(t testing.TB) map[string]expected {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(fixtures, "*.expected.json"))
	if err != nil || len(names) == 0 {
		t.Skip("no real pages")
	}
	all := make(map[string]expected)
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var e expected
		if err := json.Unmarshal(text, &e); err != nil {
			t.Fatal(err)
		}
		all[e.File] = e
	}
	return all
}

func realPage(t testing.TB, name string) []byte {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(fixtures, name))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no real pages")
	}
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// usesOf returns what a label lists under a heading, in the form of the expectations.
func usesOf(t *testing.T, l storage.Label, heading string) []expectedUse {
	t.Helper()
	uses := []expectedUse{}
	typ, _ := l.Type(heading)
	for _, c := range typ.Categories {
		for _, d := range c.DataTypes {
			use := expectedUse{Category: c.Title, Type: d.Title, Optional: d.Optional}
			for _, p := range typ.Purposes {
				for _, of := range p.Categories {
					if of.Identifier == c.Identifier && slices.Contains(of.DataTypes, d) {
						use.Purposes = append(use.Purposes, p.Title)
					}
				}
			}
			uses = append(uses, use)
		}
	}
	return sortUses(uses)
}

func sortUses(uses []expectedUse) []expectedUse {
	for _, u := range uses {
		slices.Sort(u.Purposes)
	}
	slices.SortFunc(uses, func(a, b expectedUse) int {
		return strings.Compare(a.Category+"\x00"+a.Type, b.Category+"\x00"+b.Type)
	})
	return uses
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func TestRealPages(t *testing.T) {
	t.Parallel()
	for file, want := range realPages(t) {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			l, err := playstore.Parse(realPage(t, file))
			if err != nil {
				t.Fatal(err)
			}
			got := expected{
				File: file, Name: deref(l.Name), Developer: deref(l.Developer), Policy: deref(l.PrivacyPolicyURL), TraderName: deref(l.LegalEntity),
				Practices: []string{}, Shared: usesOf(t, *l.Label, storage.DataShared), Collected: usesOf(t, *l.Label, storage.DataCollected),
			}
			for _, e := range changelog.DiffLabels(storage.Label{Types: l.Label.Types}, *l.Label) {
				_, title, _ := strings.Cut(e.Description, `"`)
				got.Practices = append(got.Practices, strings.TrimSuffix(title, `"`))
			}
			want.Shared, want.Collected = sortUses(want.Shared), sortUses(want.Collected)
			slices.Sort(want.Practices)
			slices.Sort(got.Practices)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if nothing := len(want.Shared)+len(want.Collected) == 0; nothing != (l.Label.Types[0].Identifier == storage.DataNotCollected) {
				t.Errorf("types %+v", l.Label.Types)
			}
			if !nothingNamed(*l.Label) && !changelog.Detailed(*l.Label) {
				t.Error("the label is not detailed")
			}
		})
	}
}

func nothingNamed(l storage.Label) bool { return l.Types[0].Identifier == storage.DataNotCollected }

// The data of a page, between what precedes and follows it.
var data = regexp.MustCompile(`(?s)(AF_initDataCallback\(\{key: 'ds:3', hash: '[0-9]*', data:)(.*?)(, sideChannel: \{\}\}\);</script>)`)

// edit changes the data of a real page.
func edit(t testing.TB, page []byte, change func(app []any) []any) []byte {
	t.Helper()
	at := data.FindSubmatchIndex(page)
	if at == nil {
		t.Fatal("the page has no data")
	}
	var v []any
	if err := json.Unmarshal(page[at[4]:at[5]], &v); err != nil {
		t.Fatal(err)
	}
	message := v[1].([]any)
	message[2] = change(message[2].([]any))
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Concat(page[:at[4]], text, page[at[5]:])
}

// safety returns field 138 of an app.
func safety(app []any) []any { return app[len(app)-1].(map[string]any)["138"].([]any) }

// shuffle reorders the categories and the data types of both sections.
func shuffle(app []any) []any {
	r := rand.New(rand.NewPCG(1, 2))
	for _, section := range safety(app)[4].([]any) {
		categories, _ := section.([]any)[0].([]any)
		r.Shuffle(len(categories), func(i, j int) { categories[i], categories[j] = categories[j], categories[i] })
		for _, c := range categories {
			types := c.([]any)[4].([]any)
			r.Shuffle(len(types), func(i, j int) { types[i], types[j] = types[j], types[i] })
		}
	}
	return app
}

// dense returns the app in the form of the years until 2025.
func dense(app []any) []any {
	list := make([]any, 140)
	for i, v := range app[:len(app)-1] {
		list[i] = v
	}
	for n, v := range app[len(app)-1].(map[string]any) {
		at, _ := strconv.Atoi(n)
		list[at-1] = v
	}
	return list
}

// What a page says does not depend on the order, nor on the form of its messages.
func TestVariationsSayTheSame(t *testing.T) {
	t.Parallel()
	for file := range realPages(t) {
		page := realPage(t, file)
		want, err := playstore.Parse(page)
		if err != nil {
			t.Fatal(err)
		}
		for name, change := range map[string]func([]any) []any{"shuffled": shuffle, "dense": dense} {
			got, err := playstore.Parse(edit(t, page, change))
			if err != nil {
				t.Fatalf("%s, %s: %v", file, name, err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %s (-want +got)\n%s", file, name, diff)
			}
		}
	}
}

func TestTwoOrdersOfOneLabel(t *testing.T) {
	t.Parallel()
	var digests []storage.Digest
	for _, file := range []string{"05_reddit_FR_not-encrypted.html", "06_reddit_US_same-label-other-order.html"} {
		l, err := playstore.Parse(realPage(t, file))
		if err != nil {
			t.Fatal(err)
		}
		digest, err := changelog.Digest(*l.Label)
		if err != nil {
			t.Fatal(err)
		}
		digests = append(digests, digest)
	}
	if digests[0] != digests[1] {
		t.Error("the label depends on the order of the page")
	}
}

// A page in another language says all or nothing.
func TestOtherLanguage(t *testing.T) {
	t.Parallel()
	french := func(file string) []byte {
		page := strings.Replace(string(realPage(t, file)), `<html lang="en"`, `<html lang="fr"`, 1)
		return []byte(strings.NewReplacer("Data is encrypted in transit", "Les données sont chiffrées", "You can request that data be deleted",
			"Vous pouvez demander la suppression", "App functionality", "Fonctionnement de l'appli").Replace(page))
	}
	l, err := playstore.Parse(french("02_threema_FR_no-data-with-practices.html"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"DATA_IS_ENCRYPTED_IN_TRANSIT", "YOU_CAN_REQUEST_THAT_DATA_BE_DELETED"}, l.Label.Practices); diff != "" {
		t.Errorf("practices by icon (-want +got)\n%s", diff)
	}
	l, err = playstore.Parse(french("04_tuta_FR_shared-and-collected.html"))
	if !errors.Is(err, fleet.ErrLayout) || l.Label != nil {
		t.Errorf("got %+v and %v, want it not understood", l.Label, err)
	}
}

// A damaged page is not understood, and never half.
func TestDamaged(t *testing.T) {
	t.Parallel()
	page := realPage(t, "05_reddit_FR_not-encrypted.html")
	at := data.FindIndex(page)
	change := func(f func(field []any)) []byte {
		return edit(t, page, func(app []any) []any { f(safety(app)); return app })
	}
	for name, damaged := range map[string][]byte{
		"cut before the data":       page[:at[0]],
		"cut in the data":           page[:(at[0]+at[1])/2],
		"cut at the end":            page[:at[1]-20],
		"empty":                     {},
		"flags of another kind":     change(func(f []any) { f[3] = []any{nil, []any{"1", true}} }),
		"flags missing":             change(func(f []any) { f[3] = nil }),
		"flag against the section":  change(func(f []any) { f[3] = []any{nil, []any{0, 1}} }),
		"section of another kind":   change(func(f []any) { f[4].([]any)[1].([]any)[0] = "x" }),
		"no sections":               change(func(f []any) { f[4] = nil }),
		"a category without types":  change(func(f []any) { f[4].([]any)[1].([]any)[0].([]any)[0].([]any)[4] = nil }),
		"a type without a purpose":  change(func(f []any) { f[4].([]any)[1].([]any)[0].([]any)[0].([]any)[4].([]any)[0].([]any)[2] = "" }),
		"optional is another word":  change(func(f []any) { f[4].([]any)[1].([]any)[0].([]any)[0].([]any)[4].([]any)[0].([]any)[1] = 7 }),
		"a practice without a name": change(func(f []any) { f[9].([]any)[2].([]any)[0] = []any{nil, ""} }),
	} {
		if l, err := playstore.Parse(damaged); !errors.Is(err, fleet.ErrLayout) || l.Label != nil {
			t.Errorf("%s: got %+v and %v, want it not understood", name, l.Label, err)
		}
	}
}

// A page without the section says that the developer has not filled it in, unless the section is
// somewhere else or was not asked for.
func TestSectionThatIsNotThere(t *testing.T) {
	t.Parallel()
	page := realPage(t, "05_reddit_FR_not-encrypted.html")
	more := func(app []any) map[string]any { return app[len(app)-1].(map[string]any) }
	gone := func(app []any) []any { delete(more(app), "138"); return app }
	moved := func(app []any) []any {
		more(app)["139"] = more(app)["138"]
		return gone(app)
	}
	policy := func(value any) func([]any) []any {
		return func(app []any) []any { more(app)["100"] = value; return app }
	}
	asked := func(page []byte, with string) []byte {
		return []byte(strings.Replace(string(page), "[[1,69,70,96,100,138]]}", with, 1))
	}
	for name, page := range map[string][]byte{
		"gone": edit(t, page, gone), "gone, in an array": edit(t, edit(t, page, gone), dense),
		"gone, without the fields asked for": asked(edit(t, page, gone), `[]}`),
	} {
		l, err := playstore.Parse(page)
		if err != nil || l.Label.Types[0].Identifier != storage.DataNotProvided || len(l.Label.Practices) > 0 {
			t.Errorf("%s: got %+v, %v, want it not filled in", name, l.Label, err)
		}
	}
	for name, page := range map[string][]byte{
		"moved": edit(t, page, moved), "moved, in an array": edit(t, edit(t, page, moved), dense), "moved further": asked(edit(t, page, gone), `[[1,69,70,96,100,150]]}`),
		"moved, without the fields asked for": asked(edit(t, page, moved), `[]}`),
	} {
		if l, err := playstore.Parse(page); !errors.Is(err, fleet.ErrLayout) || l.Label != nil || l.Name != nil {
			t.Errorf("%s: got %+v, %v, want it not understood", name, l, err)
		}
	}

	link := func(address string) any { return []any{[]any{nil, nil, nil, nil, nil, []any{nil, nil, address}}} }
	for name, tt := range map[string]struct {
		page []byte
		want *string
	}{
		"no policy":               {edit(t, page, policy(nil)), new("")},
		"a policy of a new form":  {edit(t, page, policy([]any{"https://example.org"})), nil},
		"a policy elsewhere":      {asked(edit(t, page, policy(nil)), `[[1,69,70,96,101,138]]}`), nil},
		"an address of mail":      {edit(t, page, policy(link("mailto:someone@example.org"))), new("")},
		"a script":                {edit(t, page, policy(link("javascript:alert(1)"))), new("")},
		"a file":                  {edit(t, page, policy(link("file:///etc/passwd"))), new("")},
		"no scheme":               {edit(t, page, policy(link("example.org/privacy"))), new("")},
		"an old scheme":           {edit(t, page, policy(link("HTTP://example.org/privacy"))), new("HTTP://example.org/privacy")},
		"a space at the end":      {edit(t, page, policy(link("https://example.org/privacy "))), new("https://example.org/privacy")},
		"a policy of another app": {edit(t, page, policy(link("https://example.org/?app=1#x"))), new("https://example.org/?app=1#x")},
	} {
		l, err := playstore.Parse(tt.page)
		if diff := cmp.Diff(tt.want, l.PrivacyPolicyURL); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got)\n%s", name, err, diff)
		}
	}
}

// Nothing of the legal entity but its name is read: of sole traders the rest is private.
func TestPrivateAddressIsNotRead(t *testing.T) {
	t.Parallel()
	for file := range realPages(t) {
		page := realPage(t, file)
		var private []string
		edit(t, page, func(app []any) []any {
			contact := app[len(app)-1].(map[string]any)["70"].([]any)
			if entity, ok := contact[4].([]any); ok {
				for _, v := range entity[1:] {
					private = append(private, strings.Trim(fmt.Sprint(v), "[]"))
				}
			}
			return app
		})
		l, err := playstore.Parse(page)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range private {
			if p != "" && p != "<nil>" && strings.Contains(string(text), p) {
				t.Errorf("%s: the listing has %.20q", file, p)
			}
		}
	}
}

func BenchmarkParse(b *testing.B) {
	page := realPage(b, "08_meta_FR_largest.html")
	b.SetBytes(int64(len(page)))
	for b.Loop() {
		if _, err := playstore.Parse(page); err != nil {
			b.Fatal(err)
		}
	}
}
