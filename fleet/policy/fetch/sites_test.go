package fetch_test

import (
	"fmt"
	"strings"
)

// passage is a part of a policy, which each site builder writes in its own way.
type passage struct {
	kind string
	text []string // several of lists, tables and the like; the cells of a row are between bars
}

func passageOf(kind string, text ...string) passage { return passage{kind, text} }

// notices are policies by language, with a passage of each kind.
var notices = map[string][]passage{
	"en": {
		passageOf("h1", "Privacy Notice"),
		passageOf("p", "Effective date: January 12, 2025"),
		passageOf("p", "Lumen Labs Ltd (\"Lumen\", \"we\", \"us\") makes the Lumen app. This Privacy Notice explains what we do with your personal data when you use the app or visit lumen.example."),
		passageOf("h2", "What we collect"),
		passageOf("p", "We collect the following information when you use Lumen:"),
		passageOf("ul", "Account details: your name and e-mail address", "Usage data, for example the screens you open", "Diagnostics", "Payment history, if you subscribe"),
		passageOf("p", "We never read your messages."),
		passageOf("h3", "Location"),
		passageOf("p", "Only approximate."),
		passageOf("quote", "In plain words: we know the city you are in and nothing more."),
		passageOf("h2", "Who we share with"),
		passageOf("table", "Recipient|Reason|Region", "Amazon Web Services|Hosting|EU", "Twilio SendGrid|E-mail|US", "RevenueCat|Subscriptions|US"),
		passageOf("p", "We do not sell your personal data, and we do not let partners use them for their own purposes."),
		passageOf("h2", "Retention"),
		passageOf("dl", "Account|until you delete it", "Logs|14 days", "Invoices|7 years"),
		passageOf("h2", "Your rights"),
		passageOf("p", "You can ask us for access to your data, for their correction, and for their deletion. Write to us, and we will answer within one month."),
		passageOf("details", "If you live in Brazil", "The LGPD gives you the right to know with whom we shared your data in the last year."),
		passageOf("details", "If you live in Canada", "You may withdraw your consent at any time."),
		passageOf("tabs", "For parents|For teachers", "We ask a parent before a child under 13 can sign up.", "Schools act for the parents of their pupils."),
		passageOf("h2", "Changes"),
		passageOf("p", "We will post any changes on this page, and we will tell you by e-mail before they take effect.*"),
		passageOf("h2", "How to reach us"),
		passageOf("address", "Lumen Labs Ltd", "12 Harbour Road", "Cork T12 AB34", "Ireland"),
		passageOf("link", "Questions? Write to", "mailto:privacy@lumen.example", "privacy@lumen.example", "."),
		passageOf("small", "* Changes that a court orders take effect at once."),
	},
	"de": {
		passageOf("h1", "Datenschutzerklärung"),
		passageOf("p", "Stand: 12. Januar 2025"),
		passageOf("p", "Die Lumen Labs GmbH betreibt die App Lumen. Diese Datenschutzerklärung sagt Ihnen, welche personenbezogenen Daten wir verarbeiten und wofür."),
		passageOf("h2", "Welche Daten wir erheben"),
		passageOf("p", "Wenn Sie Lumen benutzen, erheben wir:"),
		passageOf("ul", "Kontodaten: Name und E-Mail-Adresse", "Nutzungsdaten, zum Beispiel geöffnete Seiten", "Absturzberichte", "Zahlungen, wenn Sie ein Abo haben"),
		passageOf("p", "Ihre Nachrichten lesen wir nie."),
		passageOf("h3", "Standort"),
		passageOf("p", "Nur ungefähr."),
		passageOf("quote", "Kurz gesagt: Wir kennen die Stadt, in der Sie sind, und sonst nichts."),
		passageOf("h2", "Empfänger"),
		passageOf("table", "Empfänger|Grund|Land", "Hetzner Online GmbH|Hosting|Deutschland", "Mailjet SAS|E-Mail|Frankreich", "Stripe|Zahlung|USA"),
		passageOf("p", "Wir verkaufen keine personenbezogenen Daten und geben sie nur an die genannten Dienste weiter."),
		passageOf("h2", "Speicherdauer"),
		passageOf("dl", "Konto|bis zur Löschung", "Protokolle|14 Tage", "Rechnungen|10 Jahre"),
		passageOf("h2", "Ihre Rechte"),
		passageOf("p", "Sie können Auskunft, Berichtigung und Löschung verlangen. Schreiben Sie uns, wir antworten binnen eines Monats."),
		passageOf("details", "Wenn Sie in der Schweiz wohnen", "Es gilt das Schweizer Datenschutzgesetz mit denselben Rechten."),
		passageOf("details", "Beschwerde", "Sie können sich bei einer Aufsichtsbehörde beschweren."),
		passageOf("tabs", "Für Eltern|Für Schulen", "Kinder unter 16 brauchen das Einverständnis der Eltern.", "Schulen handeln für die Eltern ihrer Schüler."),
		passageOf("h2", "Änderungen"),
		passageOf("p", "Änderungen stehen auf dieser Seite, und wir schreiben Ihnen, bevor sie gelten.*"),
		passageOf("h2", "Kontakt"),
		passageOf("address", "Lumen Labs GmbH", "Hafenstraße 12", "20457 Hamburg", "Deutschland"),
		passageOf("link", "Fragen? Schreiben Sie an", "mailto:datenschutz@lumen.example", "datenschutz@lumen.example", "."),
		passageOf("small", "* Ausgenommen sind Änderungen, die ein Gericht anordnet."),
	},
}

