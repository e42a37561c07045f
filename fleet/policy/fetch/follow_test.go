package fetch_test

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/policy/policytest"
)

// inHTML returns a page of a policy.
func inHTML(subject string) string {
	return "<title>Policy</title><p>" + strings.ReplaceAll(strings.TrimSpace(policytest.Text(subject)), "\n\n", "<p>")
}

// asJSON returns paragraphs of a policy as data, with what else is in such data.
func asJSON(t *testing.T, subject string) string {
	t.Helper()
	var nodes []any
	for paragraph := range strings.SplitSeq(strings.TrimSpace(policytest.Text(subject)), "\n\n") {
		nodes = append(nodes, map[string]any{"id": strings.Repeat("f00", 20), "node": "paragraph", "content": []any{map[string]any{"value": paragraph}}})
	}
	b, err := json.Marshal(map[string]any{"build": "x", "page": map[string]any{"body": nodes}})
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Pages with little text of their own, and the subject of the policy that a person
// would find there.
func TestClientFollowsLinks(t *testing.T) {
	t.Parallel()
	const site = "https://a.example"
	quoted, err := json.Marshal(inHTML("quoted"))
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		page  string
		want  string // the subject; empty: the page as it is
		asked int
	}{
		"a refresh":                          {"<meta http-equiv=Refresh content='0; URL=/policy'>", "policy", 2},
		"a refresh, otherwise":               {`<meta http-equiv="refresh" content="5;url='policy'">`, "policy", 2},
		"a refresh without url":              {`<meta http-equiv="refresh" content="1.5, policy">`, "policy", 2},
		"a refresh in a while":               {"<meta http-equiv=refresh content='300;url=/policy'>", "", 1},
		"a refresh to itself":                {"<meta http-equiv=refresh content='0;url=/#top'>", "", 1},
		"a refresh to what is no page":       {"<meta http-equiv=refresh content='0;url=javascript:go()'>", "", 1},
		"a refresh of a policy":              {inHTML("itself") + "<meta http-equiv=refresh content='0;url=/policy'>", "itself", 1},
		"a base":                             {"<base href=/deep/><meta http-equiv=refresh content='0;url=policy'>", "deep", 2},
		"a script":                           {"<script>window.location.href = '/policy';</script>", "policy", 2},
		"a script that replaces":             {`<script>setTimeout(function(){location.replace("https://a.example/policy")},0)</script>`, "policy", 2},
		"a script with more on its mind":     {"<script>" + strings.Repeat("track();", 1000) + "location='/policy'</script>", "", 1},
		"a script that reads":                {"<script>if (my.location == '/policy') track()</script>", "", 1},
		"no script":                          {"<div id=root></div><noscript><b>On</b>" + inHTML("scriptless") + "</noscript>", "scriptless", 1},
		"data":                               {"<div id=app></div><script type=application/json id=__NEXT_DATA__>" + asJSON(t, "data") + "</script>", "data", 1},
		"data that is set":                   {"<div id=app></div><script>window.__STATE__ = " + asJSON(t, "state") + ";</script>", "state", 1},
		"data with a page":                   {`<script type=application/json>{"html":` + string(quoted) + `}</script>`, "quoted", 1},
		"truncated data":                     {"<script type=application/json>" + asJSON(t, "data")[:500] + "</script>", "", 1},
		"a shadow":                           {"<my-page><template shadowrootmode=open>" + inHTML("shadow") + "</template></my-page>", "shadow", 1},
		"a template":                         {"<template>" + inHTML("template") + "</template>", "", 1},
		"a page in a frame":                  {"<iframe srcdoc='" + html.EscapeString(inHTML("framed")) + "'></iframe>", "framed", 1},
		"a frame":                            {"<iframe src=/policy></iframe>", "policy", 2},
		"a page in a frame that is too deep": {"<iframe src=/policy></iframe><iframe srcdoc='<p>" + strings.Repeat("<x-y>", 600) + "'></iframe>", "policy", 2},
		"a frame of another site":            {"<iframe src=https://ads.example/policy></iframe>", "", 1},
		"a policy of another site":           {"<iframe src=https://hosted.example/privacy></iframe>", "hosted", 2},
		"frames":                             {"<frameset><frame src=policy></frameset>", "policy", 2},
		"an object":                          {"<object type=application/pdf data=/policy></object>", "policy", 2},
		"another form":                       {"<link rel=amphtml href=/policy>", "policy", 2},
		"another form in another language":   {"<link rel=alternate hreflang=de type=text/html href=/policy>", "", 1},
		"a feed":                             {"<link rel=alternate type=application/rss+xml href=/policy>", "", 1},
		"a link":                             {"<a href=/terms>Terms</a> <a href=/policy>Our <b>Privacy</b> notice</a>", "policy", 2},
		"a link in German":                   {"<a href=/policy>Datenschutzerklärung</a>", "policy", 2},
		"the better link":                    {"<a href=/other>Privacy</a><a href=/privacy/full>Privacy policy</a>", "full", 2},
		"a link to another site":             {"<a href=https://hosted.example/privacy>Privacy</a>", "", 1},
		"a link to nothing":                  {"<a href=/privacy/gone>Privacy</a>", "", 2},
		"a link to little":                   {"<a href=/privacy/little>Privacy</a>", "", 2},
		"a frame, and a link":                {"<iframe src=/privacy/little></iframe><a href=/policy>Privacy</a>", "policy", 3},
		"a wall":                             {"<div class=cookie-consent>" + strings.Repeat("We use cookies and personal data. ", 400) + "</div>", "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sites := &shelves{pages: map[string]string{
				site + "/": tt.page, site + "/policy": inHTML("policy"), site + "/deep/policy": inHTML("deep"), site + "/privacy/full": inHTML("full"),
				site + "/privacy/little": "We care.", "https://hosted.example/privacy": inHTML("hosted"), "https://ads.example/policy": inHTML("ads"),
			}}
			doc, err := over(t, sites).Fetch(t.Context(), site+"/")
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if _, err := fetch.Judge(doc, ""); err == nil {
				_, got, _ = strings.Cut(doc.Text, "personal data about ")
				got, _, _ = strings.Cut(got, ".")
			}
			if got != tt.want || len(sites.asked) != tt.asked {
				t.Errorf("a policy about %q after %v, want %q after %d:\n%.300s", got, sites.asked, tt.want, tt.asked, doc.Text)
			}
		})
	}
}

