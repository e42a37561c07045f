package storeaddress_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/storeaddress"
	"github.com/privacylabels/auditor/storage"
)

func TestParse(t *testing.T) {
	t.Parallel()
	const page = "https://apps.apple.com/us/app/notes/id1110145109"
	for raw, want := range map[string]string{
		page:                  page,
		" " + page + "\u200e": page, page + "\ufeff": page, "\u200b" + page + "\u2069\u00a0\n": page, "<" + page + ">": page, page + ".": page, page + ");": page,
		page + "%E2%80%8E":                                                                                                     page + "%E2%80%8E",
		page + "?mt=8&uo=4":                                                                                                    page + "?mt=8&uo=4",
		"apps.apple.com/us/app/notes/id1110145109":                                                                             page,
		"Apps.Apple.com/us/app/notes/id1110145109":                                                                             "https://Apps.Apple.com/us/app/notes/id1110145109",
		"http://itunes.apple.com/us/app/notes/id1110145109?mt=8":                                                               "http://itunes.apple.com/us/app/notes/id1110145109?mt=8",
		"itms-apps://apps.apple.com/app/id1110145109":                                                                          "https://apps.apple.com/app/id1110145109",
		"itms-apps:apps.apple.com/app/id1110145109":                                                                            "https://apps.apple.com/app/id1110145109",
		"ITMS-APPSS://itunes.apple.com/us/app/notes/id1110145109?action=write-review":                                          page,
		"itms://itunes.apple.com/us/app/apple-store/id1110145109?pt=1&ct=x&mt=8":                                               "https://apps.apple.com/us/app/apple-store/id1110145109?mt=8",
		"macappstore://apps.apple.com/us/app/notes/id1110145109":                                                               page + "?mt=12",
		"macappstores://itunes.apple.com/app/id1110145109?mt=12":                                                               "https://apps.apple.com/app/id1110145109?mt=12",
		"macappstore://apps.apple.com/app/id1110145109?platform=ipad":                                                          "https://apps.apple.com/app/id1110145109?platform=ipad",
		"https://geo.itunes.apple.com/us/app/notes/id1110145109?mt=8&at=1":                                                     page + "?mt=8",
		"geo.itunes.apple.com/app/id1110145109":                                                                                "https://apps.apple.com/app/id1110145109",
		"https://itunes.apple.com/WebObjects/MZStore.woa/wa/viewSoftware?id=1110145109&mt=8":                                   "https://apps.apple.com/app/id1110145109?mt=8",
		"itms-apps://itunes.apple.com/WebObjects/MZStore.woa/wa/viewContentsUserReviews?id=1110145109":                         "https://apps.apple.com/app/id1110145109",
		"http://phobos.apple.com/WebObjects/MZStore.woa/wa/viewSoftware?id=1110145109%E2%80%8E":                                "https://apps.apple.com/app/id1110145109",
		"https://apps.apple.com/us/iphone/app/notes/id1110145109":                                                              "https://apps.apple.com/us/iphone/app/notes/id1110145109",
		"https://apps.apple.com/us/app/genre/id1110145109":                                                                     "https://apps.apple.com/us/app/genre/id1110145109",
		"https://apps.apple.com/us/app/notes/id1110145109?eventid=12":                                                          page + "?eventid=12",
		"HTTPS://APPS.APPLE.COM/US/APP/NOTES/ID1110145109":                                                                     "https://apps.apple.com/us/app/NOTES/id1110145109",
		"https://apps.apple.com/us/app/idle/ID1110145109":                                                                      "https://apps.apple.com/us/app/idle/id1110145109",
		"https://www.google.com/url?q=https://apps.apple.com/us/app/notes/id1110145109&sa=D&usg=A":                             page,
		"https://www.google.com/url?sa=t&url=https%3A%2F%2Fapps.apple.com%2Fus%2Fapp%2Fnotes%2Fid1110145109&ved=2":             page,
		"https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fapps.apple.com%2Fus%2Fapp%2Fnotes%2Fid1110145109&d": page,
		"https://l.facebook.com/l.php?u=https%3A%2F%2Fapps.apple.com%2Fapp%2Fid1110145109%3Fmt%3D8&h=AT":                       "https://apps.apple.com/app/id1110145109?mt=8",
		"https://urldefense.com/v3/__https://apps.apple.com/us/app/notes/id1110145109__;!!a!b$":                                page,
		"https://urldefense.proofpoint.com/v2/url?u=https-3A__apps.apple.com_us_app_notes_id1110145109&d=DwMF":                 page,
		"https://href.li/?https://apps.apple.com/us/app/notes/id1110145109":                                                    page,
		"https://web.archive.org/web/20230101000000/https://apps.apple.com/us/app/notes/id1110145109":                          page,
		"https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Dhttps%253A%252F%252Fapps.apple.com%252Fus%252Fapp%252Fnotes%252Fid1110145109": page,
	} {
		got, err := storeaddress.Parse(raw)
		if err != nil || got.ID != 1110145109 || got.URL != want {
			t.Errorf("Parse(%q) = %d, %q, %v; want %q", raw, got.ID, got.URL, err, want)
			continue
		}
		if again, err := storeaddress.Parse(got.URL); err != nil || again.ID != got.ID || again.URL != got.URL || again.Country != got.Country {
			t.Errorf("Parse(%q) = %+v, %v, and of its URL %+v", raw, got, err, again)
		}
		if !storeaddress.Is(raw) {
			t.Errorf("%q is not taken for an address", raw)
		}
	}
}

