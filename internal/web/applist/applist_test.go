package applist_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/web/applist"
)

func TestLines(t *testing.T) {
	t.Parallel()
	got, err := applist.Lines("  Tide Table \r\n\n1234567890\nid123456789\ncom.example.notes\nhttps://apps.apple.com/us/app/id1\napps.apple.com/app/id2\nTide Table\n2048\n" +
		"# a comment\n#Hash\n\"Tide, \"\"Pro\"\"\"\nid123\n12345678  # One\n23456789,Two\n\"Three; third\";34567890\nhttps://apps.apple.com/us/app/a,b/id4 Four\n" +
		"https://apps.apple.com/de/app/x/id1234567890?mt=8\nTIDE TABLE\rCOM.example.notes\r\u200eLast\u00a0")
	if err != nil {
		t.Fatal(err)
	}
	want := []applist.App{
		{Name: "Tide Table"},
		{ID: "1234567890"},
		{ID: "123456789"},
		{BundleID: "com.example.notes"},
		{Address: "https://apps.apple.com/us/app/id1"},
		{Address: "https://apps.apple.com/app/id2"},
		{Name: "2048"},
		{Name: "#Hash"},
		{Name: `Tide, "Pro"`},
		{ID: "123"},
		{ID: "12345678", Name: "One"},
		{ID: "23456789", Name: "Two"},
		{ID: "34567890", Name: "Three; third"},
		{Address: "https://apps.apple.com/us/app/a,b/id4", Name: "Four"},
		{Name: "Last"},
	}
	if diff := cmp.Diff(want, got.Apps); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFile(t *testing.T) {
	t.Parallel()
	for title, tt := range map[string]struct {
		text string
		want []applist.App
		err  error
	}{
		"nothing":        {" \n", nil, applist.ErrEmpty},
		"not a text":     {"PK\x03\x04\x00", nil, applist.ErrNotText},
		"lines":          {"One\nTwo, the second\n", []applist.App{{Name: "One"}, {Name: "Two, the second"}}, nil},
		"single quotes":  {"'Name','App ID'\n'One','123456789'\n", []applist.App{{Name: "One", ID: "123456789"}}, nil},
		"a table":        {"Name,Developer\n\"One, two\",Ann\n,Bob\n", []applist.App{{Name: "One, two", Developer: "Ann"}}, nil},
		"semicolons":     {"\ufeffApp ID;Bundle ID;Version\n123456789;com.example.one;1,0\n", []applist.App{{ID: "123456789", BundleID: "com.example.one"}}, nil},
		"bad values":     {"id,url,name\nx,javascript:alert(1),One\n", []applist.App{{Name: "One"}}, nil},
		"a list of JSON": {`["One", 5, "com.example.one", null]`, []applist.App{{Name: "One"}, {BundleID: "com.example.one"}}, nil},
		"an export of this service": {
			`{"version": 1, "name": "Backup", "apps": [{"id": 123456789, "name": "One", "privacyTypes": [{"identifier": "X"}]}]}`,
			[]applist.App{{ID: "123456789", Name: "One"}}, nil,
		},
		"an export of Apple Configurator": {
			`{"Command":"get","Devices":["0x1A"],"Output":{"0x1A":{"installedApps":[{"bundleIdentifier":"com.example.one","displayName":"One","itunesName":"One: first"}]},"Errors":{}},"Type":"CommandOutput"}`,
			[]applist.App{{Name: "One", BundleID: "com.example.one"}}, nil,
		},
		"one of a device without apps": {`{"Command":"get","Devices":["0x1A"],"Output":{"0x1A":{"installedApps":[]}}}`, nil, applist.ErrEmpty},
		"names beside other lists":     {`{"tags":[],"wanted":["One","Two"]}`, []applist.App{{Name: "One"}, {Name: "Two"}}, nil},
		"an export of Apple Configurator as a property list": {
			`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>Command</key><string>get</string><key>Output</key><dict><key>0x1A</key><dict><key>installedApps</key><array>
<dict><key>bundleIdentifier</key><string>com.example.one</string><key>displayName</key><string>One &amp; two</string><key>isBeta</key><false/></dict>
</array></dict></dict></dict></plist>`,
			[]applist.App{{Name: "One & two", BundleID: "com.example.one"}}, nil,
		},
		"a property list of names": {"<plist><array><string>One</string><integer>5</integer></array></plist>", []applist.App{{Name: "One"}, {Name: "5"}}, nil},
		"an empty property list":   {"<plist><array/></plist>", nil, applist.ErrEmpty},
		"an unfinished one":        {"<plist><array><string>One</string>", nil, applist.ErrNotPlist},
		"a page saved in part":     {"<HTML lang=en>\nOne\n</HTML>", nil, applist.ErrNotPlist},
		"another document":         {"<!DOCTYPE html><html><p>One</p></html>", nil, applist.ErrNotPlist},
		"a deep property list":     {"<plist>" + strings.Repeat("<array>", 100_000), nil, applist.ErrNotPlist},
		"entities":                 {`<!DOCTYPE plist [<!ENTITY a "b">]><plist><array><string>&a;</string></array></plist>`, nil, applist.ErrNotPlist},
		"bytes before the text":    {"\n\ufeffOne\r\nTwo\r", []applist.App{{Name: "One"}, {Name: "Two"}}, nil},
		"UTF-16":                   {"\xff\xfeO\x00n\x00\xe9\x00\n\x00", []applist.App{{Name: "Oné"}}, nil},
		"UTF-16, big first":        {"\xfe\xff\x00I\x00D\x00\t\x00a\x00\r\x00\n\x001\x002\x003\x004\x005\x006\x007\x008", []applist.App{{ID: "12345678"}}, nil},
		"another encoding":         {"caf\xe9\n", nil, applist.ErrNotText},
		"a long name":              {"One\n" + strings.Repeat("x", 501) + "\nTwo", nil, applist.ErrTooLong},
		"only a long name":         {`[{"name":"` + strings.Repeat("x", 501) + `"}]`, nil, applist.ErrTooLong},
		"a long name with an ID": {
			`[{"id":12345678,"name":"` + strings.Repeat("x", 501) + `"}]`, []applist.App{{ID: "12345678"}}, nil,
		},
		"a table behind comments": {"sep=;\n\n# mine\nDeveloper;Name;App-ID\nAnn; One ;12345678\n\n# not\n;\"Two\";23456789.0\n",
			[]applist.App{{Name: "One", Developer: "Ann", ID: "12345678"}, {Name: "Two", ID: "23456789"}}, nil},
		"spaces before quotation marks": {"Name, ID\n\"One\", \"12345678\"\n", []applist.App{{Name: "One", ID: "12345678"}}, nil},
		"tabs with empty cells":         {"Name\tDeveloper\tID\nOne\t\t12345678\n", []applist.App{{Name: "One", ID: "12345678"}}, nil},
		"a mark that is not closed": {"name,id\n\"One,12345678\nTwo,23456789\nThe \"third\",34567890\n",
			[]applist.App{{Name: `"One`, ID: "12345678"}, {Name: "Two", ID: "23456789"}, {Name: `The "third"`, ID: "34567890"}}, nil},
		"one column":        {"App Name\nTwo, the second\n\"Three, the third\"\n", []applist.App{{Name: "Two, the second"}, {Name: "Three, the third"}}, nil},
		"one column of IDs": {"ID\n12345678\nid5\n", []applist.App{{ID: "12345678"}, {ID: "5"}}, nil},
		"no heading":        {"App,12345678\nOne;23456789\n", []applist.App{{Name: "App", ID: "12345678"}, {Name: "One", ID: "23456789"}}, nil},
		"values in other columns": {"Link,App ID,Identifier\nhttps://one.example/,12345678,\n12345679,,\n,com.example.two,\n,,com.three\n",
			[]applist.App{{ID: "12345678"}, {ID: "12345679"}, {BundleID: "com.example.two"}, {BundleID: "com.three"}}, nil},
		"an app in many rows": {"Name,ID,Category\n" + strings.Repeat("One,12345678,x\n", applist.Max+5) + "Two,23456789,x\n",
			[]applist.App{{Name: "One", ID: "12345678"}, {Name: "Two", ID: "23456789"}}, nil},
		"numbers in JSON":    {`[12345678, 5, 1.5, {"trackId": 23456789}]`, []applist.App{{ID: "12345678"}, {ID: "23456789"}}, nil},
		"lines of JSON":      {"{\"id\":12345678}\n{\"name\":\"Two\"}\n", []applist.App{{ID: "12345678"}, {Name: "Two"}}, nil},
		"objects of JSON":    {"{\n  \"id\": 12345678\n}\n{\n  \"name\": \"Two\"\n}", []applist.App{{ID: "12345678"}, {Name: "Two"}}, nil},
		"more behind JSON":   {"{\"id\":12345678}\nTwo\n", nil, applist.ErrNotJSON},
		"deep JSON":          {strings.Repeat("[", 1000) + "12345678" + strings.Repeat("]", 1000), nil, applist.ErrNotJSON},
		"bad JSON":           {`[{"name": "A",}]`, nil, applist.ErrNotJSON},
		"cut JSON":           {`{"apps": [`, nil, applist.ErrNotJSON},
		"a name in brackets": {"[BETA] One\nTwo\n", []applist.App{{Name: "[BETA] One"}, {Name: "Two"}}, nil},
		"a list with a name": {`{"name":"Mine","apps":[{"name":"One"},"Two"]}`, []applist.App{{Name: "One"}, {Name: "Two"}}, nil},
		"an app with lists": {
			`{"id":12345678,"name":"One","accessibilityFeatures":[{"appId":12345678,"title":"Captions"}],"related":[{"id":23456789}]}`,
			[]applist.App{{ID: "12345678", Name: "One"}}, nil,
		},
		"a backup": {
			`{"accessibilityFeatures":[{"appId":12345678,"title":"Captions"}],"apps":[{"id":23456789}],"version":1}`, []applist.App{{ID: "23456789"}}, nil,
		},
		"App Store Connect": {`{"data":[{"type":"apps","id":"12345678","attributes":{"name":"One"}}]}`, []applist.App{{ID: "12345678"}}, nil},
		"too many":          {strings.Repeat("x\n", 3) + many(applist.Max+1), nil, applist.ErrTooMany},
	} {
		got, err := applist.File([]byte(tt.text))
		if !errors.Is(err, tt.err) {
			t.Errorf("%s: %v, want %v", title, err, tt.err)
		}
		if diff := cmp.Diff(tt.want, got.Apps); diff != "" {
			t.Errorf("%s (-want +got):\n%s", title, diff)
		}
	}
}

// TestUnnamed reads lists with numbers that may be IDs, and entries that name no app.
func TestUnnamed(t *testing.T) {
	t.Parallel()
	for title, tt := range map[string]struct {
		text string
		want applist.List
	}{
		"rows": {"id,developer\n310633997,X\nnotanid,Y\n,Z\n12345,Z\n\n# a comment\n , \n",
			applist.List{Apps: []applist.App{{ID: "310633997", Developer: "X"}, {ID: "12345", Developer: "Z"}}, Unnamed: 2, Example: "notanid, Y"}},
		"objects": {`[{"id":12345},{"foo":1},{"id":310633997},{},null,"","# a comment",{"id":0}]`,
			applist.List{Apps: []applist.App{{ID: "12345"}, {ID: "310633997"}}, Unnamed: 3, Example: `{"foo":1}`}},
		"lines of JSON": {"{\"id\":12345}\n{\"foo\":1}\n", applist.List{Apps: []applist.App{{ID: "12345"}}, Unnamed: 1, Example: `{"foo":1}`}},
		"numbers":       {`[12345678, 5, 1.5]`, applist.List{Apps: []applist.App{{ID: "12345678"}}, Unnamed: 2, Example: "5"}},
		"a property list": {"<plist><array><dict><key>id</key><integer>12345</integer></dict><dict><key>size</key><integer>1</integer></dict></array></plist>",
			applist.List{Apps: []applist.App{{ID: "12345"}}, Unnamed: 1, Example: `{"size":"1"}`}},
		"lists about something else": {`{"errors":[{"code":1}],"found":[{"bundleId":"com.example.one","sizes":[1,2]}]}`,
			applist.List{Apps: []applist.App{{BundleID: "com.example.one"}}}},
		"a number that is not exact": {`[{"appId":12345678901234567890},{"id":9007199254740993},{"id":12345678}]`,
			applist.List{Apps: []applist.App{{ID: "12345678"}}, Unnamed: 2, Example: `{"appId":12345678901234567890}`}},
		"numbers that are not written as IDs": {`[12345678, 1.23456789e9, 2.000001602E9, 12345678.0, {"id":1.23e9}, {"appId":1.0}, {"id":-5}]`,
			applist.List{Apps: []applist.App{{ID: "12345678"}}, Unnamed: 6, Example: "1.23456789e9"}},
		"texts as IDs": {`{"apps":[{"id":"12345"},{"appId":"id77"},{"trackId":"12345678901234567890"},{"id":"123456789012345678901"}]}`,
			applist.List{Apps: []applist.App{{ID: "12345"}, {ID: "77"}, {ID: "12345678901234567890"}}, Unnamed: 1, Example: `{"id":"123456789012345678901"}`}},
		"numbers of rows": {"id,name\n1,One\n2,Two\n3,\n", applist.List{Apps: []applist.App{{Name: "One"}, {Name: "Two"}, {ID: "3"}}}},
		"numbers of rows in JSON": {`[{"id":1,"attributes":{"name":"One"}},{"id":2,"bundleId":"com.example.two"}]`,
			applist.List{Apps: []applist.App{{Name: "One"}, {BundleID: "com.example.two"}}}},
		"short IDs":                {"App ID,name\n1.0,One\n00,\n", applist.List{Apps: []applist.App{{ID: "1", Name: "One"}}, Unnamed: 1, Example: "00"}},
		"one column":               {"ID\n12345\n2048: the game\n", applist.List{Apps: []applist.App{{ID: "12345"}, {Name: "2048: the game"}}}},
		"one column of names":      {"Name\n2048\n", applist.List{Apps: []applist.App{{Name: "2048"}}}},
		"lines":                    {"2048\n# a comment\n12345678\n", applist.List{Apps: []applist.App{{Name: "2048"}, {ID: "12345678"}}}},
		"an app that stands twice": {`[{"id":12345678},{"id":12345678}]`, applist.List{Apps: []applist.App{{ID: "12345678"}}}},
	} {
		got, err := applist.File([]byte(tt.text))
		if err != nil {
			t.Errorf("%s: %v", title, err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", title, diff)
		}
	}
}

// What has the same name is called differently, so that one app does not replace the other.
func TestQueries(t *testing.T) {
	t.Parallel()
	got := applist.Queries([]applist.App{
		{Name: "One", ID: "12345678"}, {Name: "One", ID: "23456789"}, {Name: "One", BundleID: "com.example.one"}, {Name: "One", Developer: "Ann"}, {ID: "34567890"},
	})
	want := []string{"One", "One (23456789)", "One (com.example.one)", "One (Ann)", "34567890"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A short list can need a lot of memory: each of its empty objects is three bytes.
func TestMemory(t *testing.T) {
	for name, part := range map[string]string{"lists": "[],", "objects": "{},", "members": `{"a":0},`, "numbers": "0,", "members of members": `{"a":[{}]},`} {
		text := []byte("[" + strings.Repeat(part, 512<<10/len(part)) + "0]")
		var err error
		took := cost.Of(func() { _, err = applist.File(text) })
		if !errors.Is(err, applist.ErrTooMany) {
			t.Errorf("%s: %v", name, err)
		}
		if took.Bytes > 40*uint64(len(text)) {
			t.Errorf("%s: %d KB for a list of %d", name, took.Bytes>>10, len(text)>>10)
		}
	}
}

// TestMemoryOfPropertyLists reads those that make the most of their bytes. What is allocated
// besides the JSON that they stand for are the tokens of the decoder, one after the other.
func TestMemoryOfPropertyLists(t *testing.T) {
	for name, part := range map[string]string{
		"lists": "<array/>", "objects": "<dict/>", "texts": "<string/>", "members": "<dict><key/><true/></dict>", "deep": "<array>", "elements in a text": "<string><a/></string>",
	} {
		text := []byte("<plist><array>" + strings.Repeat(part, 512<<10/len(part)) + "</array></plist>")
		var err error
		took := cost.Of(func() { _, err = applist.File(text) })
		if err == nil {
			t.Errorf("%s: no error", name)
		}
		if took.Bytes > 80*uint64(len(text)) {
			t.Errorf("%s: %d KB for a list of %d", name, took.Bytes>>10, len(text)>>10)
		}
	}
}

func many(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "App %d\n", i)
	}
	return text.String()
}

func FuzzFile(f *testing.F) {
	for _, seed := range []string{"One\nTwo", "name;id\nOne;123456789", `{"a":[{"bundleIdentifier":"com.a.b"}]}`, `[["x"],{"name":1}]`, "\"", "a,b\n\"c",
		"<plist><array><dict><key>itemName</key><string>One</string><key>n</key><true/></dict><array/></array></plist>"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := applist.File(text)
		apps := list.Apps
		if list.Unnamed < 0 || (list.Unnamed == 0) != (list.Example == "") {
			t.Fatalf("%d entries without an app, the first %q", list.Unnamed, list.Example)
		}
		if (err == nil) == (len(apps) == 0) {
			t.Fatalf("%d apps, %v", len(apps), err)
		}
		for _, a := range apps {
			if a.Query() == "" || strings.ContainsAny(a.Query(), "\n\r\x00") {
				t.Fatalf("%+v", a)
			}
		}
	})
}
