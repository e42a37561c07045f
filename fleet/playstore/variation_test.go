package playstore_test

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/playstore"
	"github.com/privacylabels/auditor/storage"
)

// A page that ends too early says all or nothing.
func TestEarlyEnd(t *testing.T) {
	t.Parallel()
	page := realPage(t, "04_tuta_FR_shared-and-collected.html")
	whole, err := playstore.Parse(page)
	if err != nil {
		t.Fatal(err)
	}
	block := data.FindIndex(page)
	var ends []int
	for at := 0; at < len(page); at += 40_009 {
		ends = append(ends, at)
	}
	for at := block[0] - 5; at < block[1]+5; at += 3 {
		ends = append(ends, at)
	}
	read := 0
	for _, end := range ends {
		l, err := playstore.Parse(page[:end])
		if errors.Is(err, fleet.ErrLayout) && l.Label == nil && l.Name == nil {
			continue
		}
		if read++; err != nil || cmp.Diff(whole, l) != "" || end < block[1] {
			t.Fatalf("ended at %d of %d, with the data from %d to %d: %+v, %v", end, len(page), block[0], block[1], l, err)
		}
	}
	if read == 0 {
		t.Error("no cut is behind the data")
	}
}

// What an archive adds to a page and rewrites in it does not change what the page says.
func TestRewrittenByAnArchive(t *testing.T) {
	t.Parallel()
	const prefix = "https://web.archive.org/web/20230405060708"
	for file := range realPages(t) {
		page := string(realPage(t, file))
		want, err := playstore.Parse([]byte(page))
		if err != nil {
			t.Fatal(err)
		}
		toolbar := `<script src="//archive.org/includes/athena.js"></script><script>window.RufflePlayer=window.RufflePlayer||{};__wm.init("` + prefix +
			`");AF_initDataCallback=AF_initDataCallback||function(){}</script><!-- BEGIN WAYBACK TOOLBAR INSERT --><div id="wm-ipp-base" lang="de"></div>`
		page = strings.Replace(page, "<head>", "<head>"+toolbar, 1)
		page = regexp.MustCompile(`(href|src)="(/|https://)`).ReplaceAllString(page, `$1="`+prefix+`/https://play.google.com/`)
		pictures := strings.ReplaceAll(page, "https://play-lh.googleusercontent.com/", prefix+"im_/https://play-lh.googleusercontent.com/")
		page += "\n<!-- FILE ARCHIVED ON 06:07:08 Apr 05, 2023 AND RETRIEVED FROM THE INTERNET ARCHIVE -->"
		got, err := playstore.Parse([]byte(page))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got)\n%s", file, err, diff)
		}
		got, err = playstore.Parse([]byte(pictures))
		if diff := cmp.Diff(want.Label, got.Label); err != nil || diff != "" {
			t.Errorf("%s, pictures rewritten: %v (-want +got)\n%s", file, err, diff)
		}
	}
}

// Names are spelled in several ways over the years, which is no change.
func TestSpellings(t *testing.T) {
	t.Parallel()
	page := realPage(t, "08_meta_FR_largest.html")
	want, err := playstore.Parse(page)
	if err != nil {
		t.Fatal(err)
	}
	for name, spelling := range map[string]*strings.Replacer{
		"capitals": strings.NewReplacer("Photos and videos", "Photos and Videos", "Health info", "Health Info", "App functionality", "App Functionality"),
		"British":  strings.NewReplacer("Fraud prevention, security, and compliance", "Fraud prevention, security and compliance", "Personalization", "Personalisation"),
		"signs":    strings.NewReplacer("Health and fitness", `Health \u0026 fitness`, "In-app search history", "In‑app search history"),
	} {
		at := data.FindSubmatchIndex(page)
		changed := spelling.Replace(string(page[at[4]:at[5]]))
		changed = regexp.MustCompile(`googleusercontent.com/[^"]*`).ReplaceAllString(changed, "googleusercontent.com/other") // icons that are not known
		edited := bytes.Join([][]byte{page[:at[4]], []byte(changed), page[at[5]:]}, nil)
		if bytes.Equal(edited, page) {
			t.Fatal("nothing is spelled in another way")
		}
		got, err := playstore.Parse(edited)
		if diff := cmp.Diff(want.Label, got.Label); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got)\n%s", name, err, diff)
		}
	}
}

