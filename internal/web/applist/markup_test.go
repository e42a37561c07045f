package applist_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/storeaddress"
	"github.com/privacylabels/auditor/internal/web/applist"
)

// TestLines_otherForms has what other programs and spreadsheets write.
func TestLines_otherForms(t *testing.T) {
	t.Parallel()
	const (
		notes = "https://apps.apple.com/us/app/notes/id1110145109"
		page  = "https://apps.apple.com/app/id1110145109"
	)
	named := func(name, address string) []applist.App { return []applist.App{{Name: name, Address: address}} }
	id := func(digits string) []applist.App { return []applist.App{{ID: digits}} }
	for line, want := range map[string][]applist.App{
		`mas "Xcode", id: 497799835`:                                                    {{Name: "Xcode", ID: "497799835"}},
		`mas 'Xcode', id: 497_799_835 # for work`:                                       {{Name: "Xcode", ID: "497799835"}},
		`mas("Xcode", :id => 497799835)`:                                                {{Name: "Xcode", ID: "497799835"}},
		`497799835  Xcode (15.2)`:                                                       {{Name: "Xcode (15.2)", ID: "497799835"}},
		"[Notes](" + notes + ")":                                                        named("Notes", notes),
		"- [Notes](" + notes + ") – for notes":                                          named("Notes", notes),
		"* [ ] **[Notes](<" + notes + ">)**":                                            named("Notes", notes),
		"1. [`Notes`](" + notes + ` "the page")`:                                        named("Notes", notes),
		"| [Notes](" + notes + ") | free |":                                             named("Notes", notes),
		"[Notes](apps.apple.com/app/id1110145109)":                                      named("Notes", page),
		"[A](https://a.example/) [Notes](" + notes + ")":                                named("Notes", notes),
		"[A](" + notes + ") and [B](" + page + "2)":                                     {{Name: "A", Address: notes}, {Name: "B", Address: page + "2"}},
		"[Elsewhere](https://apps.example.org/x)":                                       named("Elsewhere", "https://apps.example.org/x"),
		"Notes: " + notes:                                                               named("Notes", notes),
		"- Notes – <" + notes + ">":                                                     named("Notes", notes),
		"| Notes | " + notes + " |":                                                     named("Notes", notes),
		"<" + notes + ">":                                                               named("", notes),
		notes + "\u200e\ufeff":                                                          named("", notes),
		"itms-apps://apps.apple.com/app/id1110145109":                                   named("", page),
		"macappstore://apps.apple.com/app/id1110145109":                                 named("", page+"?mt=12"),
		"https://geo.itunes.apple.com/app/id1110145109?at=1":                            named("", page),
		"https://itunes.apple.com/WebObjects/MZStore.woa/wa/viewSoftware?id=1110145109": named("", page),
		"apps.apple.com/us/genre/ios-utilities/id36":                                    named("", "https://apps.apple.com/us/genre/ios-utilities/id36"),
		"2.000001602E9":                                                                 id("2000001602"),
		`="123456789"`:                                                                  id("123456789"),
		`"123,456,789"`:                                                                 id("123456789"),
		"123,456,789":                                                                   id("123456789"),
		"id 123 456 789":                                                                id("123456789"),
		"123456789.0":                                                                   id("123456789"),
		"Notes;123.456.789":                                                             {{Name: "Notes", ID: "123456789"}},
		"Notes\t=\"123456789\"":                                                         {{Name: "Notes", ID: "123456789"}},
		`"Notes","2.000001602E9"`:                                                       {{Name: "Notes", ID: "2000001602"}},
		"go fish":                                                                       {{Name: "go fish"}},
		"Cask":                                                                          {{Name: "Cask"}},
		"[BETA] Notes":                                                                  {{Name: "[BETA] Notes"}},
		"2,048":                                                                         {{Name: "2,048"}},
		"Notes (123456789)":                                                             {{Name: "Notes", ID: "123456789"}},
		"Notes: Fast - 1234567890":                                                      {{Name: "Notes: Fast", ID: "1234567890"}},
		"Notes, 123,456,789":                                                            {{Name: "Notes", ID: "123456789"}},
		"Notes id 12345678":                                                             {{Name: "Notes", ID: "12345678"}},
		"Notes 123456789":                                                               {{Name: "Notes 123456789"}},
		"Notes: 20251231":                                                               {{Name: "Notes: 20251231"}},
		"Pi 3.14E8":                                                                     {{Name: "Pi 3.14E8"}},
		"Notes (2)":                                                                     {{Name: "Notes (2)"}},
		"itms-beta://testflight.apple.com/join/Ab":                                      named("", "itms-beta://testflight.apple.com/join/Ab"),
		"appclip.apple.com/id?p=com.example.Clip":                                       named("", "https://appclip.apple.com/id?p=com.example.Clip"),
		"https://www.google.com/url?q=" + notes + "&sa=D":                               named("", notes),
		"by https://www.google.com/url?q=" + notes + "&sa=D":                            named("by https://www.google.com/url?q=", notes),
		"COM.EXAMPLE":                                                                   {{BundleID: "COM.EXAMPLE"}},
		"7 Minute Workout":                                                              {{Name: "7 Minute Workout"}},
	} {
		got, err := applist.Lines(line)
		if diff := cmp.Diff(applist.List{Apps: want}, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", line, err, diff)
		}
	}
}

