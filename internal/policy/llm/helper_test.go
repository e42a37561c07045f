package llm_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/internal/policy/llm"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// secretKey is in no log, no answer and no error.
const secretKey = "sk-test-0123456789"

// call is a request that a fake model got.
type call struct {
	path   string
	header http.Header
	body   map[string]any
	system string
	user   string
	schema string // its name
}

// fake is who runs models: it answers each call with the next of its replies, the
// last one again and again.
type fake struct {
	*httptest.Server
	mu      sync.Mutex
	replies []http.HandlerFunc
	calls   []call
}

func newFake(t testing.TB, replies ...http.HandlerFunc) *fake {
	f := &fake{replies: replies}
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Close)
	return f
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := call{path: r.URL.Path, header: r.Header}
	b, _ := io.ReadAll(r.Body)
	_ = json.Unmarshal(b, &c.body)
	c.read()
	f.mu.Lock()
	f.calls = append(f.calls, c)
	reply := f.replies[0]
	if len(f.replies) > 1 {
		f.replies = f.replies[1:]
	}
	f.mu.Unlock()
	reply(w, r)
}

// read finds the same in both protocols.
func (c *call) read() {
	messages, _ := c.body["messages"].([]any)
	for _, m := range messages {
		text, _ := m.(map[string]any)["content"].(string)
		if m.(map[string]any)["role"] == "system" {
			c.system = text
		} else {
			c.user = text
		}
	}
	if format, ok := c.body["response_format"].(map[string]any); ok {
		c.schema, _ = format["json_schema"].(map[string]any)["name"].(string)
	}
	if system, ok := c.body["system"].(string); ok {
		c.system = system
		c.schema, _ = c.body["tool_choice"].(map[string]any)["name"].(string)
	}
}

func (f *fake) asked() []call {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]call{}, f.calls...)
}

// says answers as both protocols do at once.
func says(answer string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var input json.RawMessage = []byte("null")
		if json.Valid([]byte(answer)) {
			input = []byte(answer)
		}
		tools := []map[string]any{{"type": "text", "text": "Certainly."}}
		for _, name := range []string{"privacy_policy_summary", "privacy_policy_summary_from_chunks", "privacy_policy_chunk_note"} {
			tools = append(tools, map[string]any{"type": "tool_use", "name": name, "input": input})
		}
		_ = json.NewEncoder(w).Encode(map[string]any{
			"choices": []map[string]any{{"finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": answer}}},
			"content": tools, "stop_reason": "tool_use",
		})
	}
}

// sends answers with a status and a body.
func sends(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

// summaryOf is a valid answer about a text.
func summaryOf(text string, change func(map[string]any)) string {
	var lenses []any
	for _, key := range storage.PolicyLensKeys() {
		lenses = append(lenses, map[string]any{"key": key, "rating": "mixed", "summary": text + " on " + key.Subject()})
	}
	s := map[string]any{"overview": text, "highlights": []any{text + " 1", text + " 2", text + " 3"}, "lenses": lenses}
	if change != nil {
		change(s)
	}
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func noteOf(text string) string {
	return fmt.Sprintf(`{"summary":%q,"highlights":["a","b","c"]}`, text)
}

// bench is the models of an installation.
type bench struct {
	store  storage.Store
	models *llm.Models
	log    *bytes.Buffer
}

func newBench(t testing.TB, change func(*llm.Config)) *bench {
	t.Helper()
	b := &bench{store: storagetest.Strict(t, memory.New()), log: new(bytes.Buffer)}
	c := llm.Config{
		Env:     storage.Env{Store: b.store, Now: time.Now, Random: rand.Reader, Logger: slog.New(slog.NewTextHandler(b.log, nil))},
		Allowed: []string{"127.0.0.0/8"},
	}
	if change != nil {
		change(&c)
	}
	var err error
	if b.models, err = llm.New(c); err != nil {
		t.Fatal(err)
	}
	return b
}

// set changes settings.
func (b *bench) set(t testing.TB, values map[string]any) {
	t.Helper()
	sent := make(map[string]json.RawMessage)
	for name, value := range values {
		raw, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		sent[name] = raw
	}
	change, err := settings.Parse(sent, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.store.Update(t.Context(), change.Write); err != nil {
		t.Fatal(err)
	}
}

// use sets a provider up whose models a fake runs.
func (b *bench) use(t testing.TB, provider string, f *fake) {
	t.Helper()
	b.set(t, map[string]any{"aiProvider": provider})
	b.set(t, map[string]any{"aiApiKey": secretKey, "aiBaseUrl": f.URL, "aiModel": "test-model"})
}

func (b *bench) choose(t testing.TB) (by summary.Summarizer, err error) {
	t.Helper()
	if failed := b.store.View(t.Context(), func(tx *storage.Tx) error {
		by, err = b.models.Choose(tx)
		return nil
	}); failed != nil {
		t.Fatal(failed)
	}
	return by, err
}

// summarise asks the model that is set up.
func (b *bench) summarise(t testing.TB, of summary.Request) (summary.Result, error) {
	t.Helper()
	by, err := b.choose(t)
	if err != nil {
		t.Fatal(err)
	}
	return by.Summarize(t.Context(), of)
}

// source is a policy of so many paragraphs.
func source(paragraphs int) summary.Request {
	var b strings.Builder
	for i := range paragraphs {
		fmt.Fprintf(&b, "Paragraph %d. %s\n\n", i, strings.Repeat("We collect personal data. ", 20))
	}
	return summary.Request{App: 7, AppName: "Maps", Developer: "Cartographer", PolicyURL: "https://maps.example/privacy", Text: b.String()}
}

// logged returns what is kept of what was asked.
func (b *bench) logged(t testing.TB) (rows []storage.AILog) {
	t.Helper()
	err := b.store.View(context.WithoutCancel(t.Context()), func(tx *storage.Tx) (err error) {
		rows, err = storage.Collect(tx.AILogs.List(storage.AILogQuery{}))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}
