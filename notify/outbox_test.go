package notify_test

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func TestNotificationIsDelivered(t *testing.T) {
	t.Parallel()
	var e endpoint
	inBubble(t, &e, func(t *testing.T, o *office) {
		key := "0123456789abcdefghijklmnopqrstuv"
		o.set(settings.WebhookSecret, "whsec_"+base64.StdEncoding.EncodeToString([]byte(key)))
		sent := time.Now()
		o.post("Notes")
		time.Sleep(2 * time.Second)
		got := e.messages()
		if len(got) != 1 {
			t.Fatalf("%d messages came in, want 1", len(got))
		}
		m := got[0]
		want := fmt.Sprintf(`{"version":1,"title":"Notes got worse: location added","text":"Notes got worse: location added",`+
			`"notifications":[{"id":%q,"appId":5078,"appName":"Notes","type":"labelChanges","summary":"location added","createdAt":%d,`+
			`"changes":[{"type":"added","description":"location added","category":"privacy-label","privacyType":"DATA_LINKED_TO_YOU","dataCategory":"LOCATION",`+
			`"direction":"worse","weight":"linked"}]}]}`,
			o.deliveries()[0].Items[0].Notification, sent.UnixMilli())
		if string(m.body) != want {
			t.Errorf("the body is %s, want %s", m.body, want)
		}
		if m.path != "/secret-path" || m.header.Get("Content-Type") != "application/json" {
			t.Errorf("it came to %s as %s", m.path, m.header.Get("Content-Type"))
		}
		stamp := m.header.Get("Webhook-Timestamp")
		if stamp != strconv.FormatInt(m.at.Unix(), 10) {
			t.Errorf("the timestamp is %s, want that of the attempt", stamp)
		}
		mac := hmac.New(sha256.New, []byte(key))
		mac.Write([]byte(m.id + "." + stamp + "." + string(m.body)))
		if got, want := m.header.Get("Webhook-Signature"), "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)); got != want {
			t.Errorf("the signature is %s, want %s", got, want)
		}
		d := o.deliveries()[0]
		if d.ID != m.id || d.State != storage.DeliveryDelivered || d.LastStatus != 200 || d.Host != "hook.example" || d.NextAttempt != 0 ||
			storage.Time(d.DeliveredAt).Std().Before(sent) {
			t.Errorf("the delivery is %+v", d)
		}
	})
}

func TestUnsignedWithoutASecret(t *testing.T) {
	t.Parallel()
	var e endpoint
	inBubble(t, &e, func(t *testing.T, o *office) {
		o.post("Notes")
		time.Sleep(2 * time.Second)
		if got := e.messages(); len(got) != 1 || got[0].header["Webhook-Signature"] != nil || got[0].id == "" {
			t.Errorf("came in: %+v", got)
		}
	})
}

// Nothing is queued for a type that is switched off, nor when the transaction is rolled back.
func TestQueuedWithItsCause(t *testing.T) {
	t.Parallel()
	for name, set := range map[string][]string{
		"no webhook": nil, "off": {settings.WebhookFrequency, "off"}, "summary": {settings.WebhookFrequency, "daily_summary"},
	} {
		o := newOffice(t, open(t))
		if name != "no webhook" {
			o.set(append(set, settings.WebhookURL, "https://hook.example/")...)
		}
		o.post("Notes")
		if got := o.states(); got != nil {
			t.Errorf("%s: queued are %q", name, got)
		}
	}
	o := newOffice(t, open(t))
	o.set(settings.WebhookURL, "https://hook.example/")
	undone := fmt.Errorf("undone")
	err := o.store.Update(t.Context(), func(tx *storage.Tx) error {
		if err := notify.Post(tx, now, rand.Reader, notify.Notice{Type: storage.NoticeLabelChanges}); err != nil {
			return err
		}
		return undone
	})
	if err != undone || o.states() != nil {
		t.Errorf("after %v queued are %q", err, o.states())
	}
}

// An endpoint that fails for an hour gets all in order afterwards.
func TestOrderAfterAnHourOfFailure(t *testing.T) {
	t.Parallel()
	var since atomic.Int64 // in nanoseconds
	e := endpoint{answer: func(w http.ResponseWriter, _ *http.Request, _ int) {
		if time.Since(time.Unix(0, since.Load())) < time.Hour {
			w.WriteHeader(http.StatusInternalServerError)
		}
	}}
	inBubble(t, &e, func(t *testing.T, o *office) {
		since.Store(time.Now().UnixNano())
		apps := []string{"a", "b", "c", "d"}
		o.post(apps[:2]...)
		time.Sleep(30 * time.Minute)
		failed := e.messages()
		if len(failed) < 3 || len(failed) > 10 {
			t.Errorf("%d attempts in half an hour", len(failed))
		}
		for _, m := range failed {
			if m.id != failed[0].id {
				t.Error("a message overtook the one that failed")
			}
		}
		if d := o.deliveries()[0]; d.LastError != "HTTP 500" || d.LastStatus != 500 || d.State != storage.DeliveryPending {
			t.Errorf("the first is %+v", d)
		}
		o.post(apps[2:]...)
		time.Sleep(3 * time.Hour)
		all := e.messages()
		if got := e.titles(t)[len(all)-4:]; !slices.Equal(got, titlesOf(apps...)) {
			t.Errorf("at last came %q", got)
		}
		for _, d := range o.deliveries() {
			if d.State != storage.DeliveryDelivered {
				t.Errorf("%s is %s", d.Title, d.State)
			}
		}
	})
}

