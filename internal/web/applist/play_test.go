package applist_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/web/applist"
)

// What programs that manage devices write of apps of Google Play.
func TestFile_play(t *testing.T) {
	t.Parallel()
	for title, tt := range map[string]struct {
		text  string
		want  []applist.App
		pairs []applist.Pair
	}{
		"both columns": {
			"appStoreId,playId\n284882215,com.facebook.katana\n,org.example.notes\n310633997,\n284882215,com.facebook.katana\n",
			[]applist.App{{ID: "284882215"}, {Play: "com.facebook.katana"}, {Play: "org.example.notes"}, {ID: "310633997"}}, []applist.Pair{{0, 1}},
		},
		"a name and both": {
			"Name;App ID;Package name\nNotes;284882215;org.example.notes\n",
			[]applist.App{{Name: "Notes", ID: "284882215"}, {Name: "Notes", Play: "org.example.notes"}}, []applist.Pair{{0, 1}},
		},
		"addresses": {
			"App Store URL,Google Play URL\nhttps://apps.apple.com/us/app/id5,https://play.google.com/store/apps/details?id=org.example.notes&hl=de\n",
			[]applist.App{{Address: "https://apps.apple.com/us/app/id5"}, {Play: "https://play.google.com/store/apps/details?id=org.example.notes&hl=de"}},
			[]applist.Pair{{0, 1}},
		},
		"columns that have the names of the stores": {
			"Name,App Store,Play Store\nNotes,https://apps.apple.com/us/app/id5,https://play.google.com/store/apps/details?id=org.example.notes\nMaps,284882215,org.maps\n",
			[]applist.App{
				{Name: "Notes", Address: "https://apps.apple.com/us/app/id5"}, {Name: "Notes", Play: "https://play.google.com/store/apps/details?id=org.example.notes"},
				{Name: "Maps", ID: "284882215"}, {Name: "Maps", Play: "org.maps"},
			},
			[]applist.Pair{{0, 1}, {2, 3}},
		},
		"columns that say in which store it is": {
			"Name,Apple App Store,Google Play Store\nNotes,1,0\nMaps,yes,no\nRoads,,x\n",
			[]applist.App{{Name: "Notes"}, {Name: "Maps"}, {Name: "Roads"}}, nil,
		},
		"columns of two systems": {"iOS link,Android link\nhttps://apps.apple.com/us/app/id5,org.example.notes\n",
			[]applist.App{{Address: "https://apps.apple.com/us/app/id5"}, {Play: "org.example.notes"}}, []applist.Pair{{0, 1}}},
		"one app in two rows with two partners": {
			"appStoreId,playId\n284882215,org.one\n284882215,org.two\n",
			[]applist.App{{ID: "284882215"}, {Play: "org.one"}, {Play: "org.two"}}, []applist.Pair{{0, 1}, {0, 2}},
		},
		"a name only": {"name,playId\nNotes,org.example.notes\nMaps,\n", []applist.App{{Name: "Notes", Play: "org.example.notes"}, {Name: "Maps"}}, nil},
		"no packages": {"name,playId\nNotes,12\nMaps,javascript:alert(1)\n", []applist.App{{Name: "Notes"}, {Name: "Maps"}}, nil},
		"adb":         {"package:com.android.chrome\npackage:org.example  installer=com.android.vending\n", []applist.App{{Play: "com.android.chrome"}, {Play: "org.example"}}, nil},
		"no scheme": {
			"play.google.com/store/apps/details?id=org.example\nPlay.Google.com/store/apps/details?id=org.maps\n",
			[]applist.App{{Address: "https://play.google.com/store/apps/details?id=org.example"}, {Address: "https://Play.Google.com/store/apps/details?id=org.maps"}}, nil,
		},
		"no scheme, in a column": {
			"appStoreId,playId\n284882215,play.google.com/store/apps/details?id=org.maps\n",
			[]applist.App{{ID: "284882215"}, {Play: "https://play.google.com/store/apps/details?id=org.maps"}}, []applist.Pair{{0, 1}},
		},
		"market:": {"market://details?id=org.example\n", []applist.App{{Address: "https://play.google.com/store/apps/details?id=org.example"}}, nil},
		"links to open": {
			"intent://details?id=org.one#Intent;scheme=market;package=com.android.vending;end\nintent://play.google.com/store/apps/details?id=org.two#Intent;scheme=https;end;\n" +
				"market://search?q=pname:org.Three\nhttp://market.android.com/details?id=org.four\nintent://scan#Intent;scheme=zxing;end\n",
			[]applist.App{
				{Address: "https://play.google.com/store/apps/details?id=org.one"}, {Address: "https://play.google.com/store/apps/details?id=org.two"},
				{Address: "https://play.google.com/store/apps/details?id=org.Three"}, {Address: "https://play.google.com/store/apps/details?id=org.four"},
				{Name: "intent://scan#Intent;scheme=zxing;end"},
			}, nil,
		},
		"within a text": {
			"- [One](https://play.google.com/store/apps/details?id=org.one) – good\n* Two: https://play.google.com/store/apps/details?id=org.two.\n" +
				"<https://play.google.com/store/apps/details?id=org.three>\n- [ ] Four\n1110145109,https://play.google.com/store/apps/details?id=org.five\n" +
				"One again https://play.google.com/store/apps/details?hl=de&id=org.one\n",
			[]applist.App{
				{Name: "One", Address: "https://play.google.com/store/apps/details?id=org.one"}, {Name: "Two", Address: "https://play.google.com/store/apps/details?id=org.two"},
				{Address: "https://play.google.com/store/apps/details?id=org.three"}, {Name: "Four"},
				{ID: "1110145109"}, {Play: "https://play.google.com/store/apps/details?id=org.five"},
			}, []applist.Pair{{4, 5}},
		},
		"the package and its address in one row": {
			"displayName,bundleId,packageId,storeUrl\nMaps,,org.maps,https://play.google.com/store/apps/details?id=org.maps\n",
			[]applist.App{{Name: "Maps", Play: "org.maps"}}, nil,
		},
		"systems": {
			"App,iOS,Android\nNotes,1110145109,org.notes\nOld,12,5.0\n",
			[]applist.App{{Name: "Notes", ID: "1110145109"}, {Name: "Notes", Play: "org.notes"}, {Name: "Old"}}, []applist.Pair{{0, 1}},
		},
		"a table in Markdown": {
			"| App | Apple | Google Play |\n|---|---|---|\n| [One](https://apps.apple.com/us/app/id5) | yes | [y](https://play.google.com/store/apps/details?id=org.one) |\n",
			[]applist.App{{Name: "One", Address: "https://apps.apple.com/us/app/id5"}, {Name: "One", Play: "https://play.google.com/store/apps/details?id=org.one"}},
			[]applist.Pair{{0, 1}},
		},
		"links below headings that are not known": {
			"App,Where,Also\n,https://apps.apple.com/us/app/id5,https://play.google.com/store/apps/details?id=org.one\nTwo,https://example.com/,x\n",
			[]applist.App{{Address: "https://apps.apple.com/us/app/id5"}, {Play: "https://play.google.com/store/apps/details?id=org.one"}, {Name: "Two"}},
			[]applist.Pair{{0, 1}},
		},
		"two parts":    {"com.whatsapp\nLast.fm\nBooking.com\n", []applist.App{{BundleID: "com.whatsapp"}, {Name: "Last.fm"}, {Name: "Booking.com"}}, nil},
		"bare":         {"org.example.notes\n", []applist.App{{BundleID: "org.example.notes"}}, nil},
		"a policy":     {`{"applications":[{"packageName":"org.one","installType":"FORCE_INSTALLED"}]}`, []applist.App{{Play: "org.one"}}, nil},
		"products":     {`{"product":[{"productId":"app:org.one","title":"One"}]}`, []applist.App{{Name: "One", Play: "org.one"}}, nil},
		"a mixed list": {`{"value":[{"displayName":"One","packageId":"org.one"},{"displayName":"Two","bundleId":"com.example.two"}]}`, []applist.App{{Name: "One", Play: "org.one"}, {Name: "Two", BundleID: "com.example.two"}}, nil},
	} {
		got, err := applist.File([]byte(tt.text))
		if err != nil {
			t.Errorf("%s: %v", title, err)
			continue
		}
		if diff := cmp.Diff(applist.List{Apps: tt.want, Pairs: tt.pairs, Unnamed: got.Unnamed, Example: got.Example}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", title, diff)
		}
	}
}

// A table with columns for both stores may be pasted; what is below another heading is lines.
func TestLines_bothStores(t *testing.T) {
	t.Parallel()
	got, err := applist.Lines("appStoreId,playId\n284882215,com.facebook.katana\n")
	if diff := cmp.Diff([]applist.Pair{{0, 1}}, got.Pairs); err != nil || diff != "" || len(got.Apps) != 2 {
		t.Errorf("%+v, %v", got, err)
	}
	for _, table := range []string{"| Name | App ID |\n|---|---|\n| Notes | 284882215 |\n", "Name\tApp ID\nNotes\t284882215\n"} {
		if got, err = applist.Lines(table); err != nil || len(got.Apps) != 1 || got.Apps[0] != (applist.App{Name: "Notes", ID: "284882215"}) {
			t.Errorf("%q: %+v, %v", table, got, err)
		}
	}
	if got, err = applist.Lines("Name, the app\nTwo\n"); err != nil || len(got.Apps) != 2 {
		t.Errorf("%+v, %v", got, err)
	}
}
