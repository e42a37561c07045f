package playstore_test

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/playstore"
	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/fakeplay"
	"github.com/privacylabels/auditor/storage"
)

func fakePage(dense bool) []byte {
	play := &fakeplay.Play{Dense: dense}
	play.Set(notes())
	w := httptest.NewRecorder()
	play.ServeHTTP(w, httptest.NewRequest("GET", "/store/apps/datasafety?id=org.example.notes", nil))
	return w.Body.Bytes()
}

// FuzzParse: whatever a page is, the result can be stored, is the same when it is read again, and a
// failure is one of the page.
func FuzzParse(f *testing.F) {
	f.Add(fakePage(false))
	f.Add(fakePage(true))
	f.Add([]byte(`AF_initDataCallback({data:[[],[null,null,[["a"],{"69":[""],"138":null}]]]})</script>`))
	f.Add([]byte(`AF_initDataCallback({data:[null,[null,null,[["a"],{"138":[null,null,null,[null,[1,0]],[[null],[[[[null,"A"],0,0,0,[["B",0,"C"]]]]]]]}]]]})</script>`))
	f.Fuzz(func(t *testing.T, page []byte) {
		l, err := playstore.Parse(page)
		if err != nil {
			if !errors.Is(err, fleet.ErrLayout) && !errors.Is(err, fleet.ErrThrottled) || l.Label != nil {
				t.Fatalf("%v with a label %v", err, l.Label)
			}
			return
		}
		if l.Name == nil || *l.Name == "" || !utf8.ValidString(*l.Name) || l.Label == nil {
			t.Fatalf("incomplete: %+v", l)
		}
		body, err := changelog.BodyOf(*l.Label)
		if err != nil || storage.Validate(body) != nil {
			t.Fatalf("the label cannot be stored: %v, %v", err, storage.Validate(body))
		}
		named := l.Label.Types[0].Identifier != storage.DataNotCollected && l.Label.Types[0].Identifier != storage.DataNotProvided
		if named && !changelog.Detailed(*l.Label) {
			t.Errorf("half a label: %+v", l.Label)
		}
		again, err := playstore.Parse(page)
		if diff := cmp.Diff(l, again); err != nil || diff != "" {
			t.Errorf("read again: %v\n%s", err, diff)
		}
	})
}

// A hostile page takes bounded memory and time.
func TestHostile(t *testing.T) { // not parallel: it measures
	const size = 4 << 20
	block := func(data string) string { return "AF_initDataCallback({data:" + data + ", sideChannel: {}});</script>" }
	app := func(categories string) string {
		return block(`[0,[null,null,[["a"],{"69":["b"],"138":[null,null,null,[null,[1,0]],[[null],[` + categories + `]]]}]]]`)
	}
	many := func(s string, n int) string { return strings.TrimSuffix(strings.Repeat(s+",", n), ",") }
	for name, page := range map[string]string{
		"deep":                  block(strings.Repeat("[", size/2) + strings.Repeat("]", size/2)),
		"wide":                  block("[" + many("[]", size/3) + "]"),
		"objects":               block("[" + many(`{"1":[]}`, size/9) + "]"),
		"many blocks":           strings.Repeat(block("[0,[0,0,[[0],{}]]]"), size/80),
		"no end":                strings.Repeat("AF_initDataCallback({data:[", size/28),
		"many categories":       app("[" + many(`[[null,"A"],0,0,0,[["B",0,"C"]]]`, 4000) + "]"),
		"many types":            app(`[[[null,"A"],0,0,0,[` + many(`["B",0,"C"]`, 4000) + `]]]`),
		"many purposes":         app(`[[[null,"A"],0,0,0,[["B",0,"` + many("C", 100_000) + `"]]]]`),
		"a long purpose":        app(`[[[null,"A"],0,0,0,[["B",0,"` + strings.Repeat("C", size) + `"]]]]`),
		"quotes":                block(strings.Repeat(`"`, size)),
		"a tag without end":     "<html " + strings.Repeat(`lang `, size/5),
		"walls":                 strings.Repeat("consent.google.", size/16),
		"a number out of range": block(`[0,[null,null,[["a"],{"138":[null,null,null,[null,[1e999,-1]],[]]}]]]`),
	} {
		t.Run(name, func(t *testing.T) {
			used := cost.Of(func() {
				if l, err := playstore.Parse([]byte(page)); err == nil {
					t.Errorf("got %+v", l)
				}
			})
			if used.CPU > 5*time.Second {
				t.Errorf("took %v", used.CPU)
			}
			if memory := used.Bytes; memory > 96<<20 {
				t.Errorf("took %d MiB", memory>>20)
			}
		})
	}
}
