package fetch_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/policy/digest"
)

// layouts are the pages of site builders: where the policy is, and what the site puts before
// and after it.
var layouts = map[string]string{
	"plain":       "<body><main>TITLE TOP POLICY END</main></body>",
	"no main":     "<body><div class=page><div class=top><a href=/>Home</a> <a href=/b>Blog</a></div>TITLE TOP POLICY END</div><div class=bottom><a href=/i>Imprint</a></div></body>",
	"flat":        "<body>TITLE TOP POLICY END</body>",
	"WordPress":   "<body class='page-template'><header id=masthead><a href=/>Acme</a><nav><ul class=menu><li><a href=/a>Apps</a></ul></nav></header><div id=content class=site-content><main id=main><article id=post-3 class='post-3 page type-page'><header class=entry-header><h1 class=entry-title>TITLETEXT</h1></header><div class=entry-content>TOP POLICY END</div></article></main></div><footer id=colophon>© 2026 Acme</footer></body>",
	"Squarespace": "<body><div id=siteWrapper><header id=header><a href=/>Acme</a></header><main id=page role=main><article class=sections id=sections><section class=page-section><div class=content-wrapper><div class=content><div class='sqs-layout sqs-grid-12'><div class='row sqs-row'><div class='col sqs-col-12'><div class='sqs-block html-block'><div class=sqs-block-content>TITLE</div></div><div class='sqs-block'><div class=sqs-block-content>TOP</div></div><div class='sqs-block html-block'><div class=sqs-block-content><div class=sqs-html-content>POLICY</div></div></div><div class='sqs-block'><div class=sqs-block-content>END</div></div></div></div></div></div></div></section></article></main><footer id=footer-sections><p>© 2026</p></footer></div></body>",
	"Wix":         "<body><div id=SITE_CONTAINER><div id=main_MF><div id=SITE_HEADER><a href=/>Acme</a></div><main id=PAGES_CONTAINER><div id=SITE_PAGES><div id=c1dmp class=theme-vars><div id=comp-a class='wixui-rich-text'>TITLE</div><div id=comp-b class=comp-b>TOP</div><div id=comp-c class='wixui-rich-text' data-testid=richTextElement>POLICY</div><div id=comp-d class=comp-d>END</div></div></div></main><div id=SITE_FOOTER>© 2026</div></div></div></body>",
	"Webflow":     "<body><div class='navbar w-nav'><a href=/ class=w-nav-brand>Acme</a></div><div class='section-hero'><div class=w-container>TITLE TOP</div></div><section class='section-2'><div class='container-large'><div class='text-rich-text w-richtext'>POLICY</div></div></section><div class='section-5'><div class=w-container>END</div></div><div class=footer_component><a href=/x>Imprint</a></div></body>",
	"Notion":      "<body><div class=notion-app-inner><div class=notion-cursor-listener><div class=notion-topbar>Acme</div><main class=notion-frame><div class=notion-scroller><div class=layout><div class=layout-content>TITLE</div><div class=layout-content>TOP</div><div class='notion-page-content layout-content'>POLICY</div><div class=layout-content>END</div></div></div></main></div></div></body>",
	"Docusaurus":  "<body class='docs-doc-page'><nav class='navbar navbar--fixed-top'><a href=/>Acme</a></nav><div id=__docusaurus_skipToContent_fallback class='main-wrapper'><div class=docsWrapper_hBAB><main class=docMainContainer_TBSr><div class='container padding-top--md'><div class=row><div class='col docItemCol_VOVn'><div class=docItemContainer_Djhp><article><div class='theme-doc-markdown markdown'>TITLE TOP POLICY</div></article>END</div></div></div></div></main></div></div></body>",
	"Zendesk":     "<body><header class=header><a href=/hc>Help</a></header><main role=main><div class=container-divider></div><div class=container><div class=article-container id=article-container><article id=main-content class=article><header class=article-header><h1 class=article-title>TITLETEXT</h1></header><div>TOP</div><section class='content article-content'><div class=article-body>POLICY</div></section><div>END</div></article></div></div></main><footer class=footer>Acme</footer></body>",
	"Intercom":    "<body><div id=__next><div class='flex flex-col'><header class=header><a href=/>Help</a></header><div class='z-1 flex shrink-0 grow'><div class='flex w-full flex-col'><section class='section section__article'><article class='article'><div class='mb-10 max-lg:mb-6'><div class='mb-2'>TITLE</div><div class=avatar>TOP</div></div><div class='jsx-adf13c9b2a104cce'><div class=article_body><article class='dark:text-white'>POLICY</article></div></div></article></section><div class='flex justify-center'>END</div></div></div></div></div></body>",
	"GitBook":     "<body><div class='flex flex-col'><header class='sticky'><a href=/>Acme docs</a></header><div class='lg:flex-row'><main class='flex-1 break-anywhere'><header class='max-w-3xl mx-auto'>TITLE</header><div class=mt-2>TOP</div><div class='grid whitespace-pre-wrap'>POLICY</div><div class='flex flex-col mt-4'>END</div></main></div></div></body>",
	"Confluence":  "<body><div id=page><div id=full-height-container><div id=main><div id=main-header><h1 id=title-text><a href=/x>TITLETEXT</a></h1></div><div id=content class='page view'><div class=page-metadata>TOP</div><div id=main-content class=wiki-content>POLICY</div></div><div class='ax'>END</div></div></div></div></body>",
	"Shopify":     "<body><div class=shopify-section><a href=/>Shop</a></div><main id=MainContent class='content-for-layout' role=main><div class=shopify-policy__container><div class=shopify-policy__title>TITLE</div><div>TOP</div><div class=shopify-policy__body><div class=rte>POLICY</div></div><div>END</div></div></main><div class=shopify-section>© 2026 Shop</div></body>",
	"Framer":      "<body><div id=main data-framer-hydrate-v2><div class='framer-RX2 framer-72rtr7'><div class=framer-1kx><div class=framer-a1>TITLE</div><div class=framer-b2>TOP</div><div class=framer-c3>POLICY</div></div><div class=framer-d4>END</div></div></div></body>",
	"Elementor":   "<body class='elementor-page'><header class='elementor elementor-location-header'><a href=/>Acme</a></header><div class='elementor elementor-77'><section class='elementor-section elementor-top-section'><div class='elementor-container'><div class='elementor-column'><div class='elementor-widget elementor-widget-heading'><div class=elementor-widget-container>TITLE</div></div><div class='elementor-element'>TOP</div></div></div></section><section class='elementor-section elementor-top-section'><div class='elementor-container'><div class='elementor-column'><div class='elementor-widget elementor-widget-text-editor'><div class=elementor-widget-container>POLICY</div></div></div></div></section><section class='elementor-section elementor-top-section'><div class='elementor-container'>END</div></section></div><footer class='elementor elementor-location-footer'>© 2026</footer></body>",
	"GitHub":      "<body><header class=site-header role=banner><a class=site-title href=/>acme</a></header><main class=page-content aria-label=Content><div class=wrapper><article class=post><header class=post-header><h1 class=post-title>TITLETEXT</h1></header><div class=post-content>TOP POLICY</div></article>END</div></main><footer class='site-footer h-card'>© 2026 acme</footer></body>",
	"Google":      "<body><div class=yaqOZd><div class='BbxBP'><a href=/>Acme</a></div><div role=main class='UtePc RCETm'><section class='yaqOZd'><div class=mYVXT><div class='LS81yb VICjCf'><div class='hJDwNd-AhqUyc-uQSCkd'><div class='jXK9ad-SmKAyb'><div class='tyJCtd mGzaTb'>TITLE</div></div></div></div></div></section><section class='yaqOZd'>TOP</section><section class='yaqOZd'><div class=mYVXT><div class='tyJCtd mGzaTb Depvyb'>POLICY</div></div></section><section class='yaqOZd'>END</section></div></div></body>",
	"Termly":      "<body><div class=page>TOP<div name='termly-embed' data-id=x><div id='termly-doc'><div data-custom-class=body><div>TITLE</div><div data-custom-class=body_text>POLICY</div></div></div></div>END</div></body>",
	"iubenda":     "<body id=policy-body><div id=wrapper><div class=iub_container><div id=iub-pp-container><div class='iub_content legal_pp'><div class=iub_header>TITLE TOP</div><div class=one_line_col>POLICY</div></div></div><div class=iub_footer>END</div></div></div></body>",
	"Hubspot":     "<body><div class='header-container-wrapper'><a href=/>Acme</a></div><div class='body-container-wrapper'><div class='body-container container-fluid'><div class='row-fluid-wrapper'><div class='row-fluid'><div class='span12 widget-span'><span class='hs_cos_wrapper hs_cos_wrapper_type_rich_text'>TITLE</span></div></div></div><div class='row-fluid-wrapper'>TOP</div><div class='row-fluid-wrapper'><div class='row-fluid'><div class='span12 widget-span widget-type-rich_text'><span class='hs_cos_wrapper'>POLICY</span></div></div></div><div class='row-fluid-wrapper'>END</div></div></div><div class=footer-container-wrapper>© 2026</div></body>",
	"a table":     "<body><table width=100%><tr><td>TITLE TOP<tr><td>POLICY<tr><td>END</table></body>",
}

