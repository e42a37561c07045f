package fetch_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/policy/digest"
)

// noticeEdit changes passages of a policy.
type noticeEdit func(blocks []passage) []passage

// copied returns passages that may be changed.
func copied(blocks []passage) []passage {
	out := slices.Clone(blocks)
	for i := range out {
		out[i].text = slices.Clone(out[i].text)
	}
	return out
}

// passageAt returns the index of a passage: of those of a kind, counted from 0 on.
func passageAt(blocks []passage, kind string, n int) int {
	for i, b := range blocks {
		if b.kind == kind {
			if n == 0 {
				return i
			}
			n--
		}
	}
	panic(kind)
}

// changed returns a change of a part of a passage; -1: the last part.
func changed(kind string, n, part int, change func(string) string) noticeEdit {
	return func(blocks []passage) []passage {
		i := passageAt(blocks, kind, n)
		p := part
		if p < 0 {
			p = len(blocks[i].text) + p
		}
		blocks[i].text[p] = change(blocks[i].text[p])
		return blocks
	}
}

func dropped(kind string, n int) noticeEdit {
	return func(blocks []passage) []passage {
		i := passageAt(blocks, kind, n)
		return slices.Delete(blocks, i, i+1)
	}
}

func inserted(before func([]passage) int, add ...passage) noticeEdit {
	return func(blocks []passage) []passage { return slices.Insert(blocks, before(blocks), add...) }
}

func withSeldom(s string) string { return strings.Replace(s, " ", " seldom ", 1) }
func followedBy(text string) func(string) string {
	return func(s string) string { return s + text }
}
func withCell(n int, to string) func(string) string {
	return func(s string) string {
		cells := strings.Split(s, "|")
		cells[n] = to
		return strings.Join(cells, "|")
	}
}

// last is where a policy ends.
var last = func(b []passage) int { return len(b) }

