package fetch_test

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/privacylabels/auditor/internal/policy/digest"
)

// blocksBeside are what sites show beside a policy in elements without known names, on a day: each
// is there on all days, with other words, or not on odd ones.
var blocksBeside = map[string]func(day int) string{
	"promotion in sentences": func(day int) string {
		return choose(day, "<div><h3>Meet Acme Insights</h3><p>Acme Insights shows you what your team worked on last week. It takes two minutes to set up and is free for small teams.</p><a href=/insights>Learn more</a></div>",
			"<div><h3>Acme 5 is here</h3><p>Our biggest release ever brings boards, timelines and a new editor. Try it today, on all of your devices, at no extra cost.</p><a href=/five>See what's new</a></div>")
	},
	"promotion without a heading": func(day int) string {
		return choose(day, "<div><p>Get 30% off all yearly plans until Sunday. The offer is for new customers only and ends soon.</p><a href=/buy>Buy now</a></div>", "")
	},
	"comments": func(day int) string {
		s := "<div><h3>" + fmt.Sprint(3+day) + " comments</h3>"
		for i := range 3 + day {
			s += fmt.Sprintf("<div><img alt=''><b>%s</b> <span>%d days ago</span><p>I have read all of this and still have a question about point %d. Can you help me out, please?</p><a href=#r>Reply</a></div>", people[i%len(people)], 1+day+i, i)
		}
		return s + "<form><textarea></textarea><button>Post comment</button></form></div>"
	},
	"related posts": func(day int) string {
		s := "<div><h2>Related posts</h2>"
		for i := range 3 {
			a := articles[(day+i)%len(articles)]
			s += fmt.Sprintf("<div><a href=/p%d><h3>%s</h3></a><p>%s is easier than you think, and this post shows it step by step.</p><span>May %d, 2026</span></div>", i, a, a, 3+i+day)
		}
		return s + "</div>"
	},
	"testimonials": func(day int) string {
		return choose(day, "<div><h2>Loved by teams</h2><div><p>“We moved our whole company in a day and never looked back.”</p><p>Ann Lee, Initech</p></div></div>",
			"<div><h2>Loved by teams</h2><div><p>“The best tool that we have bought in years, hands down.”</p><p>Max Mustermann, Globex</p></div></div>")
	},
	"people viewed": func(day int) string { return fmt.Sprintf("<div>%d people viewed this page today</div>", 120+day*7) },
	"people online": func(day int) string {
		return fmt.Sprintf("<div><p>%d people are looking at this right now.</p></div>", 20+day*3)
	},
	"a rotating banner": func(day int) string {
		return choose(day, "<div><span>Webinar: planning for small teams, Thursday at 10</span> <a href=/w>Register now</a></div>", "<div><span>We are hiring in Berlin and Lisbon</span> <a href=/jobs>See jobs</a></div>")
	},
	"a countdown": func(day int) string {
		return fmt.Sprintf("<div><span>Offer ends in</span> <b>%02d</b>d <b>%02d</b>h <b>%02d</b>m <b>%02d</b>s</div>", 3-day, 4+day, 17*day, 33+day)
	},
	"a clock": func(day int) string { return fmt.Sprintf("<div>Saturday, 2026-11-%d, 10:4%d:13</div>", 10+day, day) },
	"a visit counter": func(day int) string {
		return fmt.Sprintf("<div>Visits: <b>%06d</b></div>", 4711+day*13)
	},
	"a server name": func(day int) string {
		return fmt.Sprintf("<div>web-prod-%d.eu-west-1 / req 8f%x3a%x</div>", 3+day, 0xbc1+day*17, 0xd3+day)
	},
	"A or B": func(day int) string {
		return choose(day, "<div><a href=/t>Start your free trial</a></div>", "<div><a href=/t>Try Acme for free</a></div>")
	},
	"A or B, in full": func(day int) string {
		return choose(day, "<div><h2>Ready to start?</h2><p>Join 40,000 teams today.</p><a href=/t>Start free trial</a> <a href=/d>Book a demo</a></div>", "<div><h2>See it for yourself</h2><p>No credit card needed.</p><a href=/t>Get started</a></div>")
	},
	"cookies, a known tool": func(day int) string {
		return choose(day, "<div id=onetrust-banner-sdk><p>We use cookies to make the site better. See our cookie policy for more.</p><button>Accept all</button></div>", "")
	},
	"cookies, unknown": func(day int) string {
		return choose(day, "<div style='position:fixed;bottom:0'><p>We use cookies to make this site work and to see how it is used. You can change this at any time.</p><button>OK</button><button>Settings</button></div>", "")
	},
	"languages": func(day int) string {
		return choose(day, "<div><ul><li><a href=/en>English</a></li><li><a href=/de>Deutsch</a></li><li><a href=/fr>Français</a></li></ul></div>", "<div><ul><li><a href=/en>English</a></li><li><a href=/de>Deutsch</a></li><li><a href=/ja>日本語</a></li><li><a href=/fr>Français</a></li></ul></div>")
	},
	"a footer year": func(day int) string {
		return fmt.Sprintf("<div><p>© %d Acme Inc. All rights reserved.</p></div>", 2026+day)
	},
	"a newsletter": func(day int) string {
		return choose(day, "<div><h3>Stay up to date</h3><p>One e-mail a month with the best of our blog. No spam, ever.</p><form><input type=email><button>Subscribe</button></form></div>", "<div><h3>Get our newsletter</h3><p>News and tips for your team each month. Leave at any time.</p><form><input type=email><button>Sign up</button></form></div>")
	},
	"navigation": func(day int) string {
		return choose(day, "<div><a href=/a>Product</a><a href=/b>Pricing</a><a href=/c>Blog</a></div>", "<div><a href=/a>Product</a><a href=/e>Enterprise</a><a href=/b>Pricing</a><a href=/c>Blog</a></div>")
	},
}

