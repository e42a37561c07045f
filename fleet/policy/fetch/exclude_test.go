package fetch_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a person marked as not part of the policy is beside the text: elements, a section
// by its heading, a paragraph with other numbers, and one that begins like another.
func TestExclusions(t *testing.T) {
	t.Parallel()
	const page = "<main><h1>Privacy</h1><p>We collect nothing.</p><div class='live count'>12 now</div><div id=quote>So good</div>" +
		"<h2>What others say</h2><p>Great, says 1.</p><h3>More</h3><p>Good, says 2.</p><h2>Contact</h2><p>Trusted by 12,345 teams.</p><p>Last seen by Ann.</p><p>Mail us.</p></main>"
	whole := "# Privacy\n\nWe collect nothing.\n\n12 now\n\nSo good\n\n## What others say\n\nGreat, says 1.\n\n### More\n\nGood, says 2.\n\n## Contact\n\nTrusted by 12,345 teams.\n\nLast seen by Ann.\n\nMail us."
	for _, tt := range []struct {
		exclude []string
		without []string
	}{
		{nil, nil},
		{[]string{"", " ", "#", "no such text", "#none", ".none"}, nil},
		{[]string{".count"}, []string{"12 now\n\n"}},
		{[]string{"#quote", ".live"}, []string{"12 now\n\n", "So good\n\n"}},
		{[]string{"What others say"}, []string{"## What others say\n\nGreat, says 1.\n\n### More\n\nGood, says 2.\n\n"}},
		{[]string{"## More"}, []string{"### More\n\nGood, says 2.\n\n"}},
		{[]string{"Trusted by 9 teams."}, []string{"Trusted by 12,345 teams.\n\n"}},
		{[]string{"Last seen…"}, []string{"Last seen by Ann.\n\n"}},
		{[]string{strings.Repeat("x", 5000), "So good"}, []string{"So good\n\n"}},
	} {
		client := over(t, transport(func(r *http.Request) (*http.Response, error) {
			resp := plain(r, page)
			resp.Header.Set("Content-Type", "text/html")
			return resp, nil
		}))
		doc, err := client.Fetch(t.Context(), "https://a.example/p", tt.exclude...)
		want := whole
		for _, part := range tt.without {
			want = strings.Replace(want, part, "", 1)
			if !strings.Contains(doc.Aside, strings.TrimSpace(part)) {
				t.Errorf("%q: beside the text is %q, want %q in it", tt.exclude, doc.Aside, part)
			}
		}
		if err != nil || doc.Text != want {
			t.Errorf("%q: %v, %q, want %q", tt.exclude, err, doc.Text, want)
		}
	}
}

// A document says how much each exclusion left out, also that it left out nothing.
func TestCountsOfExclusions(t *testing.T) {
	t.Parallel()
	const policy = "<h1>Privacy Policy</h1><p>We collect your email address and share it with no one else. You may ask us to delete your personal data at any time.</p>"
	const page = "<title>Privacy Policy</title><main id=all>" + policy + "<p class='live big'>Open until 9.</p><p class=live>Open until 10.</p><template><p class=live></template>" +
		"<h2>Voices</h2><p>So good.</p><p>Seen by Ann.</p><h2>Contact</h2><p>Seen by Bob.</p></main>"
	client := over(t, transport(func(r *http.Request) (*http.Response, error) {
		resp := plain(r, page)
		resp.Header.Set("Content-Type", "text/html")
		return resp, nil
	}))
	for name, tt := range map[string]struct {
		exclude    []string
		want, kept map[string]int
	}{
		"no exclusion": {nil, nil, nil},
		"nothing":      {[]string{" ", "#"}, nil, nil},
		"elements":     {[]string{".live", "#none", ".none"}, map[string]int{".live": 2, "#none": 0, ".none": 0}, nil},
		"words":        {[]string{"Voices", "So good.", "Seen by…", "none"}, map[string]int{"Voices": 1, "So good.": 0, "Seen by…": 1, "none": 0}, nil},
		"all":          {[]string{"#all", ".none"}, map[string]int{"#all": 0, ".none": 0}, map[string]int{"#all": 1, ".none": 0}},
	} {
		doc, err := client.Fetch(t.Context(), "https://a.example/p", tt.exclude...)
		if diff := cmp.Diff(tt.want, doc.LeftOut); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
		if diff := cmp.Diff(tt.kept, doc.Kept); diff != "" {
			t.Errorf("%s: kept (-want +got):\n%s", name, diff)
		}
	}
}

// An exclusion that would leave nothing of a policy has no effect.
func TestExclusionOfTheWholePolicy(t *testing.T) {
	t.Parallel()
	const policy = "<p>We collect your email address and share it with no one else. You may ask us to delete your personal data at any time.</p>"
	const page = "<title>Privacy Policy</title><main id=all class=page><h1>Privacy Policy</h1><div class=text>" + policy + "</div><p class=live>The shop is open until nine today.</p></main>"
	client := over(t, transport(func(r *http.Request) (*http.Response, error) {
		resp := plain(r, page)
		resp.Header.Set("Content-Type", "text/html")
		return resp, nil
	}))
	for exclude, live := range map[string]bool{"#all": true, ".page": true, ".text": true, "Privacy Policy": true, ".live": false} {
		doc, err := client.Fetch(t.Context(), "https://a.example/p", exclude)
		if err != nil || !strings.Contains(doc.Text, "We collect your email address") || strings.Contains(doc.Text, "open until nine") != live {
			t.Errorf("%q: %v, %q", exclude, err, doc.Text)
		}
	}
}

// A site that redirects in a circle is said to do so, and a policy may be in Markdown.
func TestLoopAndMarkdown(t *testing.T) {
	t.Parallel()
	loop := over(t, transport(func(r *http.Request) (*http.Response, error) {
		resp := plain(r, "")
		resp.StatusCode = http.StatusFound
		resp.Header.Set("Location", map[string]string{"/a": "/b", "/b": "/a"}[r.URL.Path])
		return resp, nil
	}))
	if _, err := loop.Fetch(t.Context(), "https://a.example/a"); err == nil || !strings.Contains(err.Error(), "redirect loop") {
		t.Errorf("error %v, want a redirect loop", err)
	}
	for _, contentType := range []string{"text/markdown", "text/markdown; charset=utf-8", "text/plain"} {
		doc, err := readAs(t, "# Privacy Policy\n\nWe collect <b>nothing</b>.", contentType, 0)
		if err != nil || doc.Text != "# Privacy Policy\n\nWe collect <b>nothing</b>." {
			t.Errorf("%s: %q, %v", contentType, doc.Text, err)
		}
	}
}