// style is how a site builder writes passages: a format for each kind.
type style struct {
	h, p, ulOpen, li, ulClose, quote, small, address string
	row, cell, tableOpen, tableClose                 string
	dlOpen, dt, dd, dlClose                          string
	details                                          string // summary, text
	tabs                                             string // label, label, text, text
	link                                             string // before, href, label, after
}

var plainStyle = style{
	h: "<h%[1]d>%[2]s</h%[1]d>", p: "<p>%s</p>", ulOpen: "<ul>", li: "<li>%s</li>", ulClose: "</ul>", quote: "<blockquote><p>%s</p></blockquote>", small: "<p><small>%s</small></p>",
	address: "<p>%s</p>", row: "<tr>%s</tr>", cell: "<td>%s</td>", tableOpen: "<table><tbody>", tableClose: "</tbody></table>", dlOpen: "<dl>", dt: "<dt>%s</dt>", dd: "<dd>%s</dd>", dlClose: "</dl>",
	details: "<details><summary>%s</summary><p>%s</p></details>", tabs: "<div role=tablist><button role=tab aria-selected=true>%s</button><button role=tab>%s</button></div><div role=tabpanel><p>%s</p></div><div role=tabpanel hidden><p>%s</p></div>",
	link: `<p>%s <a href="%s">%s</a>%s</p>`,
}

// styled returns the plain style with changes.
func styled(change func(*style)) style {
	s := plainStyle
	change(&s)
	return s
}

