package notify_test

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// sentMessage is a message of the generic format.
type sentMessage struct {
	Title, Text   string
	Notifications []struct{ AppName, Summary string }
}

func summariesSent(t testing.TB, e *endpoint) (all []sentMessage) {
	t.Helper()
	for _, m := range e.messages() {
		var one sentMessage
		if err := json.Unmarshal(m.body, &one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	return all
}

func TestDailySummaries(t *testing.T) {
	t.Parallel()
	const every = 24 * time.Hour
	var e endpoint
	inBubble(t, &e, func(t *testing.T, o *office) {
		o.post("as it happens") // while messages are immediate
		time.Sleep(time.Hour)
		o.set(settings.WebhookFrequency, "daily_summary")
		o.post("a", "b")
		time.Sleep(every - 2*time.Hour)
		o.post("c")
		if n := len(e.messages()); n != 1 {
			t.Fatalf("%d messages before the first summary, want the immediate one", n)
		}
		time.Sleep(2 * time.Hour)
		o.post("d")
		time.Sleep(every)
		time.Sleep(2 * every) // with nothing to report
		o.post("e")
		time.Sleep(every)
		var titles []string
		var apps [][]string
		for _, one := range summariesSent(t, &e)[1:] {
			titles = append(titles, one.Title)
			var names []string
			for _, n := range one.Notifications {
				names = append(names, n.AppName)
			}
			apps = append(apps, names)
		}
		want := []string{"Daily summary: 3 apps got worse", "Daily summary: 1 app got worse", "Daily summary: 1 app got worse"}
		if diff := cmp.Diff(want, titles); diff != "" {
			t.Errorf("titles (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([][]string{{"c", "b", "a"}, {"d"}, {"e"}}, apps); diff != "" {
			t.Errorf("apps (-want +got):\n%s", diff)
		}
	})
}

func TestWeeklySummary(t *testing.T) {
	t.Parallel()
	var e endpoint
	inBubble(t, &e, func(t *testing.T, o *office) {
		o.post("as it happens")
		time.Sleep(time.Minute)
		o.set(settings.WebhookFrequency, "weekly_summary")
		o.post("a")
		time.Sleep(6 * 24 * time.Hour)
		o.post("b")
		if n := len(e.messages()); n != 1 {
			t.Errorf("%d messages within a week, want the immediate one", n)
		}
		time.Sleep(24*time.Hour + 2*time.Minute)
		got := summariesSent(t, &e)[1:]
		if len(got) != 1 || got[0].Text != "Weekly summary: 2 apps got worse\nb got worse: location added\na got worse: location added" {
			t.Errorf("received %+v", got)
		}
	})
}

// The first summary is about one interval, and comes at once.
func TestFirstSummary(t *testing.T) {
	t.Parallel()
	var e endpoint
	inBubble(t, &e, func(t *testing.T, o *office) {
		o.set(settings.WebhookFrequency, "off")
		o.post("old")
		time.Sleep(24 * time.Hour)
		o.post("new")
		time.Sleep(time.Hour)
		o.set(settings.WebhookFrequency, "daily_summary")
		time.Sleep(2 * time.Second)
		got := summariesSent(t, &e)
		if len(got) != 1 || got[0].Text != "Daily summary: 1 app got worse\nnew got worse: location added" {
			t.Errorf("received %+v", got)
		}
	})
}

func TestSummaryCountsTheRest(t *testing.T) {
	t.Parallel()
	var e endpoint
	inBubble(t, &e, func(t *testing.T, o *office) {
		o.set(settings.WebhookFrequency, "daily_summary")
		update(t, o.store, func(tx *storage.Tx) error {
			for i := range notify.MaxSummarized + 7 {
				at := storage.TimeOf(time.Now()).Add(time.Duration(i-100) * time.Minute)
				if err := notify.Post(tx, at, rand.Reader, notify.Notice{AppName: fmt.Sprint("app ", i), Type: storage.NoticeImportCompleted}); err != nil {
					return err
				}
			}
			return nil
		})
		time.Sleep(2 * time.Second)
		got := summariesSent(t, &e)
		if len(got) != 1 || got[0].Title != "Daily summary: 57 notifications" || len(got[0].Notifications) != notify.MaxSummarized ||
			got[0].Notifications[0].AppName != "app 56" || !strings.HasSuffix(got[0].Text, "\n… and 52 more") {
			t.Errorf("received %+v", got)
		}
		if page, err := o.boxes[0].List(t.Context(), 1, 0); err != nil || page.Deliveries[0].Notifications != 57 || page.Deliveries[0].Kind != "daily" {
			t.Errorf("listed is %+v, %v", page, err)
		}
	})
}

// A notification that is committed late, after one of a later time was summarized,
// is in the next summary.
func TestLateNotificationIsNotMissed(t *testing.T) {
	t.Parallel()
	var e endpoint
	inBubble(t, &e, func(t *testing.T, o *office) {
		o.set(settings.WebhookFrequency, "daily_summary")
		time.Sleep(23 * time.Hour)
		o.post("in time")
		time.Sleep(time.Hour - 10*time.Second)
		stamped := storage.TimeOf(time.Now())
		time.Sleep(30 * time.Second)
		if n := len(e.messages()); n != 1 {
			t.Fatalf("%d summaries came meanwhile, want 1", n)
		}
		post(t, o.store, stamped, notify.Notice{AppName: "late", Type: storage.NoticeImportCompleted})
		time.Sleep(25 * time.Hour)
		var apps []string
		for _, one := range summariesSent(t, &e) {
			for _, n := range one.Notifications {
				apps = append(apps, n.AppName)
			}
		}
		slices.Sort(apps)
		if !slices.Equal(apps, []string{"in time", "late"}) {
			t.Errorf("summarized were %q", apps)
		}
	})
}

// An endpoint that is down gets its summaries later, each once.
func TestSummarySurvivesOutage(t *testing.T) {
	t.Parallel()
	var up atomic.Bool
	e := endpoint{answer: func(w http.ResponseWriter, _ *http.Request, _ int) {
		if !up.Load() {
			w.WriteHeader(500)
		}
	}}
	inBubble(t, &e, func(t *testing.T, o *office) {
		o.set(settings.WebhookFrequency, "daily_summary")
		o.open(map[string]*endpoint{"hook.example": {answer: e.answer}}) // another process
		for _, app := range []string{"a", "b"} {
			o.post(app)
			time.Sleep(25 * time.Hour)
		}
		if n := len(o.deliveries()); n != 2 {
			t.Errorf("%d summaries are queued, want 2: %q", n, o.states())
		}
		up.Store(true)
		time.Sleep(2 * time.Hour)
		for _, d := range o.deliveries() {
			if d.State == storage.DeliveryPending {
				t.Errorf("left is %+v", d)
			}
		}
	})
}
