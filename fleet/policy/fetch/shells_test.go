package fetch_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/policy/digest"
)

// policyBody is a policy with texts in all kinds of elements.
const policyBody = `<h1>Privacy Policy</h1>
<p>Last updated: 3 March 2024</p>
<p>Acme Apps GmbH ("we") runs the app Planter and this website. This privacy policy explains which personal data we collect, why we collect them, and what rights you have.</p>
<h2>1. Data we collect</h2>
<p>When you create an account, we collect your name, your e-mail address and your country. When you use the app, we collect the plants that you add and the photos that you take of them.</p>
<ul><li>Account data, such as your name and e-mail address</li><li>Device data, such as the model and the version of the system</li><li>Crash logs</li><li>Photos, if you upload them</li></ul>
<p>We do not collect your precise location.</p>
<h2>2. How we use data</h2>
<p>We use your data to run the app, to answer your questions and to find out why the app crashed. We do not use your photos for advertising.</p>
<p>Not sold.</p>
<h3>Analytics</h3>
<p>We use Matomo on our own servers to count visits. It sets no cookies.</p>
<h2>3. Who receives data</h2>
<table><thead><tr><th>Partner</th><th>Purpose</th><th>Where</th></tr></thead><tbody><tr><td>Hetzner Online GmbH</td><td>Hosting</td><td>Germany</td></tr><tr><td>Mailjet SAS</td><td>Sending of e-mails</td><td>France</td></tr><tr><td>Stripe, Inc.</td><td>Payments</td><td>United States</td></tr></tbody></table>
<p>We do not sell personal data to anyone, and we share them with the partners above only as far as they need them.</p>
<h2>4. How long we keep data</h2>
<p>We delete server logs after 30 days. Account data are deleted when you close your account, at the latest after six months.</p>
<dl><dt>Invoices</dt><dd>Ten years</dd><dt>Support requests</dt><dd>Two years</dd></dl>
<h2>5. Your rights</h2>
<p>You may ask us for a copy of your data, and you may ask us to correct or delete them. You may also complain to a supervisory authority.</p>
<details><summary>California residents</summary><p>If you live in California, you may ask us which categories of personal information we disclosed in the last twelve months.</p></details>
<h2>6. Children</h2>
<p>The app is not for children under 13 years.</p>
<h2>7. Changes</h2>
<p>We tell you in the app before we change this policy in a way that matters to you.<sup>1</sup></p>
<h2>8. Contact</h2>
<p>Acme Apps GmbH<br>Hauptstrasse 5<br>10115 Berlin<br>E-mail: privacy@acme.example</p>
<p><small><sup>1</sup> Changes by law take effect at once.</small></p>`

const navLinks = `<a href="/">Home</a><a href="/features">Features</a><a href="/pricing">Pricing</a><a href="/blog">Blog</a><a href="/support">Support</a>`
const footLinks = `<div><h4>Product</h4><a href="/features">Features</a><a href="/pricing">Pricing</a></div><div><h4>Company</h4><a href="/about">About</a><a href="/jobs">Jobs</a></div><div><h4>Legal</h4><a href="/privacy">Privacy</a><a href="/terms">Terms</a></div><p>© 2024 Acme Apps GmbH</p>`