// blocks are what sites put around a text, on a day. What is not there on each day returns
// nothing on some.
var blocks = map[string]func(day int) string{
	"a version":         func(day int) string { return fmt.Sprintf("v1.2.%d", day) },
	"a version in full": func(day int) string { return fmt.Sprintf("Version 2.%d.1", day) },
	"a build":           func(day int) string { return fmt.Sprintf("Build 2026.11.%d-%x", 10+day, 0xa83f21+day*7919) },
	"helpful": func(day int) string {
		return fmt.Sprintf("<div>Was this page helpful?</div><div><button>Yes</button><button>No</button></div><div>%d out of %d found this helpful</div>", 12+day, 40+day)
	},
	"helpful, as links": func(day int) string {
		return choose(day, "<p>Was this article helpful?</p><a href=#y>Yes</a> <a href=#n>No</a>", "<p>Did this answer your question?</p><a href=#y>Yes</a> <a href=#n>No</a>")
	},
	"helpful, in a form": func(day int) string {
		return choose(day, "<form><fieldset><legend>Rate this page</legend><input type=radio><label>Good</label><input type=radio><label>Bad</label></fieldset><button>Send</button></form>", "")
	},
	"helpful, with faces": func(day int) string {
		return choose(day, "<div>Did this answer your question?</div><div><button>😞</button><button>😐</button><button>😃</button></div>", "")
	},
	"reviewed by": func(day int) string { return "Last reviewed by " + people[day%len(people)] },
	"written by":  func(day int) string { return "<span>Written by " + people[day%len(people)] + "</span>" },
	"updated by": func(day int) string {
		return fmt.Sprintf("Last updated by <b>%s</b> on <time>Nov %d, 2026</time>", people[day%len(people)], 10+day)
	},
	"created by": func(day int) string {
		return fmt.Sprintf("<ul><li>Created by <a href=/u>%s</a>, last modified on <a href=/v>Nov %d, 2026</a></ul>", people[day%len(people)], 10+day)
	},
	"reading time":          func(day int) string { return fmt.Sprintf("%d min read", 4+day) },
	"reading time, in full": func(day int) string { return fmt.Sprintf("Reading time: %d minutes", 4+day) },
	"shares": func(day int) string {
		return fmt.Sprintf("<span>Share</span> <a href=https://x.example>Twitter</a> <a href=https://f.example>Facebook</a> <span>%d shares</span>", 100+day)
	},
	"share buttons": func(day int) string {
		return choose(day, "<button>Share</button><button>Copy link</button>", "<button>Share</button><button>Copied</button>")
	},
	"related articles": func(day int) string {
		s := "<h3>Related articles</h3><ul>"
		for i := range 3 {
			s += fmt.Sprintf("<li><a href=/a%d>%s</a>", i, articles[(day+i)%len(articles)])
		}
		return s + "</ul>"
	},
	"related, without a heading": func(day int) string {
		return fmt.Sprintf("<div>You may also like</div><div><a href=/1>%s</a></div><div><a href=/2>%s</a></div>", articles[day%len(articles)], articles[(day+1)%len(articles)])
	},
	"related, with teasers": func(day int) string {
		s := "<h2>More from our blog</h2>"
		for i := range 3 {
			a := articles[(day+i)%len(articles)]
			s += fmt.Sprintf("<div><h3><a href=/a%d>%s</a></h3><p>Read %s in full, with all that our team of writers has found out in many weeks of work, and more.</p><a href=/a%d>Read more</a></div>", i, a, strings.ToLower(a), i)
		}
		return s
	},
	"a cookie notice": func(day int) string {
		return choose(day, "<p>We use cookies to improve your experience on our site. By using it you agree.</p><button>Accept</button><button>Decline</button>", "")
	},
	"a cookie notice, as links": func(day int) string {
		return choose(day, "<div>This website uses cookies to ensure you get the best experience on our website. <a href=/c>Learn more</a></div><a href=# role=button>Got it!</a>", "")
	},
	"languages": func(day int) string {
		return choose(day, "<a href=/en>English</a> <a href=/de>Deutsch</a> <a href=/fr>Français</a>", "<a href=/de>Deutsch</a> <a href=/en>English</a> <a href=/it>Italiano</a>")
	},
	"languages, as buttons": func(day int) string {
		return choose(day, "<button>English</button><ul><li><button>Deutsch</button><li><button>Français</button></ul>", "<button>English</button><ul><li><button>Español</button></ul>")
	},
	"countries": func(day int) string {
		return choose(day, "<label>Country/region</label><button>Germany | EUR €</button>", "<label>Country/region</label><button>United States | USD $</button>")
	},
	"the date":    func(day int) string { return fmt.Sprintf("Saturday, November %d, 2026", 10+day) },
	"a copyright": func(day int) string { return fmt.Sprintf("© %d Acme Inc. All rights reserved.", 2026+day) },
	"a copyright, powered": func(day int) string {
		return fmt.Sprintf("Copyright %d Acme Inc. Powered by <a href=/p>Pages %d.%d</a>", 2026+day, 3, day)
	},
	"powered by": func(day int) string { return fmt.Sprintf("Powered by Docs 3.%d.0", day) },
	"edit this page": func(day int) string {
		return fmt.Sprintf("<a href=/edit>Edit this page</a> <span>Last updated %d days ago</span>", 2+day)
	},
	"before and after": func(day int) string {
		return fmt.Sprintf("<a href=/1>Previous<div>%s</div></a><a href=/2>Next<div>%s</div></a>", articles[day%len(articles)], articles[(day+1)%len(articles)])
	},
	"a newsletter": func(day int) string {
		return choose(day, "<h3>Stay in the loop</h3><p>Get our best stories in your inbox each week.</p><form><input type=email placeholder=Email><button>Subscribe</button></form>", "<h3>Join 20,000 readers</h3><p>Get product news in your inbox each month.</p><form><input type=email><button>Sign up</button></form>")
	},
	"views": func(day int) string { return fmt.Sprintf("%d views", 1000+day*37) },
	"comments": func(day int) string {
		return fmt.Sprintf("<div>%d comments</div><textarea></textarea><button>Post</button>", day+2)
	},
	"an offer": func(day int) string {
		return choose(day, "<div>🎉 Black Friday: 30% off all plans <a href=/s>Shop now</a></div>", "<div>New: version 4 is here <a href=/n>See what's new</a></div>")
	},
	"the app": func(day int) string {
		return choose(day, "<div>Get the app</div><a href=/i>App Store</a> <a href=/g>Google Play</a>", "<div>Try it for free</div><a href=/i>App Store</a> <a href=/g>Google Play</a>")
	},
	"labels": func(day int) string {
		return choose(day, "<ul><li><a href=/l1>privacy</a><li><a href=/l2>legal</a></ul><span>Be the first to like this</span>", "<ul><li><a href=/l1>privacy</a></ul><span>Ann Lee likes this</span>")
	},
	"questions": func(day int) string {
		return choose(day, "Have more questions? <a href=/r>Submit a request</a>", "Still need help? <a href=/r>Contact support</a>")
	},
	"a breadcrumb": func(day int) string {
		return choose(day, "<a href=/>Home</a> › <a href=/l>Legal</a> › <span>Privacy</span>", "<a href=/>Home</a> › <a href=/h>Help</a> › <a href=/l>Legal</a> › <span>Privacy</span>")
	},
	"a search": func(day int) string {
		return choose(day, "<form><input type=search><button>Search</button></form>", "<form><input type=search><button>Find</button></form>")
	},
	"users": func(day int) string { return fmt.Sprintf("<div>%d,%03d users</div>", 12+day, day*31) },
	"a request": func(day int) string {
		return fmt.Sprintf("Request ID: 7f%d3a-%xe-9c, served in %d ms", day, 0xbee0+day*771, 32+day)
	},
	"an error report": func(day int) string {
		return fmt.Sprintf("<span>Ray ID: <strong>8f3a%x1b2c</strong></span> • Your IP: 203.0.113.%d", 0xab12+day*77, 4+day)
	},
	"generated": func(day int) string { return fmt.Sprintf("Seite erzeugt in 0,0%d%d Sekunden", 3+day, day) },
	"queries": func(day int) string {
		return fmt.Sprintf("Page generated in 0.0%d%d seconds, %d queries", 3+day, day, 20+day)
	},
	"a commit": func(day int) string {
		return fmt.Sprintf("build 1f%x3a%x7 (production)", 0xa8f3+day*31, 0x21bc+day*977)
	},
	"server time": func(day int) string { return fmt.Sprintf("Server time: 2026-11-1%d 10:4%d:12 UTC", day, day) },
	"last login":  func(day int) string { return fmt.Sprintf("Last login: 1%d.11.2026 08:1%d", day, day) },
	"updated ago": func(day int) string {
		return fmt.Sprintf("<div>Written by %s</div><div>Updated over %d weeks ago</div>", people[day%len(people)], 3+day)
	},
	"all rights": func(day int) string { return fmt.Sprintf("Acme Inc. %d | All rights reserved", 2026+day) },
	"columns": func(day int) string {
		return choose(day, "<div><h6>About</h6><a href=/a>Team</a><a href=/b>Careers</a></div><div><h6>Help</h6><a href=/c>Support</a><a href=/d>Safety</a></div>", "<div><h6>About</h6><a href=/a>Team</a></div><div><h6>Help</h6><a href=/c>Support</a><a href=/d>Safety</a><a href=/e>Status</a></div>")
	},
	"print": func(day int) string {
		return choose(day, "<button>Print</button> <button>Download PDF</button>", "<button>Print this page</button>")
	},
}