// A page that leads on and on is followed three times, and what it leads to is
// what failed when it does.
func TestClientDoesNotFollow(t *testing.T) {
	t.Parallel()
	onward := func(to string) string { return "<meta http-equiv=refresh content='0;url=" + to + "'>Wait" }
	for name, tt := range map[string]struct {
		pages map[string]string
		want  error
		final string
		asked int
	}{
		"without end":       {map[string]string{"/": onward("/1"), "/1": onward("/2"), "/2": onward("/3"), "/3": onward("/4")}, fetch.ErrTooShort, "/3", 4},
		"in circles":        {map[string]string{"/": onward("/1"), "/1": onward("/")}, fetch.ErrTooShort, "/1", 4},
		"to nothing":        {map[string]string{"/": onward("/1")}, fetch.ErrRefused, "/1", 2},
		"to what is no URL": {map[string]string{"/": onward("https://user@b.example/")}, fetch.ErrAddress, "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sites := &shelves{pages: make(map[string]string)}
			for path, page := range tt.pages {
				sites.pages["https://a.example"+path] = page
			}
			doc, err := over(t, sites).Fetch(t.Context(), "https://a.example/")
			if err == nil {
				_, err = fetch.Judge(doc, "")
			}
			var failed *fetch.Error
			if !errors.Is(err, tt.want) || !errors.As(err, &failed) || tt.final != "" && failed.FinalURL != "https://a.example"+tt.final || len(sites.asked) != tt.asked {
				t.Errorf("%v at %+v after %v, want %v at %s after %d", err, failed, sites.asked, tt.want, tt.final, tt.asked)
			}
		})
	}
}

func zlibbed(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func deflated(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z, err := flate.NewWriter(&b, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// What was packed for the way in one of the usual manners is unpacked.
func TestClientDecompresses(t *testing.T) {
	t.Parallel()
	for encoding, body := range map[string][]byte{
		"identity": []byte("plain"), "NONE": []byte("plain"), "x-gzip": packed(t, []byte("plain")), "deflate": zlibbed(t, "plain"), " Deflate": deflated(t, "plain"),
	} {
		site, fetcher := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", encoding)
			send(w, "text/plain", body)
		})
		if doc, err := fetcher.Fetch(t.Context(), site); err != nil || doc.Text != "plain" {
			t.Errorf("%s: %q, %v", encoding, doc.Text, err)
		}
	}
	site, fetcher := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "deflate")
		send(w, "text/html", deflated(t, strings.Repeat("<p>word ", 1<<20)))
	})
	if _, err := fetcher.Fetch(t.Context(), site); !errors.Is(err, fetch.ErrTooLarge) {
		t.Errorf("a bomb: %v", err)
	}
}

func ExampleClient_Fetch() {
	client := &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		if r.URL.Path == "/legal/privacy" {
			return plain(r, policytest.Text("you")), nil
		}
		resp := plain(r, "<a href=/legal/privacy>Privacy policy</a>")
		resp.Header.Set("Content-Type", "text/html")
		return resp, nil
	})}
	c, err := fetch.New(fetch.Config{HTTPClient: client})
	if err != nil {
		fmt.Println(err)
		return
	}
	doc, err := c.Fetch(context.Background(), "https://acme.example/")
	fmt.Println(doc.FinalURL, err)
	// Output: https://acme.example/legal/privacy <nil>
}