// shells are the pages of sites around a policy. They have the slots T (first in body), A (before the policy, near), B (before
// it), Z (after it), Y (after it, near), and L (last in body).
var shells = map[string]string{
	"wordpress":    `<body class="page-template-default"><!--T--><div id="page" class="hfeed site"><header id="masthead" class="site-header"><nav class="main-navigation">NAV</nav></header><!--B--><div id="content" class="site-content"><div id="primary" class="content-area"><main id="main" class="site-main"><!--A--><article id="post-3" class="post-3 page type-page"><div class="entry-content">POLICY</div></article><!--Y--></main></div><!--Z--></div><footer id="colophon" class="site-footer">FOOT</footer></div><!--L--></body>`,
	"elementor":    `<body class="elementor-page"><!--T--><div class="elementor elementor-12"><div class="elementor-element elementor-element-ab12 e-con"><div class="elementor-widget-container">NAV</div></div></div><!--B--><div class="elementor elementor-44"><section class="elementor-section"><div class="elementor-container"><div class="elementor-column"><div class="elementor-widget-wrap"><!--A--><div class="elementor-element elementor-widget elementor-widget-text-editor"><div class="elementor-widget-container">POLICY</div></div><!--Y--></div></div></div></section><!--Z--></div><div class="elementor elementor-location-footer">FOOT</div><!--L--></body>`,
	"shopify":      `<body class="gradient"><!--T--><div id="shopify-section-header" class="shopify-section"><sticky-header class="header-wrapper">NAV</sticky-header></div><!--B--><main id="MainContent" class="content-for-layout focus-none" role="main"><!--A--><div class="shopify-policy__container"><div class="shopify-policy__title"></div><div class="shopify-policy__body"><div class="rte">POLICY</div></div></div><!--Y--></main><!--Z--><div id="shopify-section-footer" class="shopify-section"><footer class="footer">FOOT</footer></div><!--L--></body>`,
	"notion":       `<body><!--T--><div id="notion-app"><div class="notion-app-inner"><div class="notion-cursor-listener"><div class="notion-topbar"><div>NAV</div></div><!--B--><div class="notion-frame"><div class="notion-scroller vertical"><!--A--><div class="notion-page-content">POLICY</div><!--Y--></div></div><!--Z--></div></div></div><!--L--></body>`,
	"wix":          `<body><!--T--><div id="SITE_CONTAINER"><div id="main_MF"><div id="site-root"><div id="masterPage" class="mesh-layout"><div id="SITE_HEADER-pinned-layer">NAV</div><!--B--><div id="PAGES_CONTAINER"><div id="SITE_PAGES"><div id="c1dmp" class="theme-vars dBAkHi"><div class="HT5ybB"><!--A--><div id="comp-lb1" class="KcpHeO tz5f0K comp-lb1 wixui-rich-text">POLICY</div><!--Y--></div></div></div></div><!--Z--><div id="SITE_FOOTER" class="x4zVYf">FOOT</div></div></div></div></div><!--L--></body>`,
	"squarespace":  `<body class="tweak-global"><!--T--><div id="siteWrapper" class="site-wrapper"><header id="header" class="header">NAV</header><!--B--><main id="page" class="container"><article class="sections" id="sections"><!--A--><section class="page-section"><div class="content-wrapper"><div class="fluid-engine"><div class="fe-block"><div class="sqs-block html-block"><div class="sqs-html-content">POLICY</div></div></div></div></div></section><!--Y--></article></main><!--Z--><footer class="sections" id="footer-sections">FOOT</footer></div><!--L--></body>`,
	"zendesk":      `<body class="community-enabled"><!--T--><header class="header">NAV</header><!--B--><main role="main"><div class="container-divider"></div><div class="container"><div class="article-container" id="article-container"><!--A--><article id="main-content" class="article"><section class="article-info"><div class="article-content"><div class="article-body">POLICY</div></div></section><!--Y--></article></div></div></main><!--Z--><footer class="footer">FOOT</footer><!--L--></body>`,
	"google sites": `<body class="yxgWrb aayv4d"><!--T--><div jsname="ZBtY8b"><div class="fktJzd"><div class="JzO0Vc">NAV</div><!--B--><div jsname="R3GXJb" role="main" class="UtePc RCETm"><!--A--><section class="yaqOZd"><div class="mYVXT"><div class="LS81yb VICjCf"><div class="hJDwNd-AhqUyc-uQSCkd"><div class="tyJCtd mGzaTb">POLICY</div></div></div></div></section><!--Y--></div><!--Z--></div></div><!--L--></body>`,
	"old tables":   `<body bgcolor="#ffffff"><!--T--><table width="760" align="center"><tr><td colspan="2"><font size="4">Acme Apps</font></td></tr><tr><td colspan="2">NAV</td></tr><tr><td width="140" valign="top"><!--B--></td><td valign="top"><!--A--><div>POLICY</div><!--Y--></td></tr><tr><td colspan="2"><!--Z--></td></tr><tr><td colspan="2" align="center"><font size="1">FOOT</font></td></tr></table><!--L--></body>`,
	"tailwind":     `<body class="antialiased"><!--T--><div id="__next"><div class="sticky top-0 z-40 w-full backdrop-blur"><div class="mx-auto max-w-7xl px-4 flex">NAV</div></div><!--B--><div class="bg-white py-24"><div class="mx-auto max-w-3xl px-6 lg:px-8"><!--A--><div class="prose prose-slate">POLICY</div><!--Y--></div></div><!--Z--><div class="bg-slate-900 text-white grid grid-cols-4">FOOT</div></div><!--L--></body>`,
	"flat":         `<body><!--T-->NAV<!--B--><!--A-->POLICY<!--Y--><!--Z--><hr>FOOT<!--L--></body>`,
	"main flat":    `<body><!--T--><header>NAV</header><!--B--><main><!--A-->POLICY<!--Y--></main><!--Z--><footer>FOOT</footer><!--L--></body>`,
	"docs":         `<body class="navigation-with-keyboard"><!--T--><div id="__docusaurus"><nav class="navbar">NAV</nav><!--B--><div id="__docusaurus_skipToContent_fallback" class="main-wrapper"><div class="docsWrapper_hBAB"><aside class="theme-doc-sidebar-container"><ul><li><a href="/a">Install</a></li><li><a href="/b">Use</a></li></ul></aside><main class="docMainContainer_TBSr"><div class="container"><div class="row"><div class="col"><!--A--><div class="docItemContainer_Djhp"><article><div class="theme-doc-markdown markdown">POLICY</div></article></div><!--Y--></div></div></div></main></div></div><!--Z--><footer class="footer">FOOT</footer></div><!--L--></body>`,
	"webflow":      `<body><!--T--><div class="page-wrapper"><div class="nav_component w-nav">NAV</div><!--B--><div class="main-wrapper"><!--A--><section class="section_legal"><div class="padding-global"><div class="container-small"><div class="text-rich-text w-richtext">POLICY</div></div></div></section><!--Y--></div><!--Z--><div class="footer_component">FOOT</div></div><!--L--></body>`,
}