var (
	people   = []string{"Jane Doe", "Ann Lee", "the Legal Team", "Max Mustermann"}
	articles = []string{"How to reset your password", "Ten ways to plan your week", "What is new in May", "Our values", "Set up your account on a phone"}
)

// choose returns the first text on even days and the second on the others.
func choose(day int, even, odd string) string {
	if day%2 == 0 {
		return even
	}
	return odd
}

// wraps are the elements around a block.
var wraps = []string{"<div>%s</div>", "<div class='css-1q2w3e'>%s</div>", "<div><div><div>%s</div></div></div>", "<section>%s</section>", "<br>%s<br>"}

// sentences are those of a policy, each of which may change.
var sentences = []string{
	"This privacy policy says how Acme Inc. handles your personal data.",
	"Please read it.",
	"We collect your name, your e-mail address and your orders when you create an account with us.",
	"your contacts, if you allow it",
	"crash reports",
	"We share personal data with companies that host our servers, and with no one else, unless a law wants us to.",
	"We keep your data for two years.",
	"You may ask us for a copy of your data, to correct it, or to delete it, at any time and without a reason.",
	"We use cookies to keep you signed in. You can turn them off in your browser.",
	"Children under 13 may not use the app.",
	"Acme Inc., 1 Main Street, Dublin, Ireland",
	"We do not sell it.",
}