func TestPausesGrow(t *testing.T) {
	t.Parallel()
	last := time.Duration(0)
	for n := 1; n < 12; n++ {
		pause := notify.PauseAfter(n)
		if pause < last || n > 1 && n < 6 && pause != 3*last {
			t.Errorf("after %d attempts the pause is %v, after %v", n, pause, last)
		}
		last = pause
	}
	if notify.PauseAfter(1) != 10*time.Second || last != time.Hour || notify.PauseAfter(1<<40) != last {
		t.Errorf("the pauses go from %v to %v", notify.PauseAfter(1), last)
	}
}

// An endpoint that never answers delays neither the others nor the database.
func TestBrokenEndpointDelaysNoOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		slow := endpoint{answer: func(_ http.ResponseWriter, r *http.Request, _ int) { <-r.Context().Done() }}
		var sound endpoint
		o := newOffice(t, storagetest.Strict(t, memory.New()))
		o.set(settings.WebhookURL, "http://slow/")
		box := o.open(map[string]*endpoint{"slow": &slow, "sound": &sound})
		added := add(t, box, change(notify.Generic, "http://sound/"))
		for i := range 5 {
			o.post("Notes")
			time.Sleep(1100 * time.Millisecond)
			if got := len(sound.messages()); got != i+1 {
				t.Errorf("%d messages reached the sound endpoint, want %d", got, i+1)
			}
		}
		time.Sleep(6 * time.Second)
		for _, d := range o.deliveries() {
			if d.Endpoint == added.ID {
				continue
			}
			if d.LastError != "There was no answer within 10 seconds" {
				t.Errorf("of the other one it is noted: %+v", d)
			}
			break // the others wait for the first
		}
	})
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	write := func(status int, header ...string) func(http.ResponseWriter, *http.Request, int) {
		return func(w http.ResponseWriter, _ *http.Request, _ int) {
			for i := 0; i < len(header); i += 2 {
				w.Header().Set(header[i], header[i+1])
			}
			w.WriteHeader(status)
		}
	}
	for name, tt := range map[string]struct {
		answer func(http.ResponseWriter, *http.Request, int)
		after  time.Duration
		want   storage.DeliveryState
		tries  int
		failed storage.Text
	}{
		"no content":     {write(204), 2 * time.Second, storage.DeliveryDelivered, 1, ""},
		"asks for a day": {write(429, "Retry-After", "7200"), 119 * time.Minute, storage.DeliveryPending, 1, "HTTP 429"},
		"asked until then": {write(503, "Retry-After", time.Date(2000, 1, 1, 5, 0, 0, 0, time.UTC).Format(http.TimeFormat)),
			4*time.Hour + 59*time.Minute, storage.DeliveryPending, 1, "HTTP 503"},
		"asks for nonsense":   {write(503, "Retry-After", "-soon"), 30 * time.Second, storage.DeliveryPending, 2, "HTTP 503"},
		"gone":                {write(410), time.Minute, storage.DeliveryDead, 1, "HTTP 410"},
		"refuses the message": {write(400), time.Hour, storage.DeliveryDead, 3, "HTTP 400"},
		"fails for ever":      {write(500), 49 * time.Hour, storage.DeliveryDead, 0, "HTTP 500"},
		"redirects":           {write(302, "Location", "http://10.0.0.1/"), 2 * time.Second, storage.DeliveryPending, 1, "HTTP 302"},
		"drips": {func(w http.ResponseWriter, r *http.Request, _ int) {
			for r.Context().Err() == nil {
				if _, err := w.Write([]byte("x")); err != nil || http.NewResponseController(w).Flush() != nil {
					return
				}
				time.Sleep(time.Second)
			}
		}, 15 * time.Second, storage.DeliveryDelivered, 1, ""},
		"never ends": {func(w http.ResponseWriter, _ *http.Request, _ int) {
			for {
				if _, err := w.Write(make([]byte, 1<<20)); err != nil {
					return
				}
			}
		}, 2 * time.Second, storage.DeliveryDelivered, 1, ""},
		"dies in the body": {func(w http.ResponseWriter, _ *http.Request, _ int) {
			w.Header().Set("Content-Length", "100")
			w.Write([]byte("half"))
			http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}, 2 * time.Second, storage.DeliveryDelivered, 1, ""},
		"dies at once": {func(http.ResponseWriter, *http.Request, int) { panic(http.ErrAbortHandler) },
			2 * time.Second, storage.DeliveryPending, 1, "The endpoint could not be reached"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := endpoint{answer: tt.answer}
			inBubble(t, &e, func(t *testing.T, o *office) {
				o.post("Notes")
				time.Sleep(tt.after)
				d := o.deliveries()[0]
				if d.State != tt.want || d.LastError != tt.failed || tt.tries != 0 && (d.Attempts != tt.tries || len(e.messages()) != tt.tries) {
					t.Errorf("after %d messages the delivery is %+v", len(e.messages()), d)
				}
				for _, m := range e.messages() {
					if m.id != d.ID {
						t.Errorf("it was sent as %s too", m.id)
					}
				}
			})
		})
	}
}