// A data type that is required for one purpose is not optional, whatever else the page says of it.
func TestOptionalInParts(t *testing.T) {
	t.Parallel()
	page := edit(t, realPage(t, "05_reddit_FR_not-encrypted.html"), func(app []any) []any {
		collected := safety(app)[4].([]any)[1].([]any)
		collected[0] = []any{
			[]any{[]any{nil, "Location"}, nil, nil, nil, []any{[]any{"Precise location", 1, "Analytics"}, []any{"Precise location", 0, "Personalization"}}},
			[]any{[]any{nil, "Contacts"}, nil, nil, nil, []any{[]any{"Contacts", 1, "Analytics, Dreams"}}},
		}
		return app
	})
	l, err := playstore.Parse(page)
	if err != nil {
		t.Fatal(err)
	}
	want := []expectedUse{
		{Category: "Contacts", Type: "Contacts", Optional: true, Purposes: []string{"Analytics", "Dreams"}},
		{Category: "Location", Type: "Precise location", Purposes: []string{"Analytics", "Personalization"}},
	}
	if diff := cmp.Diff(want, usesOf(t, *l.Label, storage.DataCollected)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// change applies a change to the data of a page as text.
func change(t *testing.T, page []byte, f func(call string) string) []byte {
	t.Helper()
	at := data.FindIndex(page)
	edited := f(string(page[at[0]:at[1]]))
	if edited == string(page[at[0]:at[1]]) {
		t.Fatal("nothing was changed")
	}
	return bytes.Join([][]byte{page[:at[0]], []byte(edited), page[at[1]:]}, nil)
}

// Scripts pass their data in several forms, which say the same.
func TestFormsOfCalls(t *testing.T) {
	t.Parallel()
	page := realPage(t, "04_tuta_FR_shared-and-collected.html")
	want, err := playstore.Parse(page)
	if err != nil {
		t.Fatal(err)
	}
	const start, end = "AF_initDataCallback({key: 'ds:3', hash: '6', data:", ", sideChannel: {}});</script>"
	short := "AF_initDataCallback({key: 'ds:2', hash: '1', data:[[],[null,null,[[\"Tuta\"],{\"69\":[\"Tutao\"]}]]], sideChannel: {}});"
	for name, form := range map[string]struct{ start, end string }{
		"another number":     {"AF_initDataCallback({key: 'ds:11', hash: '22', data:", end},
		"no hash":            {"AF_initDataCallback({key: 'ds:3', data:", "});</script>"},
		"data first":         {"AF_initDataCallback({data:", ", sideChannel: {}, hash: '6', key: 'ds:3'});</script>"},
		"spaces":             {"AF_initDataCallback(\n { key : 'ds:3', data : ", " }\n ) ;</script>"},
		"quoted names":       {`AF_initDataCallback({"key":"ds:3","data":`, `,"sideChannel":{}});</script>`},
		"a function":         {"AF_initDataCallback({key: 'ds:3', isError:  false , hash: '6', data:function(){return ", "}});</script>"},
		"two calls":          {short + start, end},
		"the same call":      {start, ", sideChannel: {}});" + short + "</script>"},
		"the word elsewhere": {"AF_initDataCallback=AF_initDataCallback||function(data){};" + start, end},
	} {
		got, err := playstore.Parse(change(t, page, func(call string) string {
			return form.start + strings.TrimSuffix(strings.TrimPrefix(call, start), end) + form.end + "<i></i>"
		}))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got)\n%s", name, err, diff)
		}
	}
}

// Until 2025 messages had false and true where they now have 0 and 1.
func TestFalseAndTrue(t *testing.T) {
	t.Parallel()
	for file := range realPages(t) {
		page := realPage(t, file)
		want, err := playstore.Parse(page)
		if err != nil {
			t.Fatal(err)
		}
		got, err := playstore.Parse(edit(t, page, func(app []any) []any {
			app = dense(app)
			section := app[137].([]any)
			for i, flag := range section[3].([]any)[1].([]any) {
				section[3].([]any)[1].([]any)[i] = flag == 1.0
			}
			for _, list := range section[4].([]any) {
				categories, _ := list.([]any)[0].([]any)
				for _, c := range categories {
					for _, dataType := range c.([]any)[4].([]any) {
						dataType.([]any)[1] = dataType.([]any)[1] == 1.0
					}
				}
			}
			return app
		}))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got)\n%s", file, err, diff)
		}
	}
}

// What is the data of another app, of another section or in another language is not taken for what the app declares.
func TestOtherThanItSeems(t *testing.T) {
	t.Parallel()
	page := realPage(t, "04_tuta_FR_shared-and-collected.html")
	swapped := edit(t, page, func(app []any) []any {
		sections := safety(app)[4].([]any)
		sections[0], sections[1] = sections[1], sections[0]
		return app
	})
	foreign := strings.NewReplacer(`"Data shared"`, `"Geteilte Daten"`, `"Data collected"`, `"Erhobene Daten"`, `"App functionality"`, `"App-Funktionen"`,
		`"User payment info"`, `"Zahlungsdaten"`)
	for name, page := range map[string][]byte{
		"swapped":                    swapped,
		"swapped, with other icons":  regexp.MustCompile(`googleusercontent.com/[^"]*`).ReplaceAll(swapped, []byte("googleusercontent.com/other")),
		"German that says otherwise": change(t, page, foreign.Replace),
	} {
		if l, err := playstore.Parse(page); !errors.Is(err, fleet.ErrLayout) || l.Label != nil {
			t.Errorf("%s: got %+v, %v, want it not understood", name, l.Label, err)
		}
	}

	want, err := playstore.Parse(page)
	if err != nil {
		t.Fatal(err)
	}
	target, err := new(playstore.Scraper).Resolve("https://play.google.com/store/apps/details?id=de.tutao.tutanota")
	if err != nil {
		t.Fatal(err)
	}
	other := realPage(t, "05_reddit_FR_not-encrypted.html")
	got, err := playstore.Archived{}.Read(change(t, page, func(call string) string { return string(data.Find(other)) + "<script>" + call }), target)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("after another app: %v (-want +got)\n%s", err, diff)
	}
	got, err = playstore.Archived{}.Read(change(t, page, func(call string) string {
		return strings.ReplaceAll(call, `"https://tuta.com/`, `"https://web.archive.org/web/20240315101112/https://tuta.com/`)
	}), target)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("rewritten by an archive: %v (-want +got)\n%s", err, diff)
	}
}