// places are where a block is put, seen from the element with the policy.
var places = []string{"first in body", "last in body", "before", "after", "before its parent", "after its parent"}

// markups are changes of the markup that change no word that people read.
var markups = map[string]func(root, policy *html.Node){
	"attributes in another order": func(root, _ *html.Node) {
		each(root, func(n *html.Node) { slices.Reverse(n.Attr) })
	},
	"hashed classes": func(root, _ *html.Node) {
		each(root, func(n *html.Node) {
			for i, a := range n.Attr {
				if a.Key != "class" {
					continue
				}
				var names []string
				for name := range strings.FieldsSeq(a.Val) {
					h := fnv.New32()
					h.Write([]byte(name))
					names = append(names, fmt.Sprintf("x%08x", h.Sum32()))
				}
				n.Attr[i].Val = strings.Join(names, " ")
			}
		})
	},
	"random IDs": func(root, _ *html.Node) {
		each(root, func(n *html.Node) {
			if n.Type == html.ElementNode && n.Data == "div" {
				n.Attr = append(n.Attr, html.Attribute{Key: "data-reactid", Val: fmt.Sprintf("r%p", n)})
			}
		})
	},
	"tokens": func(root, policy *html.Node) {
		policy.Parent.InsertBefore(element("input", "type", "hidden", "name", "csrf_token", "value", "8f3a21ab9c"), policy)
		policy.Parent.InsertBefore(&html.Node{Type: html.CommentNode, Data: "web-07 2026-11-10T10:00:00Z"}, policy)
		policy.Parent.InsertBefore(element("div", "data-nonce", "abc123", "hidden", ""), policy)
	},
	"white space": func(root, _ *html.Node) {
		each(root, func(n *html.Node) {
			if n.Type == html.TextNode && n.Parent != nil && n.Parent.Data != "pre" {
				n.Data = strings.ReplaceAll(n.Data, " ", " \n\t")
			}
		})
	},
	"wrapped": func(root, policy *html.Node) {
		for range 3 {
			wrap(policy)
		}
	},
	"paragraphs wrapped": func(root, policy *html.Node) {
		var all []*html.Node
		each(policy, func(n *html.Node) {
			if n.Type == html.ElementNode && n.Data == "p" {
				all = append(all, n)
			}
		})
		for _, n := range all {
			wrap(n)
		}
	},
}