// TestFile_brewfile: what Homebrew installs is counted, and is no app of the App Store.
func TestFile_brewfile(t *testing.T) {
	t.Parallel()
	got, err := applist.File([]byte("tap \"homebrew/bundle\", \"https://example.com/x.git\"\ncask_args appdir: \"~/Applications\"\n# tools\nbrew \"jq\"\nbrew 'node', link: true\n" +
		"cask \"firefox\"\nvscode \"golang.go\"\nwhalebrew \"whalebrew/wget\"\nmas \"Xcode\", id: 497799835\nmas \"Keynote\", id: 409183694\nmas \"No ID\"\n" +
		"mas \"Bob's Notes\", id: 440147259\nmas \"Say \\\"hi\\\"\", id: 440147260 if OS.mac? # hello\n"))
	want := applist.List{
		Apps:    []applist.App{{Name: "Xcode", ID: "497799835"}, {Name: "Keynote", ID: "409183694"}, {Name: "Bob's Notes", ID: "440147259"}, {Name: `Say "hi"`, ID: "440147260"}},
		Skipped: 7, Unnamed: 1, Example: `mas "No ID"`,
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// TestFile_rounded: an ID that lost digits is named and not used, in each kind of list.
func TestFile_rounded(t *testing.T) {
	t.Parallel()
	for text, app := range map[string]applist.App{
		"123456789\n1.23E+09\n":                           {ID: "123456789"},
		"App ID\n123456789\n1.23E+09\n":                   {ID: "123456789"},
		"ID,Developer\n123456789,Ann\n\"1,23E+09\",Bob\n": {ID: "123456789", Developer: "Ann"},
		`["123456789", "1.23E+09"]`:                       {ID: "123456789"},
	} {
		got, err := applist.File([]byte(text))
		if err != nil || len(got.Apps) != 1 || got.Apps[0] != app || got.Unnamed != 1 || !strings.Contains(got.Example, "23E+09") || !strings.Contains(got.Example, "rounded") {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

// TestFile_roundedBesideName: an app with such an ID is known by its name, and the list says so.
func TestFile_roundedBesideName(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"Notes,1.23E+09\n", "1.23E+09\tNotes\n", "1,23E+09 Notes\n", "Notes 1.23E+09\n", "Notes (1.23E+09)\n", "Notes;1,23E+09",
		"Name,App ID\nNotes,1.23E+09\n", "\ufeffApp ID;Name\n1,23E+09;Notes\n", `[{"name":"Notes","appId":"1.23E+09"}]`, "| Name | ID |\n|---|---|\n| Notes | 1.23E+09 |\n",
	} {
		want := applist.List{Apps: []applist.App{{Name: "Notes"}}, Rounded: 1, RoundedExample: "Notes"}
		got, err := applist.File([]byte(text))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%q: %v (-want +got):\n%s", text, err, diff)
		}
	}
	got, err := applist.File([]byte("Name,App ID,Bundle ID\nNotes,1.23E+09,com.example.notes\n"))
	if err != nil || got.Rounded != 0 {
		t.Errorf("beside a bundle ID: %+v, %v", got, err)
	}
	if _, err := applist.File([]byte("App ID\n1.23E+09\n")); !errors.Is(err, applist.ErrEmpty) || !errors.Is(err, storeaddress.ErrRounded) {
		t.Errorf("alone: %v", err)
	}
}

// TestFile_largest: a list of as many apps as one may have is read, as lines and as a table.
func TestFile_largest(t *testing.T) {
	t.Parallel()
	var rows, links strings.Builder
	rows.WriteString("Name,App ID\n")
	for i := range applist.Max {
		fmt.Fprintf(&rows, "App %d,%d\n", i, 100_000_000+i)
		fmt.Fprintf(&links, "- [App %d](https://apps.apple.com/us/app/app/id%d)\n", i, 100_000_000+i)
	}
	var objects strings.Builder
	for i := range applist.Max {
		fmt.Fprintf(&objects, `{"id":%d,"name":"App %d","developer":"Developer %d","bundleId":"com.example.app%d"}`+"\n", 100_000_000+i, i, i, i)
	}
	if got, err := applist.File([]byte(objects.String())); err != nil || len(got.Apps) != applist.Max {
		t.Errorf("%d objects of JSON, %v", len(got.Apps), err)
	}
	for _, text := range []string{rows.String(), links.String()} {
		got, err := applist.File([]byte(text))
		if err != nil || len(got.Apps) != applist.Max || got.Unnamed != 0 {
			t.Errorf("%.20q: %d apps, %d without, %v", text, len(got.Apps), got.Unnamed, err)
		}
		if _, err := applist.File([]byte(text + "\nOne more\n")); err == nil {
			t.Errorf("%.20q: one app more was accepted", text)
		}
	}
}
