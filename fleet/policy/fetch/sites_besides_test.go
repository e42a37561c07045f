package fetch_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/privacylabels/auditor/internal/policy/digest"
)

// besidesSites are what sites have around a policy on two days, without names that tell what it is.
var besidesSites = map[string]beside{
	"today's date":          {daily(`<div class="d1">Thursday, 6 March</div>`, `<div class="d1">Friday, 7 March</div>`), ""},
	"today, German":         {daily(`<div>Donnerstag, 6. März 2025</div>`, `<div>Freitag, 7. März 2025</div>`), ""},
	"page views":            {daily(`<p class="pv">Views: 12,093</p>`, `<p class="pv">Views: 12,144</p>`), "both"},
	"views, icon":           {daily(`<div class="i"><i></i> 1.2k</div>`, `<div class="i"><i></i> 1.3k</div>`), "both"},
	"share row":             {daily(`<ul class="sh"><li><a href="https://x.com/intent">X</a></li><li><a href="https://fb.com/s">Facebook</a> 12</li></ul>`, `<ul class="sh"><li><a href="https://fb.com/s">Facebook</a> 14</li><li><a href="https://x.com/intent">X</a></li></ul>`), ""},
	"ad block":              {daily(`<div id="div-gpt-ad-1"><ins class="adsbygoogle"></ins><span>Sponsored</span><a href="https://ads.example/1">Cheap flights to Malaga from 29 euros</a></div>`, `<div id="div-gpt-ad-1"><ins class="adsbygoogle"></ins><span>Sponsored</span><a href="https://ads.example/2">Your new sofa, delivered free</a></div>`), ""},
	"ad without a name":     {daily(`<div class="zq"><small>Anzeige</small><p>Jetzt Strom wechseln und 200 Euro sparen</p></div>`, `<div class="zq"><small>Anzeige</small><p>Der neue Kombi: ab 199 Euro im Monat</p></div>`), ""},
	"A/B hero":              {daily(`<div data-exp="hero-a"><h2>Your day, in order</h2><p>Plan less. Do more.</p><a href="/start">Try Lumen free</a></div>`, `<div data-exp="hero-b"><h2>Think clearly</h2><p>The planner for people who hate planning.</p><a href="/start">Get Lumen</a></div>`), ""},
	"A/B bar":               {daily(`<div class="tb"><strong>New!</strong> Lumen for teams is here</div>`, `<div class="tb"><strong>Spring deal:</strong> half price until Monday</div>`), ""},
	"csrf":                  {daily(`<form method="post"><input type="hidden" name="_token" value="a81f"><button>Log out</button></form>`, `<form method="post"><input type="hidden" name="_token" value="77be"><button>Log out</button></form>`), ""},
	"build hash":            {daily(`<div class="bh">build 9f8e7d6c</div>`, `<div class="bh">build 1a2b3c4d</div>`), "end"},
	"build, long":           {daily(`<footer-note>Release 2025.3.6-rc.1+sha.9f8e7d6</footer-note>`, `<footer-note>Release 2025.3.7+sha.1a2b3c4</footer-note>`), "end"},
	"people online":         {daily(`<div class="po"><b>31</b> people online</div>`, `<div class="po"><b>44</b> people online</div>`), ""},
	"people online, German": {daily(`<div>Gerade online: 31 Besucher</div>`, `<div>Gerade online: 44 Besucher</div>`), ""},
	"random list":           {daily(`<div><h4>Explore</h4><ul><li><a href="/a">Boards</a></li><li><a href="/b">Timers</a></li><li><a href="/c">Notes</a></li></ul></div>`, `<div><h4>Explore</h4><ul><li><a href="/c">Notes</a></li><li><a href="/a">Boards</a></li><li><a href="/b">Timers</a></li></ul></div>`), ""},
	"price teaser":          {daily(`<div class="pt"><h3>Lumen Pro</h3><div>$4.99 <s>$9.99</s></div><p>Billed yearly</p></div>`, `<div class="pt"><h3>Lumen Pro</h3><div>$5.99 <s>$9.99</s></div><p>Billed yearly</p></div>`), ""},
	"price list":            {daily(`<ul class="pl"><li>Basic – €0</li><li>Pro – €5</li></ul>`, `<ul class="pl"><li>Basic – €0</li><li>Pro – €6</li></ul>`), ""},
	"testimonial":           {daily(`<div class="q9"><p>“I plan my whole week on the train.”</p><cite>Bea, nurse</cite></div>`, `<div class="q9"><p>“Finally an app that does not shout at me.”</p><cite>Ivo, teacher</cite></div>`), ""},
	"testimonial, plain":    {daily(`<div class="q8"><p>I plan my whole week on the train with it.</p><span>Bea, nurse</span></div>`, `<div class="q8"><p>Finally an app that does not shout at me.</p><span>Ivo, teacher</span></div>`), ""},
	"language menu":         {daily(`<div class="lg"><select><option>English</option><option>Deutsch</option></select></div>`, `<div class="lg"><select><option>Deutsch</option><option>English</option><option>Español</option></select></div>`), ""},
	"language line":         {daily(`<p class="ll"><a href="/en" hreflang="en">EN</a> · <a href="/de">DE</a></p>`, `<p class="ll"><a href="/en" hreflang="en">EN</a> · <a href="/de">DE</a> · <a href="/pl">PL</a></p>`), "title"},
	"minified classes":      {daily(`<div class="a1b"><div class="c2d"></div></div>`, `<div class="x9y"><div class="z8w"></div></div>`), "both"},
	"lazy":                  {daily(`<div class="skeleton" aria-busy="true"></div>`, `<div class="loaded"><a href="/blog/1">Why lists work</a><a href="/blog/2">A calmer inbox</a></div>`), ""},
	"lazy, with a text":     {daily(`<div data-lazy>Loading recommendations…</div>`, `<div data-lazy><a href="/t/1">Template: travel plan</a></div>`), ""},
	"JSON-LD":               {daily(`<script type="application/ld+json">{"dateModified":"2025-03-06","interactionCount":12}</script>`, `<script type="application/ld+json">{"dateModified":"2025-03-07","interactionCount":14}</script>`), "both"},
	"noscript":              {daily(`<noscript><div>JavaScript is off. Some parts of this page need it.</div></noscript>`, `<noscript><div>Please turn on scripts.</div><img src="/t?x=1"></noscript>`), "both"},
	"breadcrumb with date":  {daily(`<nav><a href="/">Home</a> / <a href="/legal">Legal</a> / 6 Mar 2025</nav>`, `<nav><a href="/">Home</a> / <a href="/legal">Legal</a> / 7 Mar 2025</nav>`), ""},
	"breadcrumb, div":       {daily(`<div class="cr"><a href="/">Start</a> » <a href="/r">Rechtliches</a> » Datenschutz</div>`, `<div class="cr"><a href="/">Startseite</a> » <a href="/r">Recht</a> » Datenschutz</div>`), "title"},
	"cookie widget":         {daily(`<div id="cookiefirst-root"><p>We use cookies and store data on your device.</p></div>`, ``), ""},
	"cookie widget, own":    {daily(`<div class="bar9" style="position:fixed"><p>This site stores small files on your device. Fine?</p><button>Fine</button><button>No</button></div>`, ``), ""},
	"cookie state":          {daily(`<div>Cookies: <b>off</b> <button>Change</button></div>`, `<div>Cookies: <b>on</b> <button>Change</button></div>`), ""},
	"cookie count":          {daily(`<div class="cc"><a href="#">Cookie settings (3)</a></div>`, `<div class="cc"><a href="#">Cookie settings (5)</a></div>`), ""},
	"related posts, cards":  {daily(`<section><h2>Keep reading</h2><article><a href="/p/1"><h3>Plan a move</h3></a><p>Boxes, keys, addresses: a list for each week.</p></article><article><a href="/p/2"><h3>Plan a trip</h3></a><p>From visas to socks.</p></article></section>`, `<section><h2>Keep reading</h2><article><a href="/p/3"><h3>Plan a wedding</h3></a><p>Guests, rings and rain.</p></article><article><a href="/p/2"><h3>Plan a trip</h3></a><p>From visas to socks.</p></article></section>`), ""},
	"related, German":       {daily(`<div><h3>Das könnte Sie auch interessieren</h3><a href="/1">Umzug planen in vier Wochen</a><a href="/2">Packliste für die Berge</a></div>`, `<div><h3>Das könnte Sie auch interessieren</h3><a href="/3">Hochzeit ohne Stress</a><a href="/2">Packliste für die Berge</a></div>`), ""},
	"next article":          {daily(`<div class="na"><span>Up next</span><a href="/n/1"><div>How we write</div><div>5 min</div></a></div>`, `<div class="na"><span>Up next</span><a href="/n/2"><div>How we test</div><div>7 min</div></a></div>`), ""},
	"recent changes":        {daily(`<div><h4>What's new</h4><p>5.1: dark mode</p><p>5.0: boards</p></div>`, `<div><h4>What's new</h4><p>5.2: timers</p><p>5.1: dark mode</p></div>`), ""},
	"status dot":            {daily(`<div><span class="dot"></span>API: operational</div>`, `<div><span class="dot"></span>API: partial outage</div>`), ""},
	"uptime":                {daily(`<div>Uptime this month: 99.98 %</div>`, `<div>Uptime this month: 99.95 %</div>`), ""},
	"queue length":          {daily(`<div>There are 14 people ahead of you.</div>`, `<div>There are 9 people ahead of you.</div>`), ""},
	"stock":                 {daily(`<div>Only 3 left in stock</div>`, `<div>Only 2 left in stock</div>`), ""},
	"cart":                  {daily(`<div><a href="/cart">Cart (0)</a></div>`, `<div><a href="/cart">Cart (2)</a></div>`), ""},
	"greeting":              {daily(`<div>Good morning</div>`, `<div>Good evening</div>`), ""},
	"greeting, German":      {daily(`<div>Guten Morgen!</div>`, `<div>Guten Abend!</div>`), ""},
	"tip of the day":        {daily(`<div><h5>Tip</h5><p>Hold a card to move it.</p></div>`, `<div><h5>Tip</h5><p>Swipe left to archive.</p></div>`), ""},
	"quote":                 {daily(`<blockquote class="daily">Less but better.<footer>Dieter Rams</footer></blockquote>`, `<blockquote class="daily">Simple can be harder than complex.<footer>Steve Jobs</footer></blockquote>`), ""},
	"event":                 {daily(`<div><b>12 Mar</b> Meetup in Cork <a href="/e/1">Details</a></div>`, `<div><b>19 Mar</b> Meetup in Galway <a href="/e/2">Details</a></div>`), ""},
	"event, table":          {daily(`<table class="ev"><tr><td>12.03.</td><td>Cork</td></tr><tr><td>19.03.</td><td>Galway</td></tr></table>`, `<table class="ev"><tr><td>19.03.</td><td>Galway</td></tr><tr><td>26.03.</td><td>Dublin</td></tr></table>`), ""},
	"job":                   {daily(`<div>We're hiring: <a href="/j/1">iOS engineer</a></div>`, `<div>We're hiring: <a href="/j/2">Designer</a></div>`), ""},
	"press":                 {daily(`<div><span>As seen in</span> <span>Wired</span> <span>The Verge</span></div>`, `<div><span>As seen in</span> <span>The Verge</span> <span>TechCrunch</span></div>`), ""},
	"stars":                 {daily(`<div>★★★★★ 4.8 (2,310 ratings)</div>`, `<div>★★★★★ 4.7 (2,341 ratings)</div>`), "both"},
	"users":                 {daily(`<div>Join 210,331 planners</div>`, `<div>Join 210,402 planners</div>`), ""},
	"comment count":         {daily(`<div><a href="#c">3 Comments</a></div>`, `<div><a href="#c">4 Comments</a></div>`), "both"},
	"comments":              {daily(`<section id="disc"><h3>2 thoughts on “Privacy”</h3><ol><li><p>Jo says:</p><p>March 3, 2025 at 9:12 am</p><p>Thanks for this.</p><a href="#r">Reply</a></li></ol></section>`, `<section id="disc"><h3>3 thoughts on “Privacy”</h3><ol><li><p>Jo says:</p><p>March 3, 2025 at 9:12 am</p><p>Thanks for this.</p><a href="#r">Reply</a></li><li><p>Al says:</p><p>March 7, 2025 at 8:00 am</p><p>Me too.</p><a href="#r">Reply</a></li></ol></section>`), ""},
	"helpful":               {daily(`<div><span>Did you find this useful?</span> <a role="button" href="#">👍 12</a> <a role="button" href="#">👎 1</a></div>`, `<div><span>Did you find this useful?</span> <a role="button" href="#">👍 14</a> <a role="button" href="#">👎 1</a></div>`), "end"},
	"edited":                {daily(`<div>Edited 3 days ago by <span>maria</span></div>`, `<div>Edited 4 days ago by <span>maria</span></div>`), "both"},
	"updated, icons":        {daily(`<div class="meta"><time>Updated yesterday</time></div>`, `<div class="meta"><time>Updated 2 days ago</time></div>`), "both"},
	"gitbook updated":       {daily(`<p class="text-sm">Last updated <time>2 months ago</time></p>`, `<p class="text-sm">Last updated <time>3 months ago</time></p>`), "end"},
	"was this helpful":      {daily(`<div><p>Was this helpful?</p><div><button>😀</button></div></div>`, `<div><p>Was this helpful?</p><div><button>🙂</button><button>🙁</button></div></div>`), "end"},
	"print":                 {daily(`<p><a href="#" onclick="print()">Print</a> | <a href="/pdf">PDF</a></p>`, `<p><a href="#" onclick="print()">Print this page</a> | <a href="/pdf">Save as PDF</a></p>`), "title"},
	"request id":            {daily(`<div>x-request-id: 4bf92f3577b34da6a3ce929d0e0e4736</div>`, `<div>x-request-id: 00f067aa0ba902b7e1a2c3d4f5060718</div>`), "end"},
	"rendered in":           {daily(`<div>Rendered in 0.034s on node-7</div>`, `<div>Rendered in 0.051s on node-2</div>`), "end"},
	"cached":                {daily(`<div>Served from cache, age 311 s</div>`, `<div>Served from cache, age 12 s</div>`), "end"},
	"geo":                   {daily(`<div>You are visiting from Dublin (IE)</div>`, `<div>You are visiting from Ashburn (US)</div>`), ""},
	"geo, vat":              {daily(`<div>Prices include 23 % VAT for Ireland</div>`, `<div>Prices include 19 % VAT for Germany</div>`), ""},
	"currency":              {daily(`<div><button>EUR €</button></div>`, `<div><button>USD $</button></div>`), ""},
	"chat bubble":           {daily(`<div class="cb"><div>Hello! I'm Max, ask me anything.</div><button>Chat</button></div>`, `<div class="cb"><div>We are away. We answer tomorrow.</div><button>Leave a note</button></div>`), ""},
	"app banner":            {daily(`<div class="ab">Open in the Lumen app <a href="https://apps.apple.com/x">Open</a></div>`, ``), ""},
	"old browser":           {daily(``, `<div>Your browser is too old for this site. <a href="https://b.example">Update it</a></div>`), ""},
	"trial days":            {daily(`<div>14 days left in your trial <a href="/up">Upgrade</a></div>`, `<div>13 days left in your trial <a href="/up">Upgrade</a></div>`), ""},
	"news":                  {daily(`<div><h3>News</h3><p>6 March: Lumen opens an office in Cork.</p></div>`, `<div><h3>News</h3><p>7 March: Lumen wins a prize in Berlin.</p></div>`), ""},
	"news, German":          {daily(`<div><h3>Neuigkeiten</h3><p>6. März: Büro in Hamburg eröffnet.</p></div>`, `<div><h3>Neuigkeiten</h3><p>7. März: Preis in Berlin gewonnen.</p></div>`), ""},
	"offer, French":         {daily(`<div><p>Nouveau : Lumen Pro à 3 € par mois</p></div>`, `<div><p>Offre de printemps : deux mois gratuits</p></div>`), ""},
	"sale, Spanish":         {daily(`<div><p>¡Últimos días! 40 % de descuento en Pro</p></div>`, `<div><p>Estrena Lumen 5 hoy mismo</p></div>`), ""},
	"weather":               {daily(`<div>Cork 9 °C ☁</div>`, `<div>Cork 12 °C ☀</div>`), ""},
	"instagram":             {daily(`<div><h4>@lumen</h4><p>New lamp, new week.</p></div>`, `<div><h4>@lumen</h4><p>Coffee first.</p></div>`), ""},
	"podcast":               {daily(`<div><h4>Podcast</h4><p>#12 Lists and lakes</p><audio></audio></div>`, `<div><h4>Podcast</h4><p>#13 Time and tides</p><audio></audio></div>`), ""},
	"video":                 {daily(`<figure><figcaption>Tour of Lumen, 1:20</figcaption></figure>`, `<figure><figcaption>Boards explained, 2:05</figcaption></figure>`), ""},
	"countdown":             {daily(`<div>Ends in <span>01</span>:<span>12</span>:<span>09</span></div>`, `<div>Ends in <span>00</span>:<span>47</span>:<span>31</span></div>`), ""},
	"donate":                {daily(`<div>Raised so far: €12,310 of €20,000</div>`, `<div>Raised so far: €12,890 of €20,000</div>`), ""},
	"leaderboard":           {daily(`<div><h4>Top planners</h4><ol><li>Kai 120</li><li>Noor 99</li></ol></div>`, `<div><h4>Top planners</h4><ol><li>Noor 130</li><li>Kai 120</li></ol></div>`), ""},
	"search terms":          {daily(`<div>Trending: <a href="/s?q=a">budget</a> <a href="/s?q=b">meals</a></div>`, `<div>Trending: <a href="/s?q=c">exams</a> <a href="/s?q=b">meals</a></div>`), ""},
	"tags":                  {daily(`<div>Tags: <a href="/t/1">legal</a>, <a href="/t/2">gdpr</a></div>`, `<div>Tags: <a href="/t/2">gdpr</a>, <a href="/t/3">policy</a></div>`), "end"},
	"author box":            {daily(`<div><img><b>Maria Sol</b><p>Maria looks after our users and two cats.</p></div>`, `<div><img><b>Tom Wren</b><p>Tom writes our docs and bakes bread.</p></div>`), ""},
	"newsletter":            {daily(`<div><h3>One letter a month</h3><p>Tips for a calm week.</p><form><input type="email"><button>Send me</button></form></div>`, `<div><h3>Calm weeks by mail</h3><p>Once a month, no spam.</p><form><input type="email"><button>Yes, please</button></form></div>`), ""},
	"hours":                 {daily(`<div>Support is open now (until 17:00)</div>`, `<div>Support is closed (opens at 9:00)</div>`), ""},
	"footer year":           {daily(`<div>© 2025 Lumen</div>`, `<div>© 2026 Lumen</div>`), "end"},
	"footer year, words":    {daily(`<p>Copyright 2025 Lumen Labs Ltd</p>`, `<p>Copyright 2026 Lumen Labs Ltd</p>`), "end"},
	"footer, made":          {daily(`<div>Made with ♥ in Cork</div>`, `<div>Made with ☕ in Cork</div>`), "end"},
	"footer links":          {daily(`<div><a href="/terms">Terms</a> <a href="/privacy">Privacy</a></div>`, `<div><a href="/terms">Terms</a> <a href="/privacy">Privacy</a> <a href="/cookies">Cookies</a></div>`), ""},
	"footer links, p":       {daily(`<p><a href="/terms">Terms</a> | <a href="/imprint">Imprint</a></p>`, `<p><a href="/terms">Terms</a> | <a href="/imprint">Imprint</a> | <a href="/jobs">Jobs</a></p>`), "end"},
	"back link":             {daily(`<p><a href="/">Back</a></p>`, `<p><a href="/">Back to Lumen</a></p>`), ""},
	"error of a widget":     {daily(`<div>Could not load the feed.</div>`, ``), ""},
	"captcha":               {daily(`<div>Protected by hCaptcha. Its <a href="https://h.example/p">Privacy Policy</a> and <a href="https://h.example/t">Terms</a> apply.</div>`, ``), ""},
	"maintenance":           {daily(``, `<div><p>On Sunday at 2:00 Lumen will be offline for an hour.</p></div>`), ""},
	"holiday":               {daily(`<div>Happy Easter from all of us 🐣</div>`, ``), ""},
	"web archive":           {daily(`<!-- wayback 20250306 -->`, `<!-- wayback 20250307 -->`), "both"},
	"table of contents":     {daily(`<div class="toc1"><a href="#a">What we collect</a><a href="#b">Retention</a></div>`, `<div class="toc1"><a href="#a" class="on">What we collect</a><a href="#b">Retention</a><a href="#c">Contact</a></div>`), ""},
}

