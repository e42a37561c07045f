package browser_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/browser"
	"github.com/privacylabels/auditor/storage"
)

// journey counts the clicks of a reader.
type journey struct {
	t      *testing.T
	tab    *browser.Tab
	clicks int
}

// click presses what has a name, in a part of the page, and waits for the next page.
func (j *journey) click(name string, in ...string) {
	j.t.Helper()
	j.clicks++
	do(j.t, j.tab, browser.Then(browser.Press(name, in...)))
}

// ends fails the test if the journey took more clicks.
func (j *journey) ends(most int) {
	j.t.Helper()
	if j.clicks > most {
		j.t.Errorf("%d clicks, want at most %d", j.clicks, most)
	}
}

// What readers come for is few clicks away.
func TestJourneys(t *testing.T) {
	t.Parallel()
	site := start(t, t.TempDir(), []string{"-demo"}, nil)
	begin := func(t *testing.T) *journey {
		t.Helper()
		j := &journey{t: t, tab: open(t, browser.View{Origin: site, Width: 1400, Height: 900})}
		do(t, j.tab, browser.Open("/"))
		return j
	}
	t.Run("what changed since the last visit", func(t *testing.T) {
		j := begin(t)
		do(t, j.tab, browser.See("In the last 7 days:", "got better"))
		j.ends(0)
	})
	t.Run("what it said before", func(t *testing.T) {
		j := begin(t)
		j.click("before and after", "article:first-of-type li:nth-of-type(2)")
		do(t, j.tab, browser.See("Before and after: Basket & Barrow", "differs"))
		j.ends(1)
	})
	t.Run("a spreadsheet of the apps that track", func(t *testing.T) {
		j := begin(t)
		j.click("5 apps track you")
		do(t, j.tab, browser.See("Export these 5 matches", "for a spreadsheet (CSV)"))
		j.clicks++
		head := read[string](t, j.tab, `fetch([...document.links].find((a) => a.textContent.includes('CSV')).href).then((r) => r.headers.get('Content-Disposition') + ' ' + r.status)`)
		if head == "" || head[len(head)-3:] != "200" {
			t.Errorf("the spreadsheet is answered with %q", head)
		}
		j.ends(2)
	})
	t.Run("a child's phone", func(t *testing.T) {
		other := begin(t)
		do(t, other.tab, browser.Open("/settings/devices"), browser.Fill("Name", "Mia’s phone", "main"), browser.Then(browser.Press("Add", "main")),
			browser.Open("/apps/9900000007"), browser.Press("Tags, devices, pause"), browser.Then(browser.Press("Put it on the device")))
		j := begin(t)
		j.click("Mia’s phone", ".glance")
		do(t, j.tab, browser.See("What changed on it", "Apps on it", "Basket & Barrow"))
		j.ends(1)
	})
	t.Run("remove and bring back", func(t *testing.T) {
		j := begin(t)
		const name = "Quietline Meditation"
		j.click(name, "article")
		j.click("Stop watching", "main")
		j.click("Undo")
		do(t, j.tab, browser.See("is back, with everything"), browser.Open("/apps"), browser.See(name))
		j.ends(3)
	})
	t.Run("a filter under a name", func(t *testing.T) {
		j := begin(t)
		do(t, j.tab, browser.Open("/apps?use=tracking"), browser.Press("Save this filter"), browser.Fill("Name of the filter", "Who tracks"))
		j.click("Save", ".saved")
		do(t, j.tab, browser.See("Saved as “Who tracks”."), browser.Open("/apps"))
		j.click("Who tracks", ".saved")
		do(t, j.tab, browser.At("/apps?use=tracking"), browser.See("5 matches"))
		j.click("Remove the saved filter Who tracks")
		do(t, j.tab, browser.See("is removed"), browser.Miss("Saved:"))
	})
	t.Run("review all", func(t *testing.T) {
		j := begin(t)
		j.click("Mark all of this list reviewed")
		do(t, j.tab, browser.See("are reviewed."), browser.Miss("Mark all of this list reviewed"))
		j.ends(2)
		j.click("Undo")
		do(t, j.tab, browser.See("Undone."))
	})
}