var shellPlaces = []string{"T", "B", "A", "Y", "Z", "L"}

// shellPage returns the page of a shell with a block at a place, or among the policy's paragraphs: "title", after the title, or "end".
func shellPage(shell, policy, block, place string) string {
	switch place {
	case "title":
		policy = strings.Replace(policy, "</h1>", "</h1>"+block, 1)
	case "end":
		policy += block
	}
	page := strings.NewReplacer("NAV", navLinks, "FOOT", footLinks, "POLICY", policy).Replace(shells[shell])
	page = strings.Replace(page, "<!--"+place+"-->", block, 1)
	return `<!doctype html><html lang="en"><head><title>Privacy Policy | Acme Apps</title></head>` + page + `</html>`
}

// The policy is read in every shell as it is alone.
func TestShells(t *testing.T) {
	t.Parallel()
	want := textOf(t, "<title>Privacy Policy</title><body>"+policyBody)
	for _, shell := range slices.Sorted(maps.Keys(shells)) {
		if got := textOf(t, shellPage(shell, policyBody, "", "")); digest.Of(got) != digest.Of(want) {
			t.Errorf("%s: %q", shell, difference(want, got))
		}
	}
}

// maxToldInShells is how many of a hundred changes around the policy in the shells are told.
const maxToldInShells = 6

// What sites have around a policy is seldom told: each block at one place of each shell.
func TestBesidesInShells(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("reads many pages")
	}
	told, all, turn := 0, 0, 0
	for _, name := range slices.Sorted(maps.Keys(besides)) {
		b, spots := besides[name], slices.Clone(shellPlaces)
		for _, inner := range []string{"title", "end"} {
			if b.inner == "both" || b.inner == inner {
				spots = append(spots, inner)
			}
		}
		for _, shell := range slices.Sorted(maps.Keys(shells)) {
			turn++
			place := spots[(turn+turn/len(shells))%len(spots)]
			first, second := textOf(t, shellPage(shell, policyBody, b.of(0), place)), textOf(t, shellPage(shell, policyBody, b.of(1), place))
			if all++; digest.Of(first) != digest.Of(second) {
				told++
				t.Logf("%s, %s, %s: %.300q", name, shell, place, difference(first, second))
			}
		}
	}
	t.Logf("told %d of %d", told, all)
	if 100*told > maxToldInShells*all {
		t.Errorf("%d of %d changes around the policy are told, want at most %d %%", told, all, maxToldInShells)
	}
}