// A message that is refused as such does not hold up those behind it for long.
func TestRefusedMessageLetsOthersPass(t *testing.T) {
	t.Parallel()
	e := endpoint{answer: func(w http.ResponseWriter, _ *http.Request, nth int) {
		if nth <= 3 {
			w.WriteHeader(http.StatusUnprocessableEntity)
		}
	}}
	inBubble(t, &e, func(t *testing.T, o *office) {
		o.post("a", "b")
		time.Sleep(5 * time.Minute)
		if diff := cmp.Diff([]string{"a got worse: location added dead after 3", "b got worse: location added delivered after 1"}, o.states()); diff != "" {
			t.Errorf("states (-want +got):\n%s", diff)
		}
		got := strings.Split(strings.TrimSpace(o.log.String()), "\n")
		want := []string{
			`msg="delivery attempt failed" endpoint=webhook host=hook.example attempts=1 error="HTTP 422" retry_at=`,
			`msg="delivery attempt failed" endpoint=webhook host=hook.example attempts=2 error="HTTP 422" retry_at=`,
			`msg="message not delivered" endpoint=webhook attempts=3 error="HTTP 422"`,
		}
		if len(got) != len(want) {
			t.Fatalf("log:\n%s", o.log.String())
		}
		for i := range want {
			if !strings.Contains(got[i], want[i]) {
				t.Errorf("line %d is\n%s, want\n%s", i, got[i], want[i])
			}
		}
	})
}

// Messages that are too old are given up together; younger ones are still tried.
func TestOldMessagesAreGivenUpTogether(t *testing.T) {
	t.Parallel()
	e := endpoint{answer: func(w http.ResponseWriter, _ *http.Request, _ int) { w.WriteHeader(http.StatusBadGateway) }}
	inBubble(t, &e, func(t *testing.T, o *office) {
		o.post("a", "b", "c")
		time.Sleep(24 * time.Hour)
		o.post("young")
		time.Sleep(30 * time.Hour)
		got := o.states()
		for i, want := range []string{"a got worse: location added dead", "b got worse: location added ", "c got worse: location added ", "young got worse: location added pending"} {
			if !strings.HasPrefix(got[i], want) {
				t.Errorf("states are %q", got)
			}
		}
		if n := len(e.messages()); n > 80 {
			t.Errorf("%d attempts in two days", n)
		}
	})
}

func TestSwitchedOffEndsTheQueue(t *testing.T) {
	t.Parallel()
	for setting, value := range map[string]string{settings.WebhookURL: "", settings.WebhookFrequency: "off"} {
		t.Run(setting, func(t *testing.T) {
			t.Parallel()
			e := endpoint{answer: func(w http.ResponseWriter, _ *http.Request, _ int) { w.WriteHeader(500) }}
			inBubble(t, &e, func(t *testing.T, o *office) {
				o.post("a", "b")
				time.Sleep(5 * time.Second)
				o.set(setting, value)
				time.Sleep(5 * time.Second)
				for _, d := range o.deliveries() {
					if d.State != storage.DeliveryDead || d.LastError == "" {
						t.Errorf("%s is %+v", d.Title, d)
					}
				}
				if n := len(e.messages()); n != 1 {
					t.Errorf("%d messages were sent, want the one before", n)
				}
			})
		})
	}
}

func ExampleNewOutbox() {
	store := storage.Store(nil) // the store in use, such as sqlite.Open gives it
	out := notify.NewOutbox(notify.OutboxConfig{Env: storage.Env{Store: store, Now: time.Now, Random: rand.Reader}, Client: &http.Client{}})
	out.Stop(time.Second)
	fmt.Printf("%T\n", out)
	// Output: *notify.Outbox
}
