package fetch_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/policy/digest"
)

// moved stands for the same text at another place.
const moved = "MOVED"

// wordings are changes of the policy: each is told.
var wordings = map[string][2]string{
	"one word of a short sentence": {"<p>Not sold.</p>", "<p>Never sold.</p>"},
	"negation gone":                {"We do not collect your precise location.", "We do collect your precise location."},
	"short sentence gone":          {"<p>Not sold.</p>", ""},
	"item of a list gone":          {"<li>Crash logs</li>", ""},
	"item of a list added":         {"<li>Crash logs</li>", "<li>Crash logs</li><li>Contacts</li>"},
	"word of an item":              {"<li>Crash logs</li>", "<li>Call logs</li>"},
	"condition of an item":         {"<li>Photos, if you upload them</li>", "<li>Photos</li>"},
	"days":                         {"after 30 days", "after 90 days"},
	"age":                          {"under 13 years", "under 16 years"},
	"partner in a cell":            {"<td>Mailjet SAS</td>", "<td>Mailchimp, Inc.</td>"},
	"country in a cell":            {"<td>France</td>", "<td>India</td>"},
	"row added":                    {"</tbody>", "<tr><td>Meta Platforms</td><td>Ads</td><td>Ireland</td></tr></tbody>"},
	"row gone":                     {"<tr><td>Stripe, Inc.</td><td>Payments</td><td>United States</td></tr>", ""},
	"heading of a column":          {"<th>Where</th>", "<th>Stored in</th>"},
	"heading":                      {"<h3>Analytics</h3>", "<h3>Analytics and advertising</h3>"},
	"name of a tool":               {"We use Matomo on our own servers", "We use Plausible on our own servers"},
	"definition":                   {"<dd>Ten years</dd>", "<dd>Thirty years</dd>"},
	"term gone":                    {"<dt>Support requests</dt><dd>Two years</dd>", ""},
	"within details":               {"in the last twelve months", "in the last six months"},
	"summary of details":           {"<summary>California residents</summary>", "<summary>California and Texas residents</summary>"},
	"details gone":                 {policyBody[strings.Index(policyBody, "<details>") : strings.Index(policyBody, "</details>")+len("</details>")], ""},
	"note at the foot":             {"Changes by law take effect at once.", "Changes by law take effect after a month."},
	"note at the foot gone":        {"<p><small><sup>1</sup> Changes by law take effect at once.</small></p>", ""},
	"address":                      {"Hauptstrasse 5<br>10115 Berlin", "Nebenweg 8<br>20095 Hamburg"},
	"e-mail":                       {"privacy@acme.example", "dpo@acme.example"},
	"company":                      {"<p>Acme Apps GmbH<br>", "<p>Globex Apps Ltd<br>"},
	"section gone": {`<h2>6. Children</h2>
<p>The app is not for children under 13 years.</p>`, ""},
	"short section added at the end":  {"<p><small>", "<h2>9. Sale</h2><p>We may sell your data.</p><p><small>"},
	"paragraph moved":                 {"<p>Not sold.</p>", moved},
	"paragraph added at the end":      {"at once.</small></p>", "at once.</small></p><p>We share data with Google.</p>"},
	"short line at the end":           {"at once.</small></p>", "at once.</small></p><p>Data controller: Globex Ltd</p>"},
	"line before the contact":         {"<h2>8. Contact</h2>", "<h2>8. Contact</h2><p>Data Protection Officer: Jane Roe</p>"},
	"number to call":                  {"E-mail: privacy@acme.example", "E-mail: privacy@acme.example<br>Phone: +49 30 1234567"},
	"panel of tabs":                   {"<h3>Analytics</h3>", `<div role="tabpanel" hidden><p>We share your plants with Google.</p></div><h3>Analytics</h3>`},
	"accordion":                       {"<h3>Analytics</h3>", `<div class="accordion"><h4><button aria-expanded="false">Advertising</button></h4><div class="panel" style="display:none"><p>We show ads of Meta.</p></div></div><h3>Analytics</h3>`},
	"aside on data":                   {"<h3>Analytics</h3>", `<aside><p>We never sell your personal data.</p></aside><h3>Analytics</h3>`},
	"quotation":                       {"<h3>Analytics</h3>", `<blockquote>We share data with advertisers.</blockquote><h3>Analytics</h3>`},
	"callout":                         {"<h2>1. Data", `<div class="callout"><p>In short: we share data with 3 partners.</p></div><h2>1. Data`},
	"summary before the title's text": {"<p>Acme Apps GmbH (\"we\")", `<p>Short version: we sell nothing.</p><p>Acme Apps GmbH ("we")`},
	"link at the end":                 {"at once.</small></p>", `at once.</small></p><p>To opt out of the sale of your data, use <a href="/optout">this form</a>.</p>`},
	"link alone at the end":           {"at once.</small></p>", `at once.</small></p><p><a href="/optout">Opt out</a></p>`},
	"link alone in a div":             {"at once.</small></p>", `at once.</small></p><div><a href="/optout">Do not sell my personal data</a></div>`},
	"list at the end":                 {"at once.</small></p>", `at once.</small></p><h2>Subprocessors</h2><ul><li>Amazon Web Services</li><li>Twilio</li></ul>`},
	"table at the end":                {"at once.</small></p>", `at once.</small></p><h2>Cookies</h2><table><tr><td>_ga</td><td>2 years</td></tr></table>`},
	"version in force":                {"<p>Last updated: 3 March 2024</p>", "<p>Last updated: 3 March 2024</p><p>Applies to users in Brazil only.</p>"},
}

