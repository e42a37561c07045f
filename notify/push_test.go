package notify_test

import (
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// A server accepts what the real service of a channel accepts, and keeps the texts that
// its users would see.
type server struct {
	handle func(w http.ResponseWriter, r *http.Request, body map[string]any) (seen string)

	mu   sync.Mutex
	seen []string
	keys []string // the paths of the requests
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(r.Body)
	var body map[string]any
	if err != nil || !utf8.Valid(text) || json.Unmarshal(text, &body) != nil || r.Header.Get("Content-Type") != "application/json" {
		http.Error(w, "not JSON", http.StatusBadRequest)
		return
	}
	seen := s.handle(w, r, body)
	s.mu.Lock()
	defer s.mu.Unlock()
	if seen != "" {
		s.seen = append(s.seen, seen)
		s.keys = append(s.keys, r.URL.EscapedPath())
	}
}

// ntfyServer publishes JSON at its root: https://docs.ntfy.sh/publish/#publish-as-json
func ntfyServer(auth string) *server {
	return &server{handle: func(w http.ResponseWriter, r *http.Request, body map[string]any) string {
		size, _ := json.Marshal(body)
		message, _ := body["message"].(string)
		title, _ := body["title"].(string)
		switch {
		case r.Method != "POST" && r.Method != "PUT" || r.URL.Path != "/":
			http.NotFound(w, r)
		case r.Header.Get("Authorization") != auth:
			http.Error(w, "forbidden", http.StatusForbidden)
		case body["topic"] != "my-topic" || message == "":
			http.Error(w, "invalid topic", http.StatusBadRequest)
		case len(message) > 4096 || len(size) > 8192:
			http.Error(w, "too large", http.StatusRequestEntityTooLarge)
		default:
			return strings.TrimPrefix(title+"\n"+message, "\n")
		}
		return ""
	}}
}

// gotifyServer creates messages: https://gotify.net/api-docs#/message/createMessage
func gotifyServer(path, token string) *server {
	return &server{handle: func(w http.ResponseWriter, r *http.Request, body map[string]any) string {
		message, _ := body["message"].(string)
		title, _ := body["title"].(string)
		priority, isNumber := body["priority"].(float64)
		switch {
		case r.Method != "POST" || r.URL.Path != path:
			http.NotFound(w, r)
		case r.Header.Get("X-Gotify-Key") != token:
			http.Error(w, "unauthorized", http.StatusUnauthorized)
		case message == "" || !isNumber || priority != float64(int(priority)):
			http.Error(w, "bad request", http.StatusBadRequest)
		default:
			return strings.TrimPrefix(title+"\n"+message, "\n")
		}
		return ""
	}}
}

// matrixServer sends events to a room, once for each transaction:
// https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid
func matrixServer() *server {
	return &server{handle: func(w http.ResponseWriter, r *http.Request, body map[string]any) string {
		const before = "/_matrix/client/v3/rooms/%21abc:example.org/send/m.room.message/"
		transaction, ok := strings.CutPrefix(r.URL.EscapedPath(), before)
		text, _ := body["body"].(string)
		size, _ := json.Marshal(body)
		_, mentions := body["m.mentions"].(map[string]any)
		switch {
		case r.Method != "PUT" || !ok || transaction == "" || strings.Contains(transaction, "/"):
			w.WriteHeader(http.StatusNotFound)
			io.WriteString(w, `{"errcode":"M_UNRECOGNIZED"}`)
		case r.Header.Get("Authorization") != "Bearer syt_token":
			w.WriteHeader(http.StatusUnauthorized)
			io.WriteString(w, `{"errcode":"M_UNKNOWN_TOKEN"}`)
		case body["msgtype"] != "m.text" || text == "" || len(size) > 65536 || !mentions:
			w.WriteHeader(http.StatusBadRequest)
			io.WriteString(w, `{"errcode":"M_BAD_JSON"}`)
		default:
			io.WriteString(w, `{"event_id":"$1"}`)
			return text
		}
		return ""
	}}
}

// telegramServer sends messages of bots: https://core.telegram.org/bots/api#sendmessage
func telegramServer() *server {
	return &server{handle: func(w http.ResponseWriter, r *http.Request, body map[string]any) string {
		text, _ := body["text"].(string)
		switch {
		case r.Method != "POST" || r.URL.Path != "/bot123456:ABC-DEF1234/sendMessage":
			w.WriteHeader(http.StatusNotFound)
			io.WriteString(w, `{"ok":false,"error_code":404,"description":"Not Found"}`)
		case body["chat_id"] != "-100123" || text == "" || body["parse_mode"] != nil || len(utf16.Encode([]rune(text))) > 4096:
			w.WriteHeader(http.StatusBadRequest)
			io.WriteString(w, `{"ok":false,"error_code":400,"description":"Bad Request"}`)
		default:
			io.WriteString(w, `{"ok":true,"result":{"message_id":1}}`)
			return text
		}
		return ""
	}}
}

func ptr[T any](v T) *T { return &v }

// change returns the change that makes a destination at a channel of an address.
func change(c notify.Channel, address string) notify.DestinationChange {
	return notify.DestinationChange{Channel: &c, URL: &address}
}

// pushes are the channels with their servers, and how a destination at them is made.
func pushes() map[string]struct {
	server *server
	path   string
	change notify.DestinationChange
} {
	type push = struct {
		server *server
		path   string
		change notify.DestinationChange
	}
	withToken := change(notify.Ntfy, "")
	withToken.Secret = ptr("tk_1")
	withPassword := change(notify.Ntfy, "")
	withPassword.User, withPassword.Secret = ptr("phil"), ptr("mypass")
	gotify := change(notify.Gotify, "")
	gotify.Secret = ptr("A1.token")
	matrix := change(notify.Matrix, "")
	matrix.Secret, matrix.To = ptr("syt_token"), ptr("!abc:example.org")
	telegram := change(notify.Telegram, "")
	telegram.Secret, telegram.To = ptr("123456:ABC-DEF1234"), ptr("-100123")
	return map[string]push{
		"ntfy":                {ntfyServer(""), "/my-topic", change(notify.Ntfy, "")},
		"ntfy, a token":       {ntfyServer("Bearer tk_1"), "/my-topic", withToken},
		"ntfy, a password":    {ntfyServer("Basic cGhpbDpteXBhc3M="), "/my-topic", withPassword},
		"gotify":              {gotifyServer("/message", "A1.token"), "", gotify},
		"gotify below a path": {gotifyServer("/push/message", "A1.token"), "/push/", gotify},
		"matrix":              {matrixServer(), "", matrix},
		"telegram":            {telegramServer(), "", telegram},
	}
}

// hostile are texts of apps that try to do harm.
func hostile() []string {
	return []string{
		"Notes", "@room @channel <!channel> @everyone", "a\r\nX-Injected: 1\r\n\r\nbody", "\u202egnp.exe", "\x01\x1b[31m\x7f\u0085",
		strings.Repeat("<&\u2028\"", 40_000), strings.Repeat("\U0001F600", 40_000), "", "[x](https://evil.example)", "{{.}} ${x} %s%n",
	}
}

// What is sent to each service is what it accepts, whatever the texts are.
func TestPushServicesAcceptMessages(t *testing.T) {
	t.Parallel()
	for name, push := range pushes() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			front := httptest.NewServer(push.server)
			t.Cleanup(front.Close)
			o := newOffice(t, memory.New())
			box := notify.NewOutbox(notify.OutboxConfig{Env: storage.Env{Store: o.store, Now: time.Now, Random: rand.Reader}, Client: front.Client()})
			t.Cleanup(func() { box.Stop(0) })
			push.change.URL = ptr(front.URL + push.path)
			added := add(t, box, push.change)
			got, err := box.TestDestination(t.Context(), added.ID)
			if diff := cmp.Diff(notify.TestResult{OK: true, Status: 200}, got); diff != "" || err != nil {
				t.Fatalf("the test (-want +got):\n%s%v", diff, err)
			}
			o.post(hostile()...)
			go box.Deliver(t.Context())
			waitFor(t, func() bool { return o.count(storage.DeliveryPending) == 0 })
			for _, d := range o.deliveries() {
				if d.State != storage.DeliveryDelivered {
					t.Errorf("%.40q: %s %s", d.Title, d.State, d.LastError)
				}
			}
			push.server.mu.Lock()
			defer push.server.mu.Unlock()
			if len(push.server.seen) != len(hostile())+1 || !strings.HasPrefix(push.server.seen[1], "Notes got worse: location added") {
				t.Errorf("seen are %d messages, the second %.80q", len(push.server.seen), push.server.seen[1])
			}
			for i, d := range o.deliveries() { // a message that is sent twice is shown once
				if name == "matrix" && !strings.HasSuffix(push.server.keys[i+1], "/"+d.ID) {
					t.Errorf("message %s is sent to %s", d.ID, push.server.keys[i+1])
				}
			}
			for _, text := range push.server.seen {
				if strings.ContainsAny(text, "\r\x00\u202e") || name == "telegram" && strings.Contains(text, "@room") {
					t.Errorf("seen is %q", text)
				}
			}
		})
	}
}