// write returns passages as a site builder writes them.
func (s style) write(blocks []passage) string {
	var b strings.Builder
	for _, k := range blocks {
		switch t := k.text; k.kind {
		case "h1", "h2", "h3":
			fmt.Fprintf(&b, s.h, int(k.kind[1]-'0'), t[0])
		case "p":
			fmt.Fprintf(&b, s.p, t[0])
		case "raw":
			b.WriteString(t[0])
		case "small":
			fmt.Fprintf(&b, s.small, t[0])
		case "quote":
			fmt.Fprintf(&b, s.quote, t[0])
		case "address":
			fmt.Fprintf(&b, s.address, strings.Join(t, "<br>"))
		case "ul":
			b.WriteString(s.ulOpen)
			for _, i := range t {
				fmt.Fprintf(&b, s.li, i)
			}
			b.WriteString(s.ulClose)
		case "table":
			b.WriteString(s.tableOpen)
			for _, r := range t {
				row := ""
				for c := range strings.SplitSeq(r, "|") {
					row += fmt.Sprintf(s.cell, c)
				}
				fmt.Fprintf(&b, s.row, row)
			}
			b.WriteString(s.tableClose)
		case "dl":
			b.WriteString(s.dlOpen)
			for _, r := range t {
				dt, dd, _ := strings.Cut(r, "|")
				fmt.Fprintf(&b, s.dt, dt)
				fmt.Fprintf(&b, s.dd, dd)
			}
			b.WriteString(s.dlClose)
		case "details":
			fmt.Fprintf(&b, s.details, t[0], t[1])
		case "tabs":
			x, y, _ := strings.Cut(t[0], "|")
			fmt.Fprintf(&b, s.tabs, x, y, t[1], t[2])
		case "link":
			fmt.Fprintf(&b, s.link, t[0], t[1], t[2], t[3])
		}
		b.WriteString("\n")
	}
	return b.String()
}

const siteLinks = `<a href="/">Lumen</a><a href="/features">Features</a><a href="/pricing">Pricing</a><a href="/help">Help</a><a href="/login">Log in</a>`
const siteFoot = `<div><h5>Product</h5><ul><li><a href="/features">Features</a></li><li><a href="/pricing">Pricing</a></li></ul></div><div><h5>Company</h5><ul><li><a href="/about">About</a></li><li><a href="/jobs">Jobs</a></li><li><a href="/privacy">Privacy</a></li></ul></div><p>© 2025 Lumen Labs Ltd. All rights reserved.</p>`

// builtSite is the page of a site builder, with the slots of [shells].
type builtSite struct {
	page string
	style
}