func element(name string, attributes ...string) *html.Node {
	n := &html.Node{Type: html.ElementNode, Data: name, DataAtom: atom.Lookup([]byte(name))}
	for i := 0; i < len(attributes); i += 2 {
		n.Attr = append(n.Attr, html.Attribute{Key: attributes[i], Val: attributes[i+1]})
	}
	return n
}

func wrap(n *html.Node) {
	div := element("div")
	n.Parent.InsertBefore(div, n)
	n.Parent.RemoveChild(n)
	div.AppendChild(n)
}

func each(n *html.Node, fn func(*html.Node)) {
	fn(n)
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		each(c, fn)
	}
}

// realPage is a captured page.
type realPage struct{ name, source, text string }

// realPages reads one capture of each site, with the text that is read of it.
func realPages(t *testing.T) (pages []realPage) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(snapshots, "*", "02.html"))
	if err != nil || len(files) == 0 {
		t.Skip("no captured policies on this machine")
	}
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := readAs(t, string(body), "text/html; charset=utf-8", 0)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, realPage{filepath.Base(filepath.Dir(file)), string(body), doc.Text})
	}
	return pages
}

// parsed returns the tree of a page, and the smallest element with nearly all of its policy.
func (p realPage) parsed(t *testing.T) (root, policy *html.Node) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(p.source))
	if err != nil {
		t.Fatal(err)
	}
	words := make(map[string]bool)
	for line := range strings.SplitSeq(digest.Normal(p.text), "\n") {
		for word := range strings.FieldsSeq(line) {
			words[word] = true
		}
	}
	size := func(n *html.Node) (letters int) {
		each(n, func(c *html.Node) {
			if c.Type == html.TextNode && c.Parent.Data != "script" && c.Parent.Data != "style" {
				letters += len(strings.Join(strings.Fields(c.Data), " "))
			}
		})
		return letters
	}
	policy = root
	for {
		var next *html.Node
		for c := policy.FirstChild; c != nil; c = c.NextSibling {
			if c.Type == html.ElementNode && 10*size(c) >= 8*len(p.text) {
				next = c
			}
		}
		if next == nil {
			return root, policy
		}
		policy = next
	}
}

// put adds a block at a place.
func put(t *testing.T, root, policy *html.Node, block, place string) {
	t.Helper()
	if block == "" {
		return
	}
	var body *html.Node
	each(root, func(n *html.Node) {
		if n.Type == html.ElementNode && n.Data == "body" && body == nil {
			body = n
		}
	})
	if policy == body {
		policy = policy.FirstChild
	}
	nodes, err := html.ParseFragment(strings.NewReader(block), element("div"))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range nodes {
		switch parent := policy.Parent; place {
		case "first in body":
			body.InsertBefore(n, body.FirstChild)
		case "last in body":
			body.AppendChild(n)
		case "before":
			parent.InsertBefore(n, policy)
		case "after":
			parent.InsertBefore(n, policy.NextSibling)
		case "before its parent":
			if parent.Parent != nil && parent != body {
				parent.Parent.InsertBefore(n, parent)
			}
		case "after its parent":
			if parent.Parent != nil && parent != body {
				parent.Parent.InsertBefore(n, parent.NextSibling)
			}
		}
	}
}