// TestParse_otherThings: IDs of everything else are refused, with what they are of.
func TestParse_otherThings(t *testing.T) {
	t.Parallel()
	for path, says := range map[string]string{
		"genre/ios-utilities/id36": "a genre", "curator/x/id1": "a curator", "collection/x/id1": "a collection", "grouping/id25180": "a grouping",
		"grouping/x/id1": "a grouping", "developer/x/id1": "a developer", "artist/x/id1": "artist", "room/id1": "a room", "multiroom/id1": "a room",
		"story/id1": "a story", "iphone/story/id1": "a story", "charts/iphone/top-free-apps/36": "a chart", "album/x/id1": "an album", "book/x/id1": "a book",
		"audiobook/x/id1": "an audiobook", "podcast/x/id1": "a podcast", "movie/x/id1": "a movie", "tv-season/x/id1": "TV show", "app-bundle/x/id1": "app-bundle",
		"playlist/x/id1": "a playlist", "music-video/x/id1": "a music video", "editorial/id1": "a story", "something/x/id1": `"something"`,
	} {
		for _, base := range []string{
			"https://apps.apple.com/", "https://apps.apple.com/us/", "http://itunes.apple.com/DE/", "itms-apps://itunes.apple.com/us/", "apps.apple.com/jp/",
			"macappstore://apps.apple.com/", "https://geo.itunes.apple.com/us/",
		} {
			got, err := storeaddress.Parse(base + path)
			if err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), "not of an app") {
				t.Errorf("Parse(%q) = %d, %v; want an error that says %q", base+path, got.ID, err, says)
			}
		}
	}
	for raw, says := range map[string]string{
		"https://music.apple.com/us/album/x/123456789":                                "an album of music in Apple Music",
		"https://podcasts.apple.com/us/podcast/x/id123456789":                         "a podcast in Apple Podcasts",
		"https://books.apple.com/us/book/x/id123456789":                               "a book in Apple Books",
		"https://tv.apple.com/us/movie/x/umc.cmc.1":                                   "a movie in Apple TV",
		"https://testflight.apple.com/join/abc":                                       "TestFlight",
		"testflight.apple.com/join/abc":                                               "TestFlight",
		"itms-beta://testflight.apple.com/join/abc":                                   "TestFlight",
		"itms-beta://beta.itunes.apple.com/v1/app/310633997":                          "TestFlight",
		"https://beta.itunes.apple.com/v1/app/310633997":                              "TestFlight",
		"appclip.apple.com/id?p=com.example.Clip":                                     "App Clip",
		"https://www.google.com/url?q=https://apps.apple.com/us/story/id1&s=D":        "a story",
		"https://www.google.com/url?q=https://example.com/us/app/id1":                 "host",
		"https://example.com/?u=https%3A%2F%2Fapps.apple.com.example.com%2Fapp%2Fid1": "host",
		"https://itunes.apple.com/WebObjects/MZStore.woa/wa/viewArtist?id=1":          "artist",
		"https://itunes.apple.com/WebObjects/MZStore.woa/wa/viewGrouping?id=1":        "a grouping",
		"https://itunes.apple.com/WebObjects/MZStore.woa/wa/viewSoftware":             "no app ID",
		"https://itunes.apple.com/WebObjects/MZStore.woa/wa/viewSoftware?id=x":        "not valid",
		"itms-apps://example.com/app/id1":                                             "host",
		"itms-apps://":                                                                "host",
		"mailto:apps.apple.com/app/id1":                                               "http",
		"apps.apple.com.example.com/app/id1":                                          "http",
	} {
		if got, err := storeaddress.Parse(raw); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("Parse(%q) = %d, %v; want an error that says %q", raw, got.ID, err, says)
		}
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Notes: https://apps.apple.com/us/app/notes/id1 (free)":               "https://apps.apple.com/us/app/notes/id1",
		"[Notes](https://apps.apple.com/app/id1)":                             "https://apps.apple.com/app/id1",
		"see apps.apple.com/app/id1, or not":                                  "apps.apple.com/app/id1,",
		`<a href="itms-apps://itunes.apple.com/app/id1">Notes</a>`:            "itms-apps://itunes.apple.com/app/id1",
		"https://example.com/apps.apple":                                      "",
		"itms-beta://beta.itunes.apple.com/v1/app/310633997":                  "",
		"at beta.itunes.apple.com/x, then apps.apple.com/app/id2":             "apps.apple.com/app/id2",
		"by https://www.google.com/url?q=https://apps.apple.com/app/id1&sa=D": "https://apps.apple.com/app/id1",
		"apps.apple.com/app/id1?mt=8&uo=4":                                    "apps.apple.com/app/id1?mt=8&uo=4",
		"https://myapps.apple.com/app/id1":                                    "",
		"apps.apple.com":                                                      "",
	} {
		got := ""
		if at := storeaddress.Find(text); at != nil {
			got = text[at[0]:at[1]]
		}
		if got != want {
			t.Errorf("Find(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestID(t *testing.T) {
	t.Parallel()
	type result struct{ ID, Plain string } // empty: none; !: rounded
	for text, want := range map[string]result{
		"497799835": {"497799835", "497799835"}, "id497799835": {"497799835", "497799835"}, "ID 497 799 835": {"497799835", "497799835"},
		"App ID: 497799835": {"497799835", "497799835"}, "Apple ID=497799835": {"497799835", "497799835"}, "#497799835": {"", ""},
		"497799835.0": {"497799835", "497799835"}, "497799835,00": {"497799835", "497799835"}, "497,799,835": {"497799835", "497799835"},
		"497.799.835": {"497799835", "497799835"}, "497\u202f799\u00a0835": {"497799835", "497799835"}, "497'799’835": {"497799835", "497799835"}, "497'799'835": {"497799835", "497799835"},
		"497’799’835": {"497799835", "497799835"}, "497,799,835.00": {"497799835", "497799835"}, "497.799.835,0": {"497799835", "497799835"},
		`="497799835"`: {"497799835", "497799835"}, `"497,799,835"`: {"497799835", "497799835"}, "=497799835": {"497799835", "497799835"}, "'497799835": {"497799835", "497799835"},
		"“497799835”": {"497799835", "497799835"}, `""497799835""`: {"497799835", "497799835"}, "４９７７９９８３５": {"497799835", "497799835"},
		"\ufeff497799835\u200e": {"497799835", "497799835"}, "497\u200b799835": {"497799835", "497799835"},
		"2.000001602E9": {"2000001602", "2000001602"}, "2.000001602E+09": {"2000001602", "2000001602"}, "4,97799835e8": {"497799835", "497799835"},
		"2.0000016020E9": {"2000001602", "2000001602"}, "id 2.000001602E9": {"2000001602", "2000001602"},
		"1.23E+09": {"!", "!"}, "2E9": {"!", "!"}, "2.00000160E9": {"!", "!"}, "4.977998E+08": {"!", "!"},
		"2.00000160254E9": {"", ""}, "1.5E+01": {"", ""}, "1E99": {"", ""}, "0.1E9": {"", ""}, "12.3E9": {"", ""},
		"2048": {"2048", ""}, "id2048": {"2048", "2048"}, "1,024": {"1024", ""}, "0": {"", ""}, "id0": {"", ""}, "1.5": {"", ""}, "497799835.5": {"", ""},
		"49,77,99,835": {"497799835", "497799835"}, "4,97,79,98,350": {"4977998350", "4977998350"}, "497,79,98,35": {"", ""},
		"٤٩٧٧٩٩٨٣٥": {"497799835", "497799835"}, "٤٩٧٬٧٩٩٬٨٣٥": {"497799835", "497799835"}, "४,९७,७९,९८,३५०": {"4977998350", "4977998350"}, "٤٫٩٧٧٩٩٨٣٥E+8": {"497799835", "497799835"}, "1234,567": {"", ""}, "-497799835": {"", ""}, "": {"", ""}, "id": {"", ""}, "identity 497799835": {"", ""}, "Notes": {"", ""},
		"1234567890123456": {"1234567890123456", ""}, "497799835 Xcode": {"", ""}, strings.Repeat("1", 21): {"", ""}, "=1+1": {"", ""},
	} {
		one := func(id string, err error) string {
			if err == storeaddress.ErrRounded {
				return "!"
			}
			return id
		}
		got := result{one(storeaddress.ID(text)), one(storeaddress.PlainID(text))}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// TestID_anyForm: an ID is the same in each form in which a spreadsheet writes it whole.
func TestID_anyForm(t *testing.T) {
	t.Parallel()
	for _, id := range []int64{281796108, 310633997, 1110145109, 2000001602, 6_444_000_123, 10_000_000_001} {
		text := fmt.Sprint(id)
		groups := func(by string) string {
			s := text
			for i := len(s) - 3; i > 0; i -= 3 {
				s = s[:i] + by + s[i:]
			}
			return s
		}
		for _, form := range []string{
			text, "id" + text, text + ".0", text + ".00", `="` + text + `"`, `"` + text + `"`, groups(","), groups("."), groups(" "), groups("\u00a0"), groups("'"),
			"id " + groups(" "), text[:1] + "." + text[1:] + fmt.Sprintf("E%d", len(text)-1), text[:1] + "," + text[1:] + fmt.Sprintf("e+%02d", len(text)-1), "\u200e" + text + "\ufeff",
		} {
			if got, err := storeaddress.PlainID(form); err != nil || got != text {
				t.Errorf("%q: %q, %v; want %s", form, got, err, text)
			}
		}
		for digits := 1; digits < len(text)-1; digits++ {
			form := text[:1] + "." + text[1:1+digits] + fmt.Sprintf("E+%02d", len(text)-1)
			if got, err := storeaddress.PlainID(form); err != storeaddress.ErrRounded {
				t.Errorf("%q, which lost digits of %s: %q, %v", form, text, got, err)
			}
		}
	}
}

// FuzzParse: an address that is read has the ID of its URL, and an ID is of digits.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"https://apps.apple.com/us/app/x/id1", "itms-apps://itunes.apple.com/app/id2?mt=8", "macappstore://apps.apple.com/app/id3", "id 1 234 567", "2.000001602E9",
		"https://itunes.apple.com/WebObjects/MZStore.woa/wa/viewSoftware?id=1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if a, err := storeaddress.Parse(text); err == nil {
			again, err := storeaddress.Parse(a.URL)
			if err != nil || again.ID != a.ID || a.ID <= 0 {
				t.Errorf("%q: %+v, and of its URL %+v, %v", text, a, again, err)
			}
		}
		if digits, err := storeaddress.ID(text); err == nil {
			if id, err := storage.ParseAppID(digits); err != nil || id <= 0 {
				t.Errorf("%q: ID %q", text, digits)
			}
		}
	})
}