// builtSites are the pages of site builders, with what they make of each passage.
var builtSites = map[string]builtSite{
	"wordpress classic": {`<body class="privacy-policy page page-id-3 wp-custom-logo"><!--T--><div id="page" class="site"><a class="skip-link screen-reader-text" href="#content">Skip to content</a><header id="masthead" class="site-header"><div class="site-branding"><p class="site-title"><a href="/">Lumen</a></p></div><nav id="site-navigation" class="main-navigation">NAV</nav></header><!--B--><div id="content" class="site-content"><div id="primary" class="content-area"><main id="main" class="site-main"><article id="post-3" class="post-3 page type-page hentry"><div class="entry-content"><!--A-->POLICY<!--Y--></div><footer class="entry-footer"></footer></article></main></div><div id="secondary" class="widget-area"><section id="search-2" class="widget widget_search"><form><input type="search"><input type="submit" value="Search"></form></section><!--Z--></div></div><footer id="colophon" class="site-footer">FOOT</footer></div><!--L--></body>`, plainStyle},
	"wordpress blocks": {`<body class="page-template-default wp-embed-responsive"><!--T--><div class="wp-site-blocks"><header class="wp-block-template-part"><div class="wp-block-group alignfull is-layout-flex"><p class="wp-block-site-title"><a href="/">Lumen</a></p><nav class="wp-block-navigation">NAV</nav></div></header><!--B--><main class="wp-block-group has-global-padding is-layout-constrained" id="wp--skip-link--target"><!--A--><div class="entry-content wp-block-post-content is-layout-constrained">POLICY</div><!--Y--></main><!--Z--><footer class="wp-block-template-part"><div class="wp-block-columns">FOOT</div></footer></div><!--L--></body>`,
		styled(func(s *style) {
			s.h = `<h%[1]d class="wp-block-heading has-text-align-left">%[2]s</h%[1]d>`
			s.ulOpen = `<ul class="wp-block-list">`
			s.tableOpen, s.tableClose = `<figure class="wp-block-table is-style-stripes"><table><tbody>`, `</tbody></table></figure>`
			s.quote = `<blockquote class="wp-block-quote is-layout-flow"><p>%s</p></blockquote>`
			s.details = `<details class="wp-block-details is-layout-flow"><summary>%s</summary><p>%s</p></details>`
		})},
	"wix": {`<body class="device-desktop"><!--T--><div id="SITE_CONTAINER"><div id="main_MF" class="main_MF"><div id="site-root" class="site-root"><div id="masterPage" class="mesh-layout masterPage css-editing-scope"><div id="SITE_HEADER_WRAPPER"><div id="SITE_HEADER" class="xU8fqS">NAV</div></div><!--B--><main id="PAGES_CONTAINER" class="PAGES_CONTAINER" tabindex="-1"><div id="SITE_PAGES" class="SITE_PAGES"><div id="k7x2c" class="dBAkHi theme-vars"><div class="PFkO7r"><div id="Containerk7x2c" class="SPY_vo"><div data-mesh-id="Containerk7x2cinlineContent" class="mesh"><section id="comp-m1" class="Oqnisf comp-m1"><div class="MW5IWV"></div><div data-mesh-id="comp-m1inlineContent"><!--A--><div id="comp-m2" class="KcpHeO tz5f0K comp-m2 wixui-rich-text" data-testid="richTextElement">POLICY</div><!--Y--></div></section></div></div></div></div></div></main><!--Z--><div id="SITE_FOOTER_WRAPPER"><div id="SITE_FOOTER" class="SITE_FOOTER_WRAPPER">FOOT</div></div></div></div></div></div><!--L--></body>`,
		styled(func(s *style) {
			s.h = `<h%[1]d class="font_%[1]d wixui-rich-text__text" style="font-size:24px;"><span style="font-weight:bold;" class="wixui-rich-text__text">%[2]s</span></h%[1]d>`
			s.p = `<p class="font_8 wixui-rich-text__text" style="font-size:16px;"><span style="letter-spacing:normal;" class="wixui-rich-text__text">%s</span></p><p class="font_8 wixui-rich-text__text"><span class="wixGuard wixui-rich-text__text">` + "\u200b" + `</span></p>`
			s.li = `<li class="wixui-rich-text__text"><p class="font_8 wixui-rich-text__text">%s</p></li>`
			s.details = `<div class="acc"><div role="button" aria-expanded="false" tabindex="0"><p class="font_8">%s</p></div><div role="region" hidden=""><p class="font_8 wixui-rich-text__text">%s</p></div></div>`
			s.quote = `<p class="font_8 wixui-rich-text__text" style="font-style:italic;">%s</p>`
		})},
	"squarespace": {`<body id="collection-1" class="tweak-blog-list primary-button-style-solid"><!--T--><div id="siteWrapper" class="clearfix site-wrapper"><header data-test="header" id="header" class="black header theme-col--primary"><div class="header-inner container--fluid">NAV</div></header><!--B--><main id="page" class="container" role="main"><article class="sections" id="sections" data-page-sections="1"><section data-test="page-section" class="page-section layout-engine-section background-width--full-bleed white"><div class="section-border"></div><div class="content-wrapper"><div class="content"><div data-fluid-engine="true"><div class="fluid-engine fe-1"><!--A--><div class="fe-block fe-block-x1"><div class="sqs-block website-component-block sqs-block-website-component sqs-block-html html-block"><div class="sqs-block-content"><div class="sqs-html-content" data-sqsp-text-block-content>POLICY</div></div></div></div><!--Y--></div></div></div></div></section></article></main><!--Z--><footer class="sections" id="footer-sections" data-footer-sections><section class="page-section">FOOT</section></footer></div><!--L--></body>`,
		styled(func(s *style) {
			s.h = `<h%[1]d style="white-space:pre-wrap;">%[2]s</h%[1]d>`
			s.p = `<p style="white-space:pre-wrap;" class="">%s</p>`
			s.ulOpen, s.li = `<ul data-rte-list="default">`, `<li><p style="white-space:pre-wrap;">%s</p></li>`
			s.details = `<div class="accordion-item"><h4 class="accordion-item__title-wrapper"><button class="accordion-item__click-target" aria-expanded="false"><span class="accordion-item__title">%s</span></button></h4><div class="accordion-item__dropdown" role="region" style="display:none"><div class="accordion-item__description"><p>%s</p></div></div></div>`
		})},
	"webflow": {`<body class="body"><!--T--><div class="page-wrapper"><div class="global-styles w-embed"><style>x{}</style></div><div data-animation="default" class="navbar2_component w-nav" role="banner"><div class="navbar2_container"><nav role="navigation" class="navbar2_menu w-nav-menu">NAV</nav></div></div><!--B--><main class="main-wrapper"><header class="section_header64"><div class="padding-global"></div></header><section class="section_content6"><div class="padding-global"><div class="container-large"><div class="padding-section-large"><div class="max-width-large"><!--A--><div class="text-rich-text w-richtext">POLICY</div><!--Y--></div></div></div></div></section></main><!--Z--><footer class="footer3_component">FOOT</footer></div><!--L--></body>`,
		styled(func(s *style) {
			s.p, s.li = "<p>‍%s</p><p>‍</p>", "<li>‍%s</li>"
			s.details = `<div class="faq_accordion"><div class="faq_question"><div class="text-size-medium">%s</div><div class="icon w-embed"><svg></svg></div></div><div class="faq_answer" style="height:0px"><p>%s</p></div></div>`
			s.tabs = `<div class="w-tabs"><div class="w-tab-menu" role="tablist"><a class="w-tab-link w--current" role="tab" href="#t1"><div>%s</div></a><a class="w-tab-link" role="tab" href="#t2"><div>%s</div></a></div><div class="w-tab-content"><div class="w-tab-pane w--tab-active" role="tabpanel"><p>%s</p></div><div class="w-tab-pane" role="tabpanel"><p>%s</p></div></div></div>`
		})},
	"next": {`<body class="__className_e8ce0c"><!--T--><div id="__next"><div class="flex min-h-screen flex-col"><div class="sticky top-0 z-50 border-b bg-white/80"><div class="mx-auto flex h-16 max-w-6xl">NAV</div></div><!--B--><div class="flex-1"><div class="mx-auto max-w-3xl px-4 py-16"><!--A--><div class="space-y-6 text-gray-700">POLICY</div><!--Y--></div></div><!--Z--><div class="border-t py-12"><div class="mx-auto grid max-w-6xl grid-cols-4">FOOT</div></div></div></div><script id="__NEXT_DATA__" type="application/json">{"props":{},"buildId":"x"}</script><!--L--></body>`,
		styled(func(s *style) {
			s.h = `<h%[1]d class="mt-8 text-xl font-semibold tracking-tight">%[2]s</h%[1]d>`
			s.p = `<div class="leading-7">%s</div>`
			s.ulOpen, s.li, s.ulClose = `<div class="grid gap-2">`, `<div class="flex gap-2"><span>•</span><span>%s</span></div>`, `</div>`
			s.address = `<div class="not-italic">%s</div>`
			s.quote = `<div class="border-l-4 pl-4 italic">%s</div>`
			s.small = `<div class="text-xs text-gray-500">%s</div>`
			s.tableOpen, s.row, s.cell, s.tableClose = `<div class="grid grid-cols-3">`, `<div class="contents">%s</div>`, `<div class="p-2">%s</div>`, `</div>`
			s.dlOpen, s.dt, s.dd, s.dlClose = `<div>`, `<div class="font-medium">%s</div>`, `<div class="text-gray-500">%s</div>`, `</div>`
			s.link = `<div class="leading-7">%s <a class="underline" href="%s">%s</a>%s</div>`
			s.details = `<div data-state="closed"><h3><button type="button" aria-expanded="false">%s</button></h3><div data-state="closed" role="region">%s</div></div>`
		})},
	"docusaurus": {`<body class="navigation-with-keyboard"><!--T--><div id="__docusaurus"><div role="region" aria-label="Skip to main content"><a class="skipToContent_fXgn" href="#x">Skip to main content</a></div><nav aria-label="Main" class="navbar navbar--fixed-top"><div class="navbar__inner">NAV</div></nav><!--B--><div id="__docusaurus_skipToContent_fallback" class="main-wrapper mainWrapper_z2l0"><main class="container container--fluid margin-vert--lg"><div class="row mdxPageWrapper_j9I6"><div class="col col--8"><!--A--><article>POLICY</article><!--Y--></div><div class="col col--2"><div class="tableOfContents_bqdL thin-scrollbar"><ul class="table-of-contents"><li><a href="#a" class="table-of-contents__link">What we collect</a></li><li><a href="#b">Retention</a></li></ul></div></div></div></main></div><!--Z--><footer class="theme-layout-footer footer footer--dark">FOOT</footer></div><!--L--></body>`,
		styled(func(s *style) {
			s.h = `<h%[1]d class="anchor anchorWithStickyNavbar_LWe7" id="h">%[2]s<a href="#h" class="hash-link" aria-label="Direct link" title="Direct link">` + "\u200b" + `</a></h%[1]d>`
			s.quote = `<div class="theme-admonition theme-admonition-note admonition_xJq3 alert alert--secondary"><div class="admonitionHeading_Gvgb"><span></span>note</div><div class="admonitionContent_BuS1"><p>%s</p></div></div>`
			s.tabs = `<div class="theme-tabs-container tabs-container tabList__CuJ"><ul role="tablist" class="tabs"><li role="tab" tabindex="0" aria-selected="true" class="tabs__item">%s</li><li role="tab" tabindex="-1" class="tabs__item">%s</li></ul><div class="margin-top--md"><div role="tabpanel" class="tabItem_Ymn6"><p>%s</p></div><div role="tabpanel" class="tabItem_Ymn6" hidden=""><p>%s</p></div></div></div>`
		})},
	"gitbook": {`<body class="site"><!--T--><div class="scroll-nojump"><div class="flex flex-col"><header id="site-header" class="flex flex-col z-30 sticky"><div class="flex">NAV</div></header><!--B--><div class="flex flex-col lg:flex-row"><aside class="relative group flex flex-col basis-full"><ul class="flex flex-col"><li><a href="/start">Getting started</a></li><li><a href="/legal">Legal</a></li></ul></aside><main class="flex-1 relative min-w-0 py-8"><!--A--><div class="grid [&>*+*]:mt-5 whitespace-pre-wrap">POLICY</div><!--Y--></main></div><!--Z--></div></div><!--L--></body>`,
		styled(func(s *style) {
			s.h = `<h%[1]d id="x" class="flex items-baseline scroll-mt-"><div class="flex-1">%[2]s</div><div class="hash"><a href="#x" aria-label="Direct link to heading"><svg></svg></a></div></h%[1]d>`
			s.p = `<p class="mx-auto decoration-primary/6 max-w-3xl w-full">%s</p>`
			s.ulOpen, s.li = `<ul class="min-w-0 space-y-2 mx-auto">`, `<li class="leading-normal flex flex-row"><div class="bullet"></div><div class="flex flex-col space-y-1"><p>%s</p></div></li>`
			s.tableOpen, s.row, s.cell, s.tableClose = `<div class="w-full overflow-x-auto"><div role="table" class="flex flex-col">`, `<div class="w-full flex" role="row">%s</div>`, `<div class="flex-1 p-2" role="cell"><p>%s</p></div>`, `</div></div>`
			s.quote = `<blockquote class="max-w-3xl w-full mx-auto"><p>%s</p></blockquote>`
			s.details = `<details class="group/expandable max-w-3xl"><summary class="cursor-pointer"><div class="grow-0"><p>%s</p></div></summary><div class="flex flex-col"><p>%s</p></div></details>`
		})},
	"google sites": {`<body dir="ltr" class="yxgWrb OTvC9 QZ3zWd"><!--T--><div jscontroller="pc62j" jsmodel="iTeaXe"><div class="QZ3zWd" jscontroller="X4BaPc"><div class="fktJzd AKpWA fOU46b"><header id="atIdViewHeader"><div class="BbxBP">NAV</div></header><!--B--><div role="main" tabindex="-1" class="UtePc RCETm" dir="ltr"><!--A--><section id="h.1" class="yaqOZd"><div class="IFuOkc"></div><div class="mYVXT"><div class="LS81yb VICjCf j5pSsc db35Fc"><div class="hJDwNd-AhqUyc-uQSCkd"><div class="jXK9ad D2fZ2 zu5uec OjCsFc dmUFtb"><div class="jXK9ad-SmKAyb"><div class="tyJCtd mGzaTb Depvyb baZpAe">POLICY</div></div></div></div></div></div></section><!--Y--></div><!--Z--><footer jsname="yePe5c"><div>FOOT</div></footer></div></div></div><!--L--></body>`,
		styled(func(s *style) {
			s.h = `<h%[1]d dir="ltr" class="CDt4Ke zfr3Q duRjpb" style="text-align: left;"><span class="C9DxTc">%[2]s</span></h%[1]d>`
			s.p = `<p dir="ltr" class="CDt4Ke zfr3Q"><span class="C9DxTc ">%s</span></p><p dir="ltr" class="CDt4Ke zfr3Q"><br></p>`
			s.ulOpen, s.li = `<ul class="n8H08c UVNKR">`, `<li dir="ltr" class="zfr3Q TYR86d eD0Rn"><p dir="ltr" class="CDt4Ke zfr3Q"><span class="C9DxTc">%s</span></p></li>`
		})},
	"notion export": {`<body><!--T--><!--B--><article id="1f2" class="page sans"><!--A--><div class="page-body">POLICY</div><!--Y--></article><span class="sans" style="font-size:14px;padding-top:2em"></span><!--Z--><!--L--></body>`,
		styled(func(s *style) {
			s.p = `<p id="a1" class="">%s</p>`
			s.ulOpen, s.li, s.ulClose = ``, `<ul id="b2" class="bulleted-list"><li style="list-style-type:disc">%s</li></ul>`, ``
			s.tableOpen = `<table id="t" class="simple-table"><tbody>`
			s.quote = `<figure class="block-color-gray_background callout" style="white-space:pre-wrap;display:flex" id="c"><div style="font-size:1.5em"><span class="icon">💡</span></div><div style="width:100%%">%s</div></figure>`
			s.details = `<ul id="d" class="toggle"><li><details open=""><summary>%s</summary><p>%s</p></details></li></ul>`
			s.small = `<p id="e" class="block-color-gray">%s</p>`
		})},
	"termly": {`<body><!--T--><div class="site"><div class="top">NAV</div><!--B--><div class="legal"><!--A--><div name="termly-embed" data-id="x" data-type="iframe"><style>[data-custom-class='body']{}</style><div data-custom-class="body">POLICY</div></div><!--Y--></div><!--Z--><div class="bottom">FOOT</div></div><!--L--></body>`,
		styled(func(s *style) {
			s.h = `<div style="line-height: 1.5;"><span style="color: rgb(0,0,0);"><span data-custom-class="heading_%[1]d"><strong><h%[1]d>%[2]s</h%[1]d></strong></span></span></div><div style="line-height: 1.5;"><br></div>`
			s.p = `<div style="line-height: 1.5;"><span style="font-size: 15px; color: rgb(89, 89, 89);"><span data-custom-class="body_text"><bdt class="block-component"></bdt>%s<bdt class="statement-end-if-in-editor"></bdt></span></span></div><div><br></div>`
			s.li = `<li data-custom-class="body_text" style="line-height: 1.5;"><span style="font-size: 15px;"><span data-custom-class="body_text"><bdt class="forloop-component"></bdt>%s</span></span></li>`
			s.small = s.p
			s.address = `<div data-custom-class="body_text" style="line-height: 1.5;">%s</div>`
			s.link = `<div style="line-height:1.5;"><span data-custom-class="body_text">%s <a href="%s" target="_blank" data-custom-class="link">%s</a>%s</span></div>`
		})},
	"1998": {`<BODY BGCOLOR="#FFFFFF" TEXT="#000000" LINK="#0000FF"><!--T--><CENTER>NAV</CENTER><HR><!--B--><!--A-->POLICY<!--Y--><HR><!--Z--><CENTER><FONT SIZE=1>FOOT</FONT></CENTER><!--L--></BODY>`,
		styled(func(s *style) {
			s.h = "<H%[1]d ALIGN=CENTER><FONT FACE=Arial>%[2]s</FONT></H%[1]d>"
			s.p = "<P><FONT FACE=Arial SIZE=2>%s</FONT>"
			s.ulOpen, s.li, s.ulClose = "<UL>", "<LI><FONT SIZE=2>%s</FONT>", "</UL>"
			s.tableOpen, s.row, s.cell, s.tableClose = "<TABLE BORDER=1>", "<TR>%s", "<TD><FONT SIZE=2>%s</FONT>", "</TABLE>"
			s.quote, s.small, s.address = "<BLOCKQUOTE>%s</BLOCKQUOTE>", "<P><FONT SIZE=1>%s</FONT>", "<P><FONT SIZE=2>%s</FONT>"
			s.details = "<P><B>%s</B><BR>%s"
			s.tabs = "<P><B>%[1]s</B><BR>%[3]s<P><B>%[2]s</B><BR>%[4]s"
			s.link = "<P><FONT SIZE=2>%s <A HREF='%s'>%s</A>%s</FONT>"
			s.dlOpen, s.dt, s.dd, s.dlClose = "<DL>", "<DT><B>%s</B>", "<DD>%s", "</DL>"
		})},
	"tables": {`<body topmargin=0><table width="780" cellpadding="0" cellspacing="0" align="center"><tr><td colspan="3"><!--T-->NAV</td></tr><tr><td width="150" valign="top"><!--B--></td><td valign="top"><table width="100%" cellpadding="8"><tr><td><!--A-->POLICY<!--Y--></td></tr></table></td><td width="120" valign="top"><!--Z--></td></tr><tr><td colspan="3" align="center"><font size="1">FOOT</font><!--L--></td></tr></table></body>`,
		styled(func(s *style) {
			s.h = "<h%[1]d><font color=navy>%[2]s</font></h%[1]d>"
			s.p = "%s<br><br>"
			s.small = "<br><i>%s</i><br>"
			s.address = "%s<br><br>"
			s.link = "%s <a href='%s'>%s</a>%s<br><br>"
			s.details = "<b>%s</b><br>%s<br><br>"
			s.quote = "<table border=1 width=90%%><tr><td>%s</td></tr></table>"
		})},
}

// laid returns the page of a policy with what the site has beside it at a place, as [shellPage] does.
func (l builtSite) laid(language string, blocks []passage, noise, place string) string {
	policy := l.write(blocks)
	switch place {
	case "title":
		first := l.write(blocks[:1])
		policy = first + noise + policy[len(first):]
	case "end":
		policy += noise
	}
	name := blocks[0].text[0]
	page := strings.NewReplacer("NAV", siteLinks, "FOOT", siteFoot, "POLICY", policy).Replace(l.page)
	page = strings.Replace(page, "<!--"+place+"-->", noise, 1)
	return `<!doctype html><html lang="` + language + `"><head><meta charset="utf-8"><title>` + name + ` | Lumen</title></head>` + page + `</html>`
}
