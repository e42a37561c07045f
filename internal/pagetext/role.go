package pagetext

import (
	"slices"
	"strings"
)

// role is why an element may not belong to the text of a page.
type role uint8

const (
	plain     role = iota
	around         // its name is that of what stands around texts: promotion, related pages
	opened         // it is hidden until visitors open it: a panel of tabs
	menuNamed      // its name is that of a menu, which has links
	part           // a part of the site that is within the main part, or is named like one
	topOf          // the header of the main part
	hidden
	site     // a part of the site
	dialog   // visitors must answer it before they can read
	banner   // of a known consent tool
	excluded // by the caller
)

// marks are the roles of an element according to its attributes.
type marks struct {
	role   role
	main   bool // it is the main part of a page
	shadow bool // a template that is shown
	panel  bool // visitors open it: what it has is text, hidden or not
	labels bool // it has the labels of panels, which are text as well

	excluded []string // what the caller excluded it as
}

// maxRole is how many bytes of an attribute are read.
const maxRole = 4 << 10

// marksOf reads the attributes of a start tag. Exclude has "#id" and ".class".
func marksOf(t Token, exclude []string) (m marks) {
	seen := 0
	first := func(bit int) bool {
		is := seen&bit == 0
		seen |= bit
		return is
	}
	is := func(r role) { m.role = max(m.role, r) }
	leaveOut := func(mark, name string) {
		if e := excludedAs(mark, name, exclude); e != "" && !slices.Contains(m.excluded, e) {
			is(excluded)
			m.excluded = append(m.excluded, e)
		}
	}
	for key, value := range t.Attributes() {
		value = value[:min(len(value), maxRole)]
		switch {
		case key == "role" && first(1):
			switch value {
			case "main":
				m.main = true
			case "navigation", "banner", "contentinfo", "search", "complementary":
				is(site)
			case "dialog", "alertdialog":
				is(dialog)
			case "tabpanel":
				m.panel = true
			case "tablist":
				m.labels = true
			}
		case key == "aria-modal" && first(2):
			if value == "true" {
				is(dialog)
			}
		case key == "id" && first(4):
			if r := roleOfName(value, true); r != dialog || !slugged(t.Name, value) {
				is(r)
			}
			leaveOut("#", value)
		case key == "class" && first(8):
			for name := range strings.FieldsSeq(value) {
				is(roleOfName(name, false))
				leaveOut(".", name)
			}
		case key == "hidden" && first(16):
			if strings.EqualFold(value, "until-found") {
				m.panel = true
			}
			is(hidden)
		case key == "aria-hidden" && first(32):
			if value == "true" {
				is(hidden)
			}
		case key == "style" && first(64):
			if invisible(value) {
				is(hidden)
			}
		case key == "aria-label" && first(128):
			if strings.EqualFold(value[:min(len(value), len("breadcrumb"))], "breadcrumb") {
				is(part)
			}
		case key == "shadowrootmode":
			m.shadow = true
		}
	}
	if m.panel && m.role == hidden {
		m.role = opened
	}
	if m.labels && m.role == menuNamed {
		m.role = plain
	}
	return m
}

// slugged reports whether the ID of an element is made of the heading that it is or begins
// with, which may be on cookies.
func slugged(element, id string) bool {
	switch {
	case elements[element].has(heading):
		return true
	case element != "section" && element != "article":
		return false
	}
	return !strings.HasSuffix(id, "banner") && !strings.HasSuffix(id, "bar") && !strings.HasSuffix(id, "modal")
}

// excludedAs returns what excludes an element with an ID or a class, or "".
func excludedAs(mark, name string, exclude []string) string {
	for _, e := range exclude {
		if len(e) == len(name)+1 && e[:1] == mark && e[1:] == name {
			return e
		}
	}
	return ""
}

// invisible reports whether a style hides its element.
func invisible(style string) bool {
	if !strings.ContainsAny(style, "nN") || !strings.ContainsAny(style, "sS") { // the most are of sizes and colors
		return false
	}
	for declaration := range strings.SplitSeq(style, ";") {
		property, value, _ := strings.Cut(declaration, ":")
		value, _, _ = strings.Cut(value, "!")
		switch strings.ToLower(strings.TrimSpace(property)) {
		case "display":
			if strings.EqualFold(strings.TrimSpace(value), "none") {
				return true
			}
		case "visibility":
			if strings.EqualFold(strings.TrimSpace(value), "hidden") {
				return true
			}
		}
	}
	return false
}