// noticeEdits are changes of policies: each is told.
var noticeEdits = map[string]noticeEdit{
	"first line":             changed("p", 1, 0, withSeldom),
	"heading":                changed("h2", 1, 0, followedBy(" and who we sell to")),
	"heading of one word":    changed("h2", 2, 0, func(string) string { return "Storage" }),
	"subheading":             changed("h3", 0, 0, followedBy(" and contacts")),
	"title":                  changed("h1", 0, 0, followedBy(" for Children")),
	"short sentence":         changed("p", 4, 0, func(string) string { return "Always precise." }),
	"short sentence negated": changed("p", 3, 0, func(s string) string { return strings.NewReplacer(" never", "", " nie", "").Replace(s) }),
	"introduction of a list": changed("p", 2, 0, withSeldom),
	"item":                   changed("ul", 0, 1, withSeldom),
	"item of one word":       changed("ul", 0, 2, func(string) string { return "Contacts" }),
	"item gone": func(b []passage) []passage {
		i := passageAt(b, "ul", 0)
		b[i].text = slices.Delete(b[i].text, 2, 3)
		return b
	},
	"item added last": func(b []passage) []passage {
		i := passageAt(b, "ul", 0)
		b[i].text = append(b[i].text, "Voice recordings")
		return b
	},
	"quotation":        changed("quote", 0, 0, withSeldom),
	"quotation gone":   dropped("quote", 0),
	"head of a column": changed("table", 0, 0, withCell(2, "Stored in")),
	"cell, name":       changed("table", 0, 2, withCell(0, "Mailchimp")),
	"cell, country":    changed("table", 0, 1, withCell(2, "CN")),
	"last cell":        changed("table", 0, -1, withCell(2, "RU")),
	"row gone": func(b []passage) []passage {
		i := passageAt(b, "table", 0)
		b[i].text = slices.Delete(b[i].text, 3, 4)
		return b
	},
	"row added": func(b []passage) []passage {
		i := passageAt(b, "table", 0)
		b[i].text = append(b[i].text, "Meta|Ads|US")
		return b
	},
	"dd":                      changed("dl", 0, 1, withCell(1, "90 days")),
	"dt":                      changed("dl", 0, 1, withCell(0, "Recordings")),
	"dl, last dd":             changed("dl", 0, -1, withCell(1, "30 years")),
	"summary":                 changed("details", 0, 0, followedBy(" or Chile")),
	"details":                 changed("details", 0, 1, withSeldom),
	"details, last":           changed("details", 1, 1, withSeldom),
	"details gone":            dropped("details", 1),
	"open tab":                changed("tabs", 0, 1, withSeldom),
	"closed tab":              changed("tabs", 0, 2, withSeldom),
	"label of a tab":          changed("tabs", 0, 0, func(s string) string { x, _, _ := strings.Cut(s, "|"); return x + "|Partners" }),
	"footnote":                changed("small", 0, 0, withSeldom),
	"footnote gone":           dropped("small", 0),
	"address, company":        changed("address", 0, 0, func(string) string { return "Globex Holdings Ltd" }),
	"address, street":         changed("address", 0, 1, func(string) string { return "1 Quay Street" }),
	"address, country":        changed("address", 0, 3, func(string) string { return "Malta" }),
	"address gone":            dropped("address", 0),
	"mail":                    changed("link", 0, 2, func(string) string { return "dpo@globex.example" }),
	"text before a link":      changed("link", 0, 0, func(string) string { return "Complaints go to" }),
	"effective date, words":   changed("p", 0, 0, followedBy(", for all users outside of the EU")),
	"last paragraph, number":  changed("p", 7, 0, followedBy(" 18")),
	"added last, paragraph":   inserted(last, passageOf("p", "We may share data with our parent company.")),
	"added last, short":       inserted(last, passageOf("p", "No refunds of data.")),
	"added last, heading":     inserted(last, passageOf("h2", "Sale of data"), passageOf("p", "We sell data.")),
	"added last, list":        inserted(last, passageOf("h2", "Partners"), passageOf("ul", "Google", "Meta", "TikTok")),
	"added last, bare list":   inserted(last, passageOf("ul", "Google Analytics", "Meta Pixel")),
	"added last, table":       inserted(last, passageOf("table", "Cookie|Purpose", "_ga|Analytics")),
	"added last, officer":     inserted(last, passageOf("p", "Data protection officer: Jane Roe")),
	"added last, registry":    inserted(last, passageOf("p", "Company number 123456, registered in Ireland")),
	"added last, link":        inserted(last, passageOf("raw", `<p><a href="/do-not-sell">Do not sell or share my personal information</a></p>`)),
	"added last, link alone":  inserted(last, passageOf("raw", `<p><a href="/optout">Opt out here</a></p>`)),
	"added last, link, list":  inserted(last, passageOf("raw", `<ul><li><a href="https://policies.google.com/privacy">Google</a></li><li><a href="https://www.facebook.com/policy">Meta</a></li></ul>`)),
	"added last, link, div":   inserted(last, passageOf("raw", `<div><a href="/ccpa">Your California privacy choices</a></div>`)),
	"added last, file":        inserted(last, passageOf("raw", `<p><a href="/files/dpa-2025.pdf">Data processing agreement (PDF)</a></p>`)),
	"added last, phone":       inserted(last, passageOf("p", "Tel. +353 21 555 0100")),
	"added last, language":    inserted(last, passageOf("p", "The English version prevails.")),
	"added after the title":   inserted(func([]passage) int { return 1 }, passageOf("p", "Applies to the free version only.")),
	"added after the date":    inserted(func([]passage) int { return 2 }, passageOf("p", "Version for employees")),
	"link amid the text":      inserted(func(b []passage) int { return passageAt(b, "h2", 1) }, passageOf("raw", `<p><a href="/subprocessors">List of our subprocessors</a></p>`)),
	"link in a section":       inserted(func(b []passage) int { return passageAt(b, "h2", 4) }, passageOf("raw", `<p><a href="/request">Request a copy of your data</a></p>`)),
	"link under last heading": inserted(func(b []passage) int { return passageAt(b, "address", 0) }, passageOf("raw", `<p><a href="/contact">Contact form</a></p>`)),
	"section moved": func(b []passage) []passage {
		i := passageAt(b, "h3", 0)
		moved := slices.Clone(b[i : i+2])
		b = slices.Delete(b, i, i+2)
		return slices.Insert(b, passageAt(b, "h2", 3), moved...)
	},
}

// Each change of a policy is told on the page of each site builder, in one of the languages.
func TestEditsInSites(t *testing.T) {
	t.Parallel()
	languages := slices.Sorted(maps.Keys(notices))
	for turn, name := range slices.Sorted(maps.Keys(builtSites)) {
		before := make(map[string]string)
		for language, notice := range notices {
			before[language] = textOf(t, builtSites[name].laid(language, notice, "", ""))
		}
		for _, edit := range slices.Sorted(maps.Keys(noticeEdits)) {
			turn++
			language := languages[turn%len(languages)]
			after := textOf(t, builtSites[name].laid(language, noticeEdits[edit](copied(notices[language])), "", ""))
			if digest.Of(before[language]) == digest.Of(after) {
				t.Errorf("%s, %s, %s: not told", name, language, edit)
			}
		}
	}
}