// forms are policies of different markup, with a place for each of the sentences.
var forms = map[string]string{
	"headings": "<p>%s %s</p><h2>What we collect</h2><p>%s</p><ul><li>%s</li><li>%s</li></ul><h2>Sharing</h2><p>%s</p><h2>How long</h2><p>%s</p><h2>Your rights</h2><p>%s</p><h2>Cookies</h2><p>%s</p><h2>Children</h2><p>%s</p><h2>Contact</h2><p>%s</p><p>%s</p>",
	"short":    "<p>%s %s</p><p>%s</p><ul><li>%s</li><li>%s</li></ul><p>%s</p><p>%s</p><p>%s</p><p>%s</p><p>%s</p><p>%s</p><p>%s</p>",
	"divs":     "<div>%s</div><div>%s</div><div><b>What we collect</b></div><div>%s</div><div>- %s</div><div>- %s</div><div><b>Sharing</b></div><div>%s</div><div>%s</div><div>%s</div><div>%s</div><div>%s</div><div>%s</div><div>%s</div>",
	"breaks":   "%s<br>%s<br><br>%s<br>- %s<br>- %s<br><br>%s<br><br>%s<br><br>%s<br><br>%s<br><br>%s<br><br>%s<br><br>%s",
	"sections": "<section><p>%s %s</p></section><section><h3>What we collect</h3><p>%s</p><ul><li>%s</li><li>%s</li></ul></section><section><h3>Sharing</h3><p>%s</p></section><section><h3>Rights</h3><p>%s</p><p>%s</p></section><section><h3>More</h3><p>%s</p><p>%s</p></section><section><h3>Contact</h3><p>%s</p><p>%s</p></section>",
	"panels":   "<div>%s %s</div><div><button>What we collect</button><div><p>%s</p><ul><li>%s<li>%s</ul></div></div><div><button>Sharing</button><div><p>%s</p><p>%s</p></div></div><div><button>Rights</button><div><p>%s</p><p>%s</p></div></div><div><button>More</button><div><p>%s</p><p>%s</p><p>%s</p></div></div>",
}