// added are parts of policies, of which a word changes: each is told at the end of the policy, before its last
// section, and after its title.
var added = map[string][2]string{
	"div, short on data":     {"<div>We sell nothing.</div>", "<div>We sell data.</div>"},
	"div, this policy":       {"<div>This policy is for adults.</div>", "<div>This policy is for all users.</div>"},
	"div, address":           {"<div>Acme, Hauptstr. 5, 10115 Berlin</div>", "<div>Acme, Nebenweg 8, 20095 Hamburg</div>"},
	"div, e-mail":            {"<div>dpo@acme.example</div>", "<div>privacy@acme.example</div>"},
	"section":                {"<section><h2>Law</h2><p>The law of Germany applies.</p></section>", "<section><h2>Law</h2><p>The law of Ireland applies.</p></section>"},
	"section in a div":       {"<div><h2>Other sites</h2><p>We do not answer for other sites.</p></div>", "<div><h2>Other sites</h2><p>We answer for other sites.</p></div>"},
	"names in divs":          {"<p>Our partners are:</p><div>Google</div><div>Meta</div>", "<p>Our partners are:</p><div>Google</div><div>TikTok</div>"},
	"blocks under a heading": {"<h2>Partners</h2><div>Google</div><div>Meta</div>", "<h2>Partners</h2><div>Google</div><div>TikTok</div>"},
	"definitions":            {"<dl><dt>Logs</dt><dd>7 days</dd></dl>", "<dl><dt>Logs</dt><dd>9 days</dd></dl>"},
	"table":                  {"<h2>Cookies</h2><table><tr><th>Name</th><th>For</th></tr><tr><td>_ga</td><td>2 years</td></tr></table>", "<h2>Cookies</h2><table><tr><th>Name</th><th>For</th></tr><tr><td>_ga</td><td>1 year</td></tr></table>"},
	"table in a div":         {`<div class="scroll"><table><tr><th>Name</th><th>For</th></tr><tr><td>_ga</td><td>2 years</td></tr></table></div>`, `<div class="scroll"><table><tr><th>Name</th><th>For</th></tr><tr><td>_ga</td><td>1 year</td></tr></table></div>`},
	"small":                  {"<p><small>* Except in Spain.</small></p>", "<p><small>* Except in Italy.</small></p>"},
	"quotation":              {"<blockquote>Only adults may use it.</blockquote>", "<blockquote>Anyone may use it.</blockquote>"},
	"fieldset":               {"<fieldset><legend>In short</legend>No ads here.</fieldset>", "<fieldset><legend>In short</legend>Few ads here.</fieldset>"},
	"details":                {"<details><summary>More</summary>No ads here.</details>", "<details><summary>More</summary>Few ads here.</details>"},
	"list":                   {"<ul><li>No ads</li><li>No sale</li></ul>", "<ul><li>No ads</li><li>Sale</li></ul>"},
	"div with a list":        {"<div><p>We promise:</p><ul><li>No ads</li><li>No sale</li></ul></div>", "<div><p>We promise:</p><ul><li>No ads</li><li>Sale</li></ul></div>"},
	"signature":              {"<p>Jane Roe, data protection officer</p>", "<p>Max Power, data protection officer</p>"},
	"amount of a fee":        {"<p>A copy costs $10.</p>", "<p>A copy costs $25.</p>"},
	"hours":                  {"<p>Call us from 9:00–17:00.</p>", "<p>Call us from 9:00–12:00.</p>"},
	"version of a law":       {"<p>Governing law: California.</p>", "<p>Governing law: Texas.</p>"},
	"register":               {"<p>HRB 123456 B, Amtsgericht Berlin</p>", "<p>HRB 654321 B, Amtsgericht Hamburg</p>"},
	"div, register":          {"<div>HRB 123456 B, Amtsgericht Berlin</div>", "<div>HRB 654321 B, Amtsgericht Hamburg</div>"},
	"long div":               {"<div><p>We may change these rules at any time. If we do, you will hear from us in the app and by mail, and you may close your account before the new rules begin.</p></div>", "<div><p>We may change these rules at any time. If we do, you will hear from us in the app only, and you may close your account before the new rules begin.</p></div>"},
	"div, rights":            {"<div><p>You can object at any time.</p></div>", "<div><p>You cannot object.</p></div>"},
	"share with, imperative": {"<div><p>Share your contacts with us only if you want to.</p></div>", "<div><p>Share your contacts with us.</p></div>"},
	"plain div":              {"<div>No ads, ever.</div>", "<div>Few ads, maybe.</div>"},
	"two divs":               {"<div>You own your photos.</div><div>You can leave with them.</div>", "<div>You own your photos.</div><div>You can leave without them.</div>"},
	"section, short":         {"<section><p>Dutch law applies.</p></section>", "<section><p>Maltese law applies.</p></section>"},
	"officer":                {"<div>Data protection officer: Jane Roe</div>", "<div>Data protection officer: Max Power</div>"},
	"controller in a figure": {"<figure><figcaption>Controller: Acme Ltd</figcaption></figure>", "<figure><figcaption>Controller: Globex Ltd</figcaption></figure>"},
	"retention":              {"<div><strong>Retention:</strong> 30 days</div>", "<div><strong>Retention:</strong> 90 days</div>"},
	"retention, definition":  {"<dl><dt>Backups</dt><dd>30 days</dd></dl>", "<dl><dt>Backups</dt><dd>90 days</dd></dl>"},
	"nested list":            {"<ul><li>We share with<ul><li>Hosts</li><li>Banks</li></ul></li></ul>", "<ul><li>We share with<ul><li>Hosts</li><li>Brokers</li></ul></li></ul>"},
	"heading only":           {"<h2>We sell nothing</h2>", "<h2>We sell data</h2>"},
	"bold line":              {"<p><b>We never track you.</b></p>", "<p><b>We track you.</b></p>"},
	"emphasis":               {"<p>We <em>do not</em> share it.</p>", "<p>We <em>do</em> share it.</p>"},
	"div with a link":        {`<div>You may opt out of all of this <a href="https://optout.example/">here</a>.</div>`, `<div>You may opt out of most of this <a href="https://optout.example/">here</a>.</div>`},
	"p with a link":          {`<p>Read how Google uses data <a href="https://policies.google.com/">here</a>.</p>`, `<p>Read how Meta uses data <a href="https://policies.google.com/">here</a>.</p>`},
	"pre":                    {"<pre>We keep it 30 days</pre>", "<pre>We keep it 90 days</pre>"},
	"address element":        {"<address>Acme Ltd, Dublin</address>", "<address>Acme Ltd, Valletta</address>"},
	"tabs":                   {`<div role="tablist"><button role="tab">Users</button></div><div role="tabpanel"><p>We sell nothing.</p></div>`, `<div role="tablist"><button role="tab">Users</button></div><div role="tabpanel"><p>We sell data.</p></div>`},
	"accordion":              {`<div class="item"><button>Do you sell data?</button><div hidden><p>No, we do not.</p></div></div>`, `<div class="item"><button>Do you sell data?</button><div hidden><p>Yes, we do.</p></div></div>`},
	"details, list":          {"<details><summary>Partners</summary><ul><li>Google</li><li>Meta</li></ul></details>", "<details><summary>Partners</summary><ul><li>Google</li><li>TikTok</li></ul></details>"},
	"table, one cell":        {"<table><tr><td>Kept</td><td>30 days</td></tr><tr><td>Shared</td><td>no</td></tr></table>", "<table><tr><td>Kept</td><td>30 days</td></tr><tr><td>Shared</td><td>yes</td></tr></table>"},
	"paragraph, one word":    {"<p>Opt-in.</p>", "<p>Opt-out.</p>"},
	"phone":                  {"<div>Phone 030 1234567</div>", "<div>Phone 040 7654321</div>"},
	"amount of users":        {"<p>The fee is 0.50 euros.</p>", "<p>The fee is 0.95 euros.</p>"},
}

