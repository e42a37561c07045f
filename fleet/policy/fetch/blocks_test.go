package fetch_test

import "fmt"

// builderBlocks are what builders of sites, tools and servers put beside a policy, on a day. They are
// in the elements that these make, or in elements without a name.
var builderBlocks = map[string]func(day int) string{
	"Elementor: testimonials": func(day int) string {
		return choose(day, "<section class='elementor-section elementor-top-section'><div class='elementor-container'><div class='elementor-widget elementor-widget-testimonial'><div class=elementor-testimonial-wrapper><div class=elementor-testimonial-content>We have used it for two years in our workshop and would not go back to paper.</div><div class=elementor-testimonial-name>Rosa Marin</div><div class=elementor-testimonial-job>Carpenter</div></div></div></div></section>",
			"<section class='elementor-section elementor-top-section'><div class='elementor-container'><div class='elementor-widget elementor-widget-testimonial'><div class=elementor-testimonial-wrapper><div class=elementor-testimonial-content>My students hand in their work on time now, which I had not thought possible.</div><div class=elementor-testimonial-name>Tom Okafor</div><div class=elementor-testimonial-job>Teacher</div></div></div></div></section>")
	},
	"WordPress: latest posts": func(day int) string {
		s := "<div class='wp-block-group'><h2 class=wp-block-heading>Latest posts</h2><ul class='wp-block-latest-posts__list wp-block-latest-posts'>"
		for i := range 3 {
			s += fmt.Sprintf("<li><a class=wp-block-latest-posts__post-title href=https://apps.example/2026/11/%d>%s</a><time class=wp-block-latest-posts__post-date>November %d, 2026</time></li>", i+day, articles[(day+i)%len(articles)], 20-3*i+day)
		}
		return s + "</ul></div>"
	},
	"posts with authors": func(day int) string {
		s := "<div><h2>Fresh from our kitchen</h2>"
		for i := range 3 {
			s += fmt.Sprintf("<a href=/p%d><div><div>%s</div><div>By %s • %d min read</div></div></a>", i+day, articles[(day+i)%len(articles)], people[(day+i)%len(people)], 3+i+day)
		}
		return s + "</div>"
	},
	"Squarespace: summary": func(day int) string {
		s := "<div class='sqs-block summary-v2-block'><div class=summary-heading>Featured</div>"
		for i := range 2 {
			s += fmt.Sprintf("<div class=summary-item><a class=summary-title-link href=/j%d>%s</a><div class=summary-excerpt><p>We sat down with the people behind it and asked what they would do in another way today.</p></div><a class=summary-read-more-link href=/j%d>Read More →</a></div>", i+day, articles[(day+i)%len(articles)], i+day)
		}
		return s + "</div>"
	},
	"A or B, heading only": func(day int) string {
		return choose(day, "<div><h2>Simplify your week</h2><a href=/signup>Start now</a></div>", "<div><h2>Less chaos, more calm</h2><a href=/signup>Start now</a></div>")
	},
	"A or B, a slogan": func(day int) string {
		return choose(day, "<div><div>Work better together</div></div>", "<div><div>Plan less, do more</div></div>")
	},
	"last viewed": func(day int) string { return fmt.Sprintf("<div>Last viewed: %d minutes ago</div>", 3+day*4) },
	"today":       func(day int) string { return fmt.Sprintf("<div>Today is Tuesday, November %d, 2026</div>", 10+day) },
	"open jobs": func(day int) string {
		return fmt.Sprintf("<div><a href=/jobs>Join our team – %d open positions</a></div>", 12+day)
	},
	"hiring": func(day int) string {
		return fmt.Sprintf("<div><p>We're hiring! See our <a href=/jobs>%d open roles</a></p></div>", 12+day)
	},
	"rating": func(day int) string {
		return fmt.Sprintf("<div><span>4.%d</span> <span>★★★★★</span> <span>based on 1,2%d3 reviews</span></div>", 7+day, day)
	},
	"customers": func(day int) string {
		return fmt.Sprintf("<div><p>Trusted by %d,431 teams in 90 countries</p></div>", 12+day)
	},
	"a price": func(day int) string {
		return fmt.Sprintf("<div><p>From $%d.99 a month</p><a href=/buy>See plans</a></div>", 9+day)
	},
	"prices": func(day int) string {
		return fmt.Sprintf("<div><h2>Choose your plan</h2><div><h3>Starter</h3><p>$%d per month</p><ul><li>3 projects</li><li>E-mail support</li></ul><a href=/buy/1>Choose</a></div><div><h3>Team</h3><p>$%d per month</p><ul><li>No limit on projects</li><li>Phone support</li></ul><a href=/buy/2>Choose</a></div></div>", 9+day, 29+day)
	},
	"exchange rates": func(day int) string {
		return fmt.Sprintf("<div>EUR/USD 1.08%d3 ▲ 0.%d%% &nbsp; BTC 9%d,301 ▼ 1.2%%</div>", day, 2+day, day)
	},
	"Hubspot: form": func(day int) string {
		return choose(day, "<div class='hs-form-wrapper'><h3>Get product news</h3><form class=hs-form><div><label>First name</label><input type=text></div><div><label>Email</label><input type=email></div><div><p>By submitting this form you agree to our privacy policy.</p></div><input type=submit value=Send></form></div>", "<div class='hs-form-wrapper'><h3>Monthly digest</h3><form class=hs-form><div><label>First name</label><input type=text></div><div><label>Work email</label><input type=email></div><div><p>By submitting this form you agree to our privacy policy.</p></div><input type=submit value=Subscribe></form></div>")
	},
	"a letter, agreed": func(day int) string {
		return choose(day, "<div><h4>Our newsletter</h4><form><input type=email placeholder='Your email'><button>Join</button></form><p>By subscribing you agree to our <a href=/privacy>Privacy Policy</a>.</p></div>", "<div><h4>News once a month</h4><form><input type=email placeholder='Your email'><button>Sign up</button></form><p>By signing up you agree to our <a href=/privacy>Privacy Policy</a>.</p></div>")
	},
	"a region": func(day int) string {
		return choose(day, "<div><p>It looks like you are in Germany. Would you like to visit our German site?</p><a href=/de>Yes, go to German site</a> <a href=#>Stay here</a></div>", "<div><p>It looks like you are in France. Would you like to visit our French site?</p><a href=/fr>Yes, go to French site</a> <a href=#>Stay here</a></div>")
	},
	"an ad": func(day int) string {
		return choose(day, "<div><span>Advertisement</span><ins class=adsbygoogle data-ad-slot=123></ins></div>", "<div><span>Advertisement</span><div><a href=https://ads.example/c?id=9>Cheap flights to Lisbon</a></div></div>")
	},
	"languages, plain": func(day int) string {
		return choose(day, "<div><div>English</div><div>Deutsch</div><div>Français</div></div>", "<div><div>English</div><div>Deutsch</div><div>Français</div><div>Polski</div></div>")
	},
	"languages, a select": func(day int) string {
		return choose(day, "<div><select><option>English<option>Deutsch</select></div>", "<div><select><option>English<option>Deutsch<option>Italiano</select></div>")
	},
	"chat": func(day int) string {
		return choose(day, "<div class=chat-launcher><div>Chat with us</div><div>We are online</div></div>", "<div class=chat-launcher><div>Chat with us</div><div>We are back at 9:00</div></div>")
	},
	"chat, in full": func(day int) string {
		return choose(day, "<div><p>Hi there! 👋 How can we help you today?</p><button>Start a chat</button></div>", "<div><p>We are away right now. Leave us a message and we will get back to you.</p><button>Leave a message</button></div>")
	},
	"mail and print": func(day int) string {
		return choose(day, "<div><a href='mailto:?subject=Privacy'>Email this page</a> <a href='javascript:window.print()'>Print</a></div>", "<div><a href='mailto:?subject=Privacy'>Email</a> <a href='javascript:window.print()'>Print this page</a> <a href=/p.pdf>PDF</a></div>")
	},
	"gateway error": func(day int) string {
		return choose(day, "<div></div>", "<div>upstream connect error or disconnect/reset before headers. reset reason: connection failure</div>")
	},
	"service error": func(day int) string {
		return choose(day, "<div></div>", "<div><h1>503 Service Temporarily Unavailable</h1><hr>nginx</div>")
	},
	"widget error": func(day int) string {
		return choose(day, "<div>Loading…</div>", "<div>Something went wrong. Please try again later.</div>")
	},
	"PHP warning": func(day int) string {
		return choose(day, "", "<br><b>Warning</b>:  Undefined array key \"lang\" in <b>/var/www/html/wp-content/themes/acme/header.php</b> on line <b>41</b><br>")
	},
	"lazily loaded": func(day int) string {
		return choose(day, "<div data-lazy=/fragments/related aria-busy=true><div>Loading</div></div>", "<div data-lazy=/fragments/related><h3>More to read</h3><a href=/a>"+articles[1]+"</a><a href=/b>"+articles[2]+"</a></div>")
	},
	"no scripts": func(day int) string {
		return choose(day, "<noscript>Please enable JavaScript to see the comments.</noscript>", "<noscript><img src=https://pixel.example/p?1><p>This site works best with JavaScript.</p></noscript>")
	},
	"a template": func(day int) string {
		return choose(day, "<template><p>Item one costs nothing today only.</p></template>", "<template><p>Item two is for members only.</p></template>")
	},
	"a closed tab": func(day int) string {
		return choose(day, "<div role=tabpanel hidden><a href=/1>Getting started</a><a href=/2>Billing</a></div>", "<div role=tabpanel hidden><a href=/1>Getting started</a><a href=/3>Teams</a></div>")
	},
	"breadcrumbs": func(day int) string {
		return choose(day, "<div><a href=/>Home</a> › <a href=/legal>Legal</a> › Privacy</div>", "<div><a href=/>Home</a> › <a href=/about>About</a> › <a href=/legal>Legal</a> › Privacy</div>")
	},
	"events": func(day int) string {
		return fmt.Sprintf("<div><h3>Upcoming events</h3><div><a href=/e%d>Meetup in Berlin</a> <span>May %d, 18:00</span></div><div><a href=/e%d>Open day in Lyon</a> <span>June %d, 10:00</span></div></div>", day, 3+day, day+1, 4+day)
	},
	"a social feed": func(day int) string {
		return choose(day, "<div><div><b>@acme</b> <span>2h</span><p>We just shipped dark mode to all of you. Enjoy the night shift!</p></div></div>", "<div><div><b>@acme</b> <span>5h</span><p>Thanks to the 300 people who came to our meetup in Porto last night.</p></div></div>")
	},
	"recently viewed": func(day int) string {
		return choose(day, "<div><h2>Recently viewed</h2><div><a href=/p1>Oak lamp</a><span>€89.00</span></div><div><a href=/p2>Pine chair</a><span>€120.00</span></div></div>", "<div><h2>Recently viewed</h2><div><a href=/p3>Table</a><span>€240.00</span></div></div>")
	},
	"status": func(day int) string {
		return choose(day, "<div><a href=https://status.example>All systems operational</a></div>", "<div><a href=https://status.example>Degraded performance</a></div>")
	},
	"maintenance, announced": func(day int) string {
		return choose(day, "", fmt.Sprintf("<div><p>Scheduled maintenance on November %d from 10:00 to 12:00 UTC. Some services may be unavailable.</p></div>", 12+day))
	},
	"sign in": func(day int) string {
		return choose(day, "<div><a href=/login>Sign in</a> <a href=/join>Register</a></div>", "<div><span>Hello, guest</span> <a href=/login>Log in</a></div>")
	},
	"a cart": func(day int) string {
		return choose(day, "<div><h2>Your cart is empty</h2><a href=/all>Continue shopping</a></div>", "<div><h2>Your cart</h2><p>Loading...</p><a href=/cart>Check out</a></div>")
	},
	"a quote of the day": func(day int) string {
		return choose(day, "<div><blockquote>A ship in harbour is safe, but that is not what ships are built for.<cite>John A. Shedd</cite></blockquote></div>", "<div><blockquote>Well begun is half done.<cite>Aristotle</cite></blockquote></div>")
	},
	"a poll": func(day int) string {
		return choose(day, "<div><p>Which feature should we build next?</p><form><label><input type=radio>Dark mode</label><label><input type=radio>Calendar</label><button>Vote</button></form></div>", "<div><p>How did you hear about us?</p><form><label><input type=radio>Friends</label><label><input type=radio>Search</label><button>Vote</button></form></div>")
	},
	"an author": func(day int) string {
		return choose(day, "<div><h3>About the author</h3><p>Jane Doe leads the legal team at Acme. Before that she taught law in Dublin and wrote two books on gardens.</p></div>", "<div><h3>About the author</h3><p>Max Mustermann is a writer in Berlin. He likes long walks, short sentences and his dog, in this order.</p></div>")
	},
	"a download": func(day int) string {
		return choose(day, "<div><h3>Free guide: plan your year in a day</h3><p>32 pages with templates, checklists and examples.</p><a href=/guide>Download the guide</a></div>", "<div><h3>Report: how teams work in 2026</h3><p>We asked 4,000 people what slows them down.</p><a href=/report>Get the report</a></div>")
	},
	"a case": func(day int) string {
		return choose(day, "<div><p>How Initech saves twenty hours each week with Acme.</p><a href=/case/1>Read the story</a></div>", "<div><p>Why Globex moved all of its offices to Acme in a month.</p><a href=/case/2>Read the case study</a></div>")
	},
	"closed": func(day int) string {
		return choose(day, "", "<div><p>Our offices are closed on November 26. We answer e-mails from the next day on.</p></div>")
	},
	"OneTrust": func(day int) string {
		return choose(day, "<div id=onetrust-consent-sdk><div class=onetrust-pc-dark-filter></div><div id=onetrust-banner-sdk><p>We use cookies to collect information about you.</p></div></div>", "<div id=onetrust-consent-sdk></div>")
	},
	"Sourcepoint": func(day int) string {
		return choose(day, fmt.Sprintf("<div id=sp_message_container_%d><p>We and our partners store information on your device to show ads.</p><button>Accept</button></div>", 1000+day), "")
	},
	"Funding Choices": func(day int) string {
		return choose(day, "<div class=fc-consent-root><div class=fc-dialog-container><h2>This site asks for consent to use your data</h2><p>Your personal data will be processed and information from your device may be stored by 141 partners.</p><button class=fc-cta-consent>Consent</button></div></div>", "")
	},
	"Ketch": func(day int) string {
		return choose(day, "<div id=lanyard_root><p>We use cookies to collect data about your visit, to improve the site and to market to you.</p><button>Accept</button></div>", "")
	},
	"CCM19": func(day int) string {
		return choose(day, "<div class='ccm-root'><div class=ccm-modal--body>We use cookies and similar technologies on this site to process data from your device.</div></div>", "")
	},
	"Shopify: consent": func(day int) string {
		return choose(day, "<div id=shopify-pc__banner><h2>Cookie consent</h2><p>We and our partners, including Shopify, use cookies to personalize your experience and collect data.</p><button>Accept</button></div>", "")
	},
	"Evidon": func(day int) string {
		return choose(day, "<div id=_evidon_banner><div id=_evidon-message>This site collects data with cookies. By using it you consent to that.</div></div>", "")
	},
	"cookie_notice": func(day int) string {
		return choose(day, "<div class=cookie_notice__wrap><p>This site uses cookies to collect data on how it is used.</p><a href=#>Fine</a></div>", "")
	},
	"cookie popup": func(day int) string {
		return choose(day, "<div id=cookiePopup><p>This site uses cookies to collect data on how it is used.</p><a href=#>Fine</a></div>", "")
	},
	"GDPR message": func(day int) string {
		return choose(day, "<div class=gdpr-message-bar><p>This site collects data with cookies. You agree by using it.</p><a href=#>I agree</a></div>", "")
	},
	"a hash":           func(day int) string { return fmt.Sprintf("<div>rev %x%x</div>", 0x8f3a1+day*77, 0xb2c4+day*31) },
	"a version footer": func(day int) string { return fmt.Sprintf("<div>Acme Web v5.%d.0 (build 8%d12)</div>", 3+day, day) },
	"Zendesk: votes": func(day int) string {
		return fmt.Sprintf("<div class=article-votes><span>Was this article helpful?</span><div><button>Yes</button><button>No</button></div><small>%d out of %d found this helpful</small></div><div>Have more questions? <a href=/hc/requests/new>Submit a request</a></div>", 31+day, 90+2*day)
	},
	"Google Sites: edit": func(day int) string {
		return fmt.Sprintf("<div><div>Page updated</div><div>Report abuse</div><div>Google Sites</div><div>%d</div></div>", day)
	},
	"Wix: members": func(day int) string {
		return choose(day, "<div id=comp-k1><div>0 members online</div><button>Log In</button></div>", "<div id=comp-k1><div>3 members online</div><button>Log In</button></div>")
	},
	"weather": func(day int) string {
		return fmt.Sprintf("<div><span>Dublin</span><span>%d°C</span><span>light rain</span></div>", 11+day)
	},
	"podcast": func(day int) string {
		return choose(day, "<div><h3>New on our podcast</h3><p>Episode 41: how a bakery in Lyon plans its week with three ovens.</p><a href=/pod/41>Listen now</a></div>", "<div><h3>New on our podcast</h3><p>Episode 42: a ferry captain on calendars, tides and being on time.</p><a href=/pod/42>Listen now</a></div>")
	},
	"video": func(day int) string {
		return choose(day, "<div><h3>Watch: Acme in two minutes</h3><span>2:04</span><a href=/v>Play</a></div>", "<div><h3>Watch: our year in review</h3><span>3:11</span><a href=/v>Play</a></div>")
	},
	"impact": func(day int) string {
		return fmt.Sprintf("<div><div><b>%d,4%d0</b><span>trees planted</span></div><div><b>%d</b><span>countries</span></div></div>", 81+day, day, 90)
	},
	"holiday": func(day int) string {
		return choose(day, "<div>🎄 Order by December 18 to get it in time for the holidays</div>", "<div>Happy new year from all of us!</div>")
	},
	"shipping": func(day int) string {
		return choose(day, "<div><p>Free delivery on all orders above €50 this week only.</p></div>", "<div><p>Buy two lamps and get the third at half of its price.</p></div>")
	},
	"careers": func(day int) string {
		return choose(day, "<div><h2>Come and work with us</h2><ul><li><a href=/j1>Gardener, Cork</a></li><li><a href=/j2>Engineer, Berlin</a></li></ul></div>", "<div><h2>Come and work with us</h2><ul><li><a href=/j2>Engineer, Berlin</a></li><li><a href=/j3>Baker, Lyon</a></li></ul></div>")
	},
	"instagram": func(day int) string {
		return choose(day, "<div><h3>Follow us</h3><p>12.4k followers</p><a href=https://i.example/1><img alt='A dog on a boat'></a></div>", "<div><h3>Follow us</h3><p>12.5k followers</p><a href=https://i.example/2><img alt='A cat in a box'></a></div>")
	},
	"partner": func(day int) string {
		return choose(day, "<div><p>Proud partner of the Dublin Marathon</p></div>", "<div><p>Proud sponsor of the Lyon Jazz Days</p></div>")
	},
	"hero": func(day int) string {
		return choose(day, "<div class=hero><h2>Every team deserves a good week</h2><p>Plan it in minutes, on any device, with anyone.</p><a href=/a>Get Acme free</a> <a href=/b>See how it works</a></div>", "<div class=hero><h2>The calmest way to plan</h2><p>Loved by teachers, bakers and captains of ferries.</p><a href=/a>Get Acme free</a> <a href=/b>Take the tour</a></div>")
	},
	"faq teaser": func(day int) string {
		return choose(day, "<div><h3>Popular questions</h3><div><a href=/q1>How do I invite my team?</a></div><div><a href=/q2>Can I use it offline?</a></div></div>", "<div><h3>Popular questions</h3><div><a href=/q3>Where is my invoice?</a></div><div><a href=/q2>Can I use it offline?</a></div></div>")
	},
	"glossary of day": func(day int) string {
		return choose(day, "<div><h4>Word of the day</h4><p>Petrichor: the smell of rain on dry ground.</p></div>", "<div><h4>Word of the day</h4><p>Limerence: the state of being infatuated with another person.</p></div>")
	},
	"donation": func(day int) string {
		return fmt.Sprintf("<div><p>We have reached %d %% of our goal for this winter. Can you help with five euros?</p><a href=/give>Give</a></div>", 61+day*3)
	},
	"toc of a magazine": func(day int) string {
		return choose(day, "<div><div>In this issue</div><ol><li><a href=/1>Gardens</a></li><li><a href=/2>Bread</a></li></ol></div>", "<div><div>In this issue</div><ol><li><a href=/3>Rivers</a></li><li><a href=/4>Trains</a></li></ol></div>")
	},
	"German promo": func(day int) string {
		return choose(day, "<div><h3>Jetzt neu: der Familienkalender</h3><p>Alle Termine auf einen Blick, für bis zu sechs Personen.</p><a href=/k>Zum Kalender</a></div>", "<div><h3>Frühlingsaktion</h3><p>Drei Monate zum Preis von einem, nur bis Sonntag.</p><a href=/s>Zur Aktion</a></div>")
	},
	"French promo": func(day int) string {
		return choose(day, "<div><p>Livraison offerte dès 50 € d'achat jusqu'à dimanche.</p></div>", "<div><p>Deux lampes achetées, la troisième à moitié prix.</p></div>")
	},
	"Japanese promo": func(day int) string {
		return choose(day, "<div><p>今週末まで送料無料でお届けします。</p></div>", "<div><p>新しいランプが入荷しました。ぜひご覧ください。</p></div>")
	},
	"a long promo": func(day int) string {
		return choose(day, "<div><h3>A story from Marta</h3><p>Marta has sold bread on the corner of Mill Street for thirty years. When her daughter gave her a tablet for her birthday, she put it in a drawer. Today it hangs beside the oven and tells her which dough to start at which minute of the night, and which of her eleven helpers is late.</p><a href=/m>Meet Marta</a></div>", "<div><h3>A story from Okon</h3><p>Okon is the captain of a ferry in the north. His ship leaves at nine, whatever the weather, and for years the plan of the crew was a sheet of paper on a wall that smelt of diesel. Now all of them see on their phones when they are wanted on board, and so do their families, who wait at home.</p><a href=/o>Meet Okon</a></div>")
	},
	"cookies, links": func(day int) string {
		return choose(day, "<div class=notice-x><p>We use cookies to give you the best experience.</p><a href=#ok>OK, got it</a> <a href=/cookies>Learn more</a></div>", "")
	},
	"consent, sentence": func(day int) string {
		return choose(day, "<div class=css-9x><p>We process your data to deliver content or ads and measure the delivery. You can withdraw at any time.</p><button>Agree</button><button>Decline</button></div>", "")
	},
	"captcha": func(day int) string {
		return choose(day, "<div>This site is protected by reCAPTCHA and the Google <a href=https://policies.example/privacy>Privacy Policy</a> and <a href=https://policies.example/terms>Terms of Service</a> apply.</div>", "")
	},
}
