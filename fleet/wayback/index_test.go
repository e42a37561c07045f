package wayback_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/wayback"
)

// text makes a row of the index as text.
func text(stamp, original, mimetype, status string) string {
	return fmt.Sprintf("com,apple,apps)/us/app/quick-fox/id4711 %s %s %s %s B2RKOLH7OEPRC5ZLUE7T3TGB7DRLGZ7J 1234\n", stamp, original, mimetype, status)
}

func TestParseIndex(t *testing.T) {
	t.Parallel()
	const html, stamp = "text/html", "20210304050607"
	page := text(stamp, address, html, "200")
	header := "urlkey timestamp original mimetype statuscode digest length\n"
	one := []string{stamp + " 200 " + address}
	tests := []struct {
		name, body string
		want       []string
		next       string
	}{
		{"nothing", "", nil, ""},
		{"an empty line", "\n", nil, ""},
		{"one", page, one, ""},
		{"no end of line", strings.TrimSpace(page), one, ""},
		{"other ends of lines", strings.ReplaceAll(page+page, "\n", "\r\n"), one, ""},
		{"byte order mark", "\ufeff" + page, one, ""},
		{"header", header + page, one, ""},
		{"other columns", "original timestamp statuscode mimetype\n" + address + " " + stamp + " 200 text/html\n", one, ""},
		{"columns too few", "timestamp original\n" + stamp + " " + address + "\n", nil, ""},

		{"out of order and twice", text("20220101000000", address, html, "200") + page + page,
			[]string{stamp + " 200 " + address, "20220101000000 200 " + address}, ""},
		{"a page before a redirect", text(stamp, address+"?mt=8", html, "301") + page, one, ""},
		{"a page before what may be one", text(stamp, address+"?mt=8", "warc/revisit", "-") + page, one, ""},
		{"the shorter address of two", text(stamp, address+"?mt=8", html, "200") + page, one, ""},

		{"revisit", text(stamp, address, "warc/revisit", "-"), []string{stamp + " 0 " + address}, ""},
		{"revisit with status 0", text(stamp, address, "warc/revisit", "0"), []string{stamp + " 0 " + address}, ""},
		{"page without a status", text(stamp, address, html, "0"), []string{stamp + " 0 " + address}, ""},
		{"revisit of a page", text("20210401000000", address, "warc/revisit", "0") + page,
			[]string{stamp + " 200 " + address, "20210401000000 200 " + address}, ""},
		{"revisit of a redirect", text(stamp, address, html, "301") + text("20210401000000", address, "warc/revisit", "-"),
			[]string{stamp + " 301 " + address, "20210401000000 301 " + address}, ""},
		{"revisit of an error", text(stamp, address, html, "404") + text("20210401000000", address, "warc/revisit", "-"), nil, ""},
		{"revisit of the last state", text(stamp, address, html, "404") + text("20210401000000", address, html, "200") +
			text("20210501000000", address, "warc/revisit", "0"), []string{"20210401000000 200 " + address, "20210501000000 200 " + address}, ""},
		{"revisit before the page", text("20210301000000", address, "warc/revisit", "-") + page,
			[]string{"20210301000000 0 " + address, stamp + " 200 " + address}, ""},
		{"revisit of another content", strings.Replace(text(stamp, address, html, "404"), "B2RK", "A2RK", 1) + text("20210401000000", address, "warc/revisit", "-"),
			[]string{"20210401000000 0 " + address}, ""},
		{"revisit without a digest", "k " + stamp + " " + address + " warc/revisit - - 5\n", []string{stamp + " 0 " + address}, ""},

		{"charset", text(stamp, address, "text/html;charset=UTF-8", "200"), one, ""},
		{"charset after a space", text(stamp, address, "text/html; charset=utf-8", "200"), one, ""},
		{"parameters without an end", text(stamp, address, "text/html; a; b;", "200"), nil, ""},
		{"charset of another type", text(stamp, address, "application/json; charset=utf-8", "200"), nil, ""},
		{"JSON with a charset", `[["k","` + stamp + `","` + address + `","text/html; charset=utf-8","200"]]`, one, ""},
		{"unknown type", text(stamp, address, "unk", "200"), one, ""},
		{"no type", text(stamp, address, "-", "200"), one, ""},
		{"redirect", text(stamp, address, "unk", "302"), []string{stamp + " 302 " + address}, ""},
		{"errors", text(stamp, address, html, "404") + text(stamp, address, html, "503") + text(stamp, address, html, "429"), nil, ""},
		{"other statuses", text(stamp, address, html, "204") + text(stamp, address, html, "two") + text(stamp, address, html, "-1"), nil, ""},
		{"other types", text(stamp, address, "image/png", "200") + text(stamp, address, "application/json", "200"), nil, ""},

		{"query", text(stamp, address+"?mt=8&uo=4", html, "200"), []string{stamp + " 200 " + address + "?mt=8&uo=4"}, ""},
		{"old host and port", text(stamp, "http://itunes.apple.com:80/US/app/id4711/", html, "200"),
			[]string{stamp + " 200 http://itunes.apple.com:80/US/app/id4711/"}, ""},
		{"no storefront", text(stamp, "https://apps.apple.com/app/id4711", html, "200"), []string{stamp + " 200 https://apps.apple.com/app/id4711"}, ""},
		{"id that begins alike", text(stamp, address+"2", html, "200"), nil, ""},
		{"page below", text(stamp, address+"/reviews", html, "200"), nil, ""},
		{"other app", text(stamp, "https://apps.apple.com/us/app/quick-fox/id471", html, "200"), nil, ""},
		{"other kind", text(stamp, "https://apps.apple.com/us/developer/quick-fox/id4711", html, "200"), nil, ""},
		{"other site", text(stamp, "https://example.com/us/app/quick-fox/id4711", html, "200"), nil, ""},
		{"no address", text(stamp, "mailto:id4711@apps.apple.com", html, "200"), nil, ""},

		{"too early and too late", text("20201231235959", address, html, "200") + text("20230101000001", address, html, "200"), nil, ""},
		{"first and last moment", text("20210101000000", address, html, "200") + text("20230101000000", address, html, "200"),
			[]string{"20210101000000 200 " + address, "20230101000000 200 " + address}, ""},
		{"moments that are none", text("20210012170449", address, html, "200") + text("20210800241623", address, html, "200") +
			text("20210101000099", address, html, "200") + text("2021", address, html, "200") + text("202101010000000", address, html, "200"), nil, ""},
		{"odd lines", "what is this\n" + page + "com,apple,apps)/ " + stamp + "\n \x00\xff\n", one, ""},
		{"a long line", strings.Repeat("x", 9000) + "\n" + page + text(stamp, address+"?"+strings.Repeat("x", 9000), html, "200"), one, ""},

		{"resume key", page + "\ncom%2Capple%29%2F+2021\n", one, "com%2Capple%29%2F+2021"},
		{"resume key alone", "\ncom%2Capple%29%2F+2021\n", nil, "com%2Capple%29%2F+2021"},
		{"resume key without empty line", page + "com%2Capple%29%2F+2021\n", one, ""},
		{"rows after an empty line", "\n" + page, one, ""},
		{"resume key too long", page + "\n" + strings.Repeat("k", 5000) + "\n", one, ""},

		{"JSON, nothing", "[]", nil, ""},
		{"JSON", `[["urlkey","timestamp","original","mimetype","statuscode"],["k","` + stamp + `","` + address + `","text/html","200"]]`, one, ""},
		{"JSON without header", `[["k","` + stamp + `","` + address + `","text/html","200"]]`, one, ""},
		{"JSON, other columns", ` [["statuscode","original","mimetype","timestamp"],["200","` + address + `","text/html","` + stamp + `"]]`, one, ""},
		{"JSON with numbers", `[["k",` + stamp + `,"` + address + `","text/html",200]]`, one, ""},
		{"JSON with a resume key", `[["k","` + stamp + `","` + address + `","text/html","200"],[],["com%2Capple"]]`, one, "com%2Capple"},
		{"JSON, odd rows", `[7,null,{"a":[]},[],[null],[["k"]],["k","` + stamp + `","` + address + `","text/html","200"],"end"]`, one, ""},
	}
	for _, tt := range tests {
		rows, next, err := wayback.ParseIndex([]byte(tt.body), 4711, at(t, "20210101000000"), at(t, "20230101000000"))
		var got []string
		for _, r := range rows {
			got = append(got, fmt.Sprintf("%s %d %s", r.At.Std().Format("20060102150405"), r.Status, r.URL))
		}
		if diff := cmp.Diff(tt.want, got); err != nil || next != tt.next || diff != "" {
			t.Errorf("%s: next %q, %v, want %q (-want +got):\n%s", tt.name, next, err, tt.next, diff)
		}
	}
}

// TestParseIndex_none: what has nothing of an index says nothing about captures.
func TestParseIndex_none(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		"<!DOCTYPE html><title>Wayback Machine</title>\n<p>We are sorry.", "\x00\xff<<<{[what\n\n\n\x1f\x8b", `{"error":"busy"}`,
		"[", "[[", `[["a","b"`, "[nil]", "Internal Server Error\n",
		"Error 503 Service Unavailable\n", `[["error","429"]]`, "<!DOCTYPE html>" + strings.Repeat("<p>sorry", 2000),
	} {
		if rows, next, err := wayback.ParseIndex([]byte(body), 4711, 0, at(t, "20990101000000")); err == nil || rows != nil || next != "" {
			t.Errorf("%.60q: %v, %q, %v, want an error alone", body, rows, next, err)
		}
	}
}