func rendered(t *testing.T, root *html.Node) string {
	t.Helper()
	var b bytes.Buffer
	if err := html.Render(&b, root); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func textOf(t *testing.T, page string) string {
	t.Helper()
	doc, err := readAs(t, page, "text/html; charset=utf-8", 0)
	if err != nil {
		t.Fatal(err)
	}
	return doc.Text
}

// maxTold is how many of a hundred changes around the policies of captured pages are told.
const maxTold = 3

// What is put beside the policies of captured pages, in elements without known names, and what
// changes in the markup, is hardly ever told; what changes in the policies always is.
func TestNoise(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("reads many large pages")
	}
	pages := realPages(t)
	told, all := make(map[string]int), make(map[string]int)
	beside := maps.Clone(blocksBeside)
	maps.Copy(beside, builderBlocks)
	turn := 0
	for _, p := range pages {
		for _, name := range slices.Sorted(maps.Keys(markups)) {
			root, policy := p.parsed(t)
			before := textOf(t, rendered(t, root))
			markups[name](root, policy)
			after := textOf(t, rendered(t, root))
			all[name]++
			if digest.Of(before) != digest.Of(after) {
				told[name]++
				t.Logf("%s, %s: %.600q", p.name, name, difference(before, after))
			}
		}
		for _, name := range slices.Sorted(maps.Keys(beside)) {
			for i := range 2 { // in turn, all blocks are at all places
				turn++
				place := places[(turn/2+3*i)%len(places)]
				var texts []string
				for day := range 2 {
					root, policy := p.parsed(t)
					put(t, root, policy, beside[name](day), place)
					texts = append(texts, textOf(t, rendered(t, root)))
				}
				all[name]++
				if digest.Of(texts[0]) != digest.Of(texts[1]) {
					told[name]++
					t.Logf("%s, %s, %s: %.400q", p.name, name, place, difference(texts[0], texts[1]))
				}
			}
		}
	}
	sum, count := 0, 0
	for _, name := range slices.Sorted(maps.Keys(all)) {
		t.Logf("%-30s told %3d of %3d", name, told[name], all[name])
		sum, count = sum+told[name], count+all[name]
	}
	t.Logf("all: told %d of %d", sum, count)
	if 100*sum > maxTold*count {
		t.Errorf("%d of %d changes around policies are told, want at most %d %%", sum, count, maxTold)
	}
}

// edits are changes of the words of a text in one place.
var edits = map[string]func(text string) string{
	"a word replaced": func(text string) string {
		words := strings.Fields(text)
		words[len(words)/2] = "zebra"
		return strings.Join(words, " ")
	},
	"a word removed": func(text string) string {
		words := strings.Fields(text)
		return strings.Join(slices.Delete(words, len(words)/2, len(words)/2+1), " ")
	},
	"a sentence added":   func(text string) string { return text + " We may sell it to partners." },
	"the text removed":   func(string) string { return "" },
	"a number changed":   func(text string) string { return text + " 18" },
	"a negation added":   func(text string) string { return "Not " + text },
	"a link in brackets": func(text string) string { return text + " (see annex)" },
}

// Each edit of a text of a policy, in whatever element, is told.
func TestEdits(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("reads many large pages")
	}
	const samples = 40 // texts of a page
	count, lost := make(map[string]int), make(map[string]int)
	for _, p := range realPages(t) {
		root, policy := p.parsed(t)
		before := textOf(t, rendered(t, root))
		lines := digest.Normal(before)
		var texts []*html.Node
		copies := make(map[string]int) // a page may have its text twice, for small and for large windows
		each(root, func(n *html.Node) {
			if n.Type == html.TextNode {
				copies[digest.Normal(n.Data)]++
			}
		})
		each(policy, func(n *html.Node) {
			if n.Type == html.TextNode && len(strings.Fields(n.Data)) > 1 && strings.ContainsFunc(n.Data, unicode.IsLetter) && n.Parent.Data != "script" && n.Parent.Data != "style" &&
				strings.Count(lines, digest.Normal(n.Data)) == 1 && copies[digest.Normal(n.Data)] == 1 {
				texts = append(texts, n)
			}
		})
		names := slices.Sorted(maps.Keys(edits))
		if len(texts) < samples {
			t.Logf("%s: %d texts", p.name, len(texts))
			continue
		}
		for i := range samples {
			n := texts[i*(len(texts)-1)/(samples-1)]
			old, edit := n.Data, names[i%len(names)]
			n.Data = edits[edit](old)
			after := textOf(t, rendered(t, root))
			n.Data = old
			kind := n.Parent.Data
			for up := n.Parent; up != nil; up = up.Parent {
				if slices.Contains(strings.Fields("p li h1 h2 h3 h4 h5 h6 td th summary div section"), up.Data) {
					kind = up.Data
					break
				}
			}
			count[kind]++
			if digest.Of(before) == digest.Of(after) {
				lost[kind]++
				t.Errorf("%s: %s in %q (%s) is not told", p.name, edit, old, kind)
			}
		}
	}
	t.Logf("edits by element: %v, lost %v", count, lost)
}