// policyIn returns a policy in a form, of which a sentence has another word; -1: none.
func policyIn(form string, other int) string {
	words := make([]any, len(sentences))
	for i, s := range sentences {
		if i == other {
			s = strings.Replace(s, " ", " seldom ", 1)
		}
		words[i] = s
	}
	return fmt.Sprintf(forms[form], words...)
}

func laidOut(layout, top, policy, end string) string {
	const title = "Privacy Policy"
	body := strings.NewReplacer("TITLETEXT", title, "TITLE", "<h1>"+title+"</h1>", "TOP", top, "POLICY", policy, "END", end).Replace(layouts[layout])
	return "<!doctype html><html lang=en><head><title>" + title + " | Acme</title></head>" + body
}

// unread are the blocks that nothing tells from the policy where they are among its
// paragraphs without an element of their own.
var unread = map[string]bool{"a newsletter": true, "labels": true, "related, with teasers": true, "a cookie notice": true, "a cookie notice, as links": true}

// What a site puts around a policy is no change of it, from day to day, whichever layout and
// markup it has; and each sentence of the policy is a part of it.
func TestLayouts(t *testing.T) {
	t.Parallel()
	page := ""
	client := newClient(t, fetch.Config{HTTPClient: &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		resp := plain(r, page)
		resp.Header.Set("Content-Type", "text/html; charset=utf-8")
		return resp, nil
	})}})
	words := func(of string) string {
		page = of
		doc, err := client.Fetch(t.Context(), "https://a.example/privacy")
		if err != nil {
			t.Fatal(err)
		}
		return digest.Normal(doc.Text)
	}
	markups := slices.Sorted(maps.Keys(forms))
	n := 0
	for _, layout := range slices.Sorted(maps.Keys(layouts)) {
		for _, name := range slices.Sorted(maps.Keys(blocks)) {
			for _, at := range []string{", before", ", after"} {
				n++
				form, wrap := markups[n%len(markups)], wraps[n/len(markups)%len(wraps)]
				if wrap == wraps[len(wraps)-1] && unread[name] {
					continue
				}
				laid := func(day, other int) string {
					block := blocks[name](day)
					if block != "" {
						block = fmt.Sprintf(wrap, block)
					}
					if at == ", before" {
						return laidOut(layout, block, policyIn(form, other), "")
					}
					return laidOut(layout, "", policyIn(form, other), block)
				}
				first := words(laid(0, -1))
				for day := 1; day < 3; day++ {
					if got := words(laid(day, -1)); got != first {
						t.Errorf("%s, %s, %s%s, in %s, on day %d:\n%s\nand before:\n%s", layout, form, name, at, wrap, day, got, first)
					}
				}
				other := n % len(sentences)
				if got := words(laid(0, other)); got == first {
					t.Errorf("%s, %s, %s%s, in %s: a change of %q is lost in\n%s", layout, form, name, at, wrap, sentences[other], got)
				}
			}
		}
	}
}