// maxToldInSites is how many of a hundred changes around the policies of site builders are told.
const maxToldInSites = 4

// What sites have around a policy is seldom told on the pages of site builders: each block at one place of each.
func TestBesidesInSites(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("reads many pages")
	}
	told, all, turn := 0, 0, 0
	for _, name := range slices.Sorted(maps.Keys(besidesSites)) {
		b, spots := besidesSites[name], slices.Clone(shellPlaces)
		for _, inner := range []string{"title", "end"} {
			if b.inner == "both" || b.inner == inner {
				spots = append(spots, inner)
			}
		}
		for _, built := range slices.Sorted(maps.Keys(builtSites)) {
			turn++
			place, language := spots[(turn+turn/7)%len(spots)], []string{"en", "de"}[turn%2]
			laid := func(day int) string {
				return textOf(t, builtSites[built].laid(language, notices[language], b.of(day), place))
			}
			first, second := laid(0), laid(1)
			if all++; digest.Of(first) != digest.Of(second) {
				told++
				t.Logf("%s, %s, %s: %.300q", name, built, place, difference(first, second))
			}
		}
	}
	t.Logf("told %d of %d", told, all)
	if 100*told > maxToldInSites*all {
		t.Errorf("%d of %d changes around policies are told, want at most %d %%", told, all, maxToldInSites)
	}
}
