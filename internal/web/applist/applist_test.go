package applist_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/web/applist"
)

func TestLines(t *testing.T) {
	t.Parallel()
	got, err := applist.Lines("  Tide Table \r\n\n1234567890\nid123456789\ncom.example.notes\nhttps://apps.apple.com/us/app/id1\napps.apple.com/app/id2\nTide Table\n2048\n" +
		strings.Repeat("x", 501))
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
	}
	if diff := cmp.Diff(want, got); diff != "" {
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
		"a table":        {"Name,Developer\n\"One, two\",Ann\n,Bob\n", []applist.App{{Name: "One, two", Developer: "Ann"}}, nil},
		"semicolons":     {"\ufeffApp ID;Bundle ID;Version\n123456789;com.example.one;1,0\n", []applist.App{{ID: "123456789", BundleID: "com.example.one"}}, nil},
		"bad values":     {"id,url,name\nx,javascript:alert(1),One\n", []applist.App{{Name: "One"}}, nil},
		"a list of JSON": {`["One", 5, "com.example.one", null]`, []applist.App{{Name: "One"}, {BundleID: "com.example.one"}}, nil},
		"an export of this service": {
			`{"version": 1, "name": "Backup", "apps": [{"id": 123456789, "name": "One", "privacyTypes": [{"identifier": "X"}]}]}`,
			[]applist.App{{ID: "123456789", Name: "One"}}, nil,
		},
		"an export of Apple Configurator": {
			`{"Command":"get","Output":{"0x1A":{"installedApps":[{"bundleIdentifier":"com.example.one","displayName":"One","itunesName":"One: first"}]},"Errors":{}},"Type":"CommandOutput"}`,
			[]applist.App{{Name: "One", BundleID: "com.example.one"}}, nil,
		},
		"too many": {strings.Repeat("x\n", 3) + many(applist.Max+1), nil, applist.ErrTooMany},
	} {
		got, err := applist.File([]byte(tt.text))
		if !errors.Is(err, tt.err) {
			t.Errorf("%s: %v, want %v", title, err, tt.err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", title, diff)
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
	for _, seed := range []string{"One\nTwo", "name;id\nOne;123456789", `{"a":[{"bundleIdentifier":"com.a.b"}]}`, `[["x"],{"name":1}]`, "\"", "a,b\n\"c"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		apps, err := applist.File(text)
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