// However many apps have changed, all are reviewed at once, and that is undone at once.
func TestReviewOfManyApps(t *testing.T) {
	t.Parallel()
	const apps = 144
	from := newStage(t, false)
	addresses := ""
	put := func(heading string) {
		for i := range apps {
			app := gardening
			app.ID, app.Name, app.Label = storage.AppID(500_000_000+i), fmt.Sprintf("App %03d", i), declares(heading, "PURCHASES")
			from.Put(app)
		}
	}
	put(storage.DataLinkedToYou)
	for i := range apps {
		addresses += fmt.Sprintln(500_000_000 + i)
	}
	tab := open(t, browser.View{Origin: start(t, t.TempDir(), nil, from.env), Width: 1400, Height: 900})
	do(t, tab, browser.Open("/add"), browser.Fill("Names, addresses in the App Store or on Google Play, packages, or ids, one on each line", addresses), browser.Then(browser.Press("Add", "main")),
		browser.See("144 of 144 apps added"))
	put(storage.DataUsedToTrackYou)
	do(t, tab, browser.Open("/activity"), browser.Then(browser.Press("Check all apps")), browser.See("Nothing is running", "144/144"))

	j := &journey{t: t, tab: tab}
	do(t, tab, browser.Open("/"), browser.See("144 apps began to track you"))
	j.click("Mark all of this list reviewed")
	do(t, tab, browser.See("The changes of 144 apps are reviewed."), browser.Miss("Mark all of this list reviewed"))
	j.ends(1)
	j.click("Undo")
	do(t, tab, browser.See("The changes of 144 apps are to be reviewed again."))

	// The list of apps shows a hundred of them.
	j = &journey{t: t, tab: tab}
	do(t, tab, browser.Open("/apps?show=changed"), browser.See("144 matches"), browser.Tick("All 144 matches"))
	j.clicks++
	j.click("Mark 144 apps reviewed")
	do(t, tab, browser.See("The changes of 144 apps are reviewed."), browser.Open("/apps?show=changed"), browser.See("No app matches"))
	j.ends(2)
}

// From the address of the first app to daily checks that notify: on the way are a message that arrives
// and, with the answer to what the apps are watched for, a profile.
func TestFirstJourney(t *testing.T) {
	t.Parallel()
	from := newStage(t, false, gardening)
	messages := make(chan string, 10)
	topic := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		messages <- string(body)
	}))
	t.Cleanup(topic.Close)
	tab := open(t, browser.View{
		Origin: start(t, t.TempDir(), nil, append(from.env, "SERVICE_OUTBOUND_ALLOW=127.0.0.1")), Width: 1400, Height: 900,
	})
	j := &journey{t: t, tab: tab}
	do(t, tab, browser.Open("/"), browser.Fill("App Store address or name", "https://apps.apple.com/us/app/compost-calendar/id400000001"))
	j.click("Add", "main")
	do(t, tab, browser.See("1 of 1 app added", "Check every day?", "How do you want to hear of changes?"))
	j.click("My phone")
	do(t, tab, browser.See("Apps that go beyond the profile “Balanced” are marked"), browser.Miss("What do you watch apps for?"))
	do(t, tab, browser.See("all apps are checked every day"), browser.Fill("On my phone, by ntfy: address of the topic", topic.URL+"/garden"))
	j.click("Save and send a test")
	do(t, tab, browser.See("The destination took the test message."))
	j.click("Changes", "nav")
	do(t, tab, browser.See("No changes yet"), browser.Miss("Nothing is checked automatically"))
	j.ends(5)
	select {
	case got := <-messages:
		if !strings.Contains(got, `"topic":"garden"`) {
			t.Errorf("the first message is %q, not to the topic", got)
		}
	default:
		t.Error("no message has arrived")
	}
}