// names has the names by which IDs and classes tell what an element is for.
type names struct {
	starts [256][]string   // of banners, by their first byte, as they are written
	about  []string        // what dialogs are about, in lower case, anywhere in the name
	shown  []string        // and after that as what they are shown
	words  map[string]role // in lower case
	begins [32][32]bool    // the first two letters of words, by their last five bits
}

// maxWord is how many bytes a word of a name has at most.
const maxWord = 20

var known = namesOf(
	strings.Fields(`wm-ipp-base wm-ipp-print donato
		onetrust-banner onetrust-consent onetrust-pc onetrust-style CybotCookiebot usercentrics didomi cmpbox cmpwrapper consent_blackbar cky- qc-cmp truste_ truste- trustarc-banner iubenda-cs osano-cm
		klaro cmplz- cc-window cc-banner fs-cc moove_gdpr BorlabsCookie borlabs-cookie hs-eu-cookie cookiefirst cookie-script cookiescript axeptio tarteaucitron cookiehub termly-styles termly-code cookie-law-info ccc- fc-consent sp_message_container _evidon ccm-root lanyard_root shopify-pc__`),
	strings.Fields("cookies cookie consent gdpr"),
	strings.Fields("banner bar notice consent modal popup overlay disclaimer layer alert message wall warning toast prompt"),
	map[role]string{menuNamed: `nav navbar navigation navmenu navitems subnav topnav menu menus megamenu submenu sidenav navlinks`,
		part: `breadcrumb breadcrumbs footer subfooter prefooter sidebar offcanvas switcher toolbar skiplink topbar sitemap masthead pagination pager`,
		around: `testimonial testimonials promo promos promotion promotions cta newsletter related recommended recommendations trending banner announcement advert advertisement ad ads sponsored social share sharing
		proof reviews review ratings logos customers popup modal teaser teasers comments signup subscribe download downloads hero-cta badges carousel slider marquee counter counters widget widgets`},
)

func namesOf(starts, about, shown []string, words map[role]string) (n names) {
	for _, start := range starts {
		n.starts[start[0]] = append(n.starts[start[0]], start)
	}
	n.about, n.shown, n.words = about, shown, make(map[string]role)
	for is, list := range words {
		for word := range strings.FieldsSeq(list) {
			n.words[word] = is
			n.begins[word[0]&31][word[1]&31] = true
		}
	}
	return n
}

// roleOfName returns the role of an element with an ID or a class. The headings of texts
// have IDs of all kinds, so that an ID says less.
func roleOfName(name string, id bool) (r role) {
	if name == "" {
		return plain
	}
	for _, start := range known.starts[name[0]] {
		if strings.HasPrefix(name, start) {
			return banner
		}
	}
	if consent(name) {
		return dialog
	}
	for from, i := 0, 0; i <= len(name); i++ {
		if i < len(name) && (letter(name[i]) && (i == from || name[i] >= 'a' || name[i-1] < 'a')) {
			continue
		}
		if word := name[from:i]; len(word) > 1 && known.begins[word[0]&31][word[1]&31] {
			if is := known.words[lower(word[:min(len(word), maxWord)])]; is != around || !id {
				r = max(r, is)
			}
		}
		from = i
		if i < len(name) && !letter(name[i]) {
			from = i + 1
		}
	}
	return r
}

// consent reports whether a name is that of a cookie banner: "cookie-banner", "gdprMessage",
// "cookie_notice__text".
func consent(name string) bool {
	begins := func(text string, words []string) int {
		for _, word := range words {
			if len(text) >= len(word) && strings.EqualFold(text[:len(word)], word) {
				return len(word)
			}
		}
		return 0
	}
	for rest := name; ; rest = rest[1:] {
		at := strings.IndexAny(rest, "cCgG")
		if at < 0 {
			return false
		}
		rest = rest[at:]
		if n := begins(rest, known.about); n > 0 && begins(strings.TrimLeft(rest[n:], "-_"), known.shown) > 0 {
			return true
		}
	}
}

// roleOf returns the role of an element, given that of its attributes.
func roleOf(name string, by role, traits traits, main bool) role {
	switch {
	case name == "dialog":
		by = max(by, dialog)
	case traits.has(furniture):
		by = max(by, site)
	}
	if by != site || !main {
		return by
	}
	if name == "header" {
		return topOf
	}
	return part
}