// Each change of a wording is told, wherever a site has its policy.
func TestWordings(t *testing.T) {
	t.Parallel()
	for _, shell := range slices.Sorted(maps.Keys(shells)) {
		before := textOf(t, shellPage(shell, policyBody, "", ""))
		for _, name := range slices.Sorted(maps.Keys(wordings)) {
			old, now := wordings[name][0], wordings[name][1]
			if strings.Count(policyBody, old) != 1 {
				t.Fatalf("%s: %q is %d times in the policy", name, old, strings.Count(policyBody, old))
			}
			policy := strings.Replace(policyBody, old, now, 1)
			if now == moved {
				policy = strings.Replace(strings.Replace(policyBody, old, "", 1), "<h2>7. Changes</h2>", old+"<h2>7. Changes</h2>", 1)
			}
			if digest.Of(before) == digest.Of(textOf(t, shellPage(shell, policy, "", ""))) {
				t.Errorf("%s, %s: not told", shell, name)
			}
		}
	}
}

// A change of a word in a part of the policy is told at its end, before its last section and under its title:
// each part at one of these places in each shell.
func TestWordingsOfParts(t *testing.T) {
	t.Parallel()
	turn := 0
	for _, shell := range slices.Sorted(maps.Keys(shells)) {
		for _, name := range slices.Sorted(maps.Keys(added)) {
			turn++
			var texts []string
			for _, part := range added[name] {
				policy := policyBody + part
				switch turn % 3 {
				case 1:
					policy = strings.Replace(policyBody, "<h2>8. Contact", part+"<h2>8. Contact", 1)
				case 2:
					policy = strings.Replace(policyBody, "</h1>", "</h1>"+part, 1)
				}
				texts = append(texts, textOf(t, shellPage(shell, policy, "", "")))
			}
			if digest.Of(texts[0]) == digest.Of(texts[1]) {
				t.Errorf("%s, %s, place %d: not told", shell, name, turn%3)
			}
		}
	}
}