// waitFor waits until something is so.
func waitFor(t testing.TB, is func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it does not come to that")
		}
	}
}

// What a service asks to wait is waited, and what it refuses for good is given up.
func TestPushServicesRefuse(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		channel      notify.Channel
		status       int
		header, body string
		want         string // after two minutes
	}{
		"telegram is flooded": {notify.Telegram, 429, "", `{"ok":false,"error_code":429,"parameters":{"retry_after":1000}}`, "pending after 1"},
		"matrix is flooded":   {notify.Matrix, 429, "", `{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":1000000}`, "pending after 1"},
		"ntfy is flooded":     {notify.Ntfy, 429, "1000", `{"code":42901}`, "pending after 1"},
		"nonsense":            {notify.Telegram, 429, "", `{"parameters":{"retry_after":-1e300}} x`, "pending after several"},
		"a bad chat":          {notify.Telegram, 400, "", `{"ok":false,"error_code":400}`, "dead after 3"},
		"a wrong token":       {notify.Gotify, 401, "", `{}`, "pending after several"},
		"gone":                {notify.Gotify, 410, "", `{}`, "dead after 1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				e := endpoint{answer: func(w http.ResponseWriter, _ *http.Request, _ int) {
					if tt.header != "" {
						w.Header().Set("Retry-After", tt.header)
					}
					w.WriteHeader(tt.status)
					io.WriteString(w, tt.body)
				}}
				o := newOffice(t, storagetest.Strict(t, memory.New()))
				box := o.open(map[string]*endpoint{"hook.example": &e})
				c := change(tt.channel, "http://hook.example/topic")
				c.Secret, c.To = ptr("123456:ABC-DEF1234"), ptr(map[notify.Channel]string{notify.Matrix: "!a:b", notify.Telegram: "@channel"}[tt.channel])
				add(t, box, c)
				o.post("a")
				time.Sleep(2 * time.Minute)
				got := o.states()
				for i := range got { // the jitter decides
					got[i] = strings.NewReplacer("pending after 3", "pending after several", "pending after 4", "pending after several").Replace(got[i])
				}
				if len(got) != 1 || !strings.HasSuffix(got[0], tt.want) {
					t.Errorf("it is %q, want %s", got, tt.want)
				}
			})
		})
	}
}

// count returns how many messages are in a state.
func (o *office) count(state storage.DeliveryState) (n int) {
	for _, d := range o.deliveries() {
		if d.State == state {
			n++
		}
	}
	return n
}

func sorted(s []string) []string {
	slices.Sort(s)
	return s
}

// FuzzRetryAfter: no answer of a service makes a message wait for less than nothing, or for
// longer than the longest wait.
func FuzzRetryAfter(f *testing.F) {
	for _, seed := range []string{`{"parameters":{"retry_after":5}}`, `{"retry_after_ms":2000}`, `{"retry_after_ms":-1}`, `{"retry_after_ms":1e308}`, `[]`, ``} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if wait := notify.RetryAfter(body); wait < 0 || wait > 24*time.Hour {
			t.Errorf("%q: %v", body, wait)
		}
	})
}
