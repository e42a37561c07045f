package auditor_test

import (
	"context"
	"encoding/hex"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/tracked"
)

// tracer records the spans that end, each with its parent and attributes.
type tracer struct {
	mu    sync.Mutex
	ended []string
}

// provider makes the tracer. The interfaces have methods that are not exported.
type provider struct {
	trace.TracerProvider
	made *tracer
}

func (p provider) Tracer(string, ...trace.TracerOption) trace.Tracer {
	return recording{noop.Tracer{}, p.made}
}

type recording struct {
	trace.Tracer
	to *tracer
}

func (r recording) Start(ctx context.Context, name string, _ ...trace.SpanStartOption) (context.Context, trace.Span) {
	s := &recorded{Span: noop.Span{}, to: r.to, name: name}
	switch parent := trace.SpanFromContext(ctx).(type) {
	case *recorded:
		s.parent = parent.name
	default:
		if id := trace.SpanContextFromContext(ctx); id.IsRemote() {
			of := id.SpanID()
			s.parent = hex.EncodeToString(of[:])
		}
	}
	return trace.ContextWithSpan(ctx, s), s
}

type recorded struct {
	trace.Span
	to           *tracer
	name, parent string
	attributes   []string
}

func (s *recorded) IsRecording() bool            { return true }
func (s *recorded) SetName(name string)          { s.name = name }
func (s *recorded) SetStatus(codes.Code, string) {}

func (s *recorded) SetAttributes(all ...attribute.KeyValue) {
	for _, a := range all {
		s.attributes = append(s.attributes, string(a.Key)+"="+a.Value.String())
	}
}

func (s *recorded) End(...trace.SpanEndOption) {
	s.to.mu.Lock()
	defer s.to.mu.Unlock()
	slices.Sort(s.attributes)
	s.to.ended = append(s.to.ended, s.parent+" > "+s.name+" "+strings.Join(s.attributes, " "))
}

// spans returns the spans that ended, and forgets them.
func (t *tracer) spans() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.Join(t.ended, "\n")
	t.ended = nil
	return text
}

func traced(t *testing.T, more ...auditor.Option) (*auditor.Auditor, *tracer) {
	t.Helper()
	made := new(tracer)
	a := newAuditor(t, append([]auditor.Option{
		auditor.WithStore(open(t)), auditor.WithScraper(shelf{}), auditor.WithPolicyFetcher(&policySite{}), auditor.WithArchive(noPast{}),
		auditor.WithTracerProvider(provider{noop.NewTracerProvider(), made}),
	}, more...)...)
	return a, made
}

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

func TestSpanOfARequest(t *testing.T) {
	t.Parallel()
	for _, trusted := range []bool{false, true} {
		a, made := traced(t, auditor.WithIncomingTraces(trusted))
		ask := func(method, target string) string {
			r := httptest.NewRequest(method, "http://127.0.0.1"+target, nil)
			r.Header.Set("Traceparent", traceparent)
			a.Handler().ServeHTTP(httptest.NewRecorder(), r)
			return made.spans()
		}
		parent := ""
		if trusted {
			parent = "b7ad6b7169203331"
		}
		for _, tt := range []struct{ method, target, want string }{
			{"GET", "/api/devices/7?token=secret", parent + " > GET /api/devices/{id} http.request.method=GET http.response.status_code=404 http.route=/api/devices/{id} server.address=127.0.0.1 url.path=/api/devices/7 url.scheme=http"},
			{"GET", "/nowhere", parent + " > GET http.request.method=GET http.response.status_code=404 server.address=127.0.0.1 url.path=/nowhere url.scheme=http"},
			{"BREW", "/api/health", parent + " > _OTHER /api/health"},
		} {
			got := ask(tt.method, tt.target)
			lines := strings.Split(got, "\n")
			if last := lines[len(lines)-1]; tt.method != "BREW" && last != tt.want || strings.Contains(got, "secret") {
				t.Errorf("trusted %v, %s %s:\n%s\nwant the last span\n%s", trusted, tt.method, tt.target, got, tt.want)
			}
			if tt.target == "/api/devices/7?token=secret" && !strings.Contains(got, "> store view") {
				t.Errorf("no span of the transaction: %s", got)
			}
		}
	}
}

func TestSpansOfARun(t *testing.T) {
	t.Parallel()
	a, made := traced(t)
	ctx := t.Context()
	if _, err := a.Services().Fleet.Track(ctx, tracked.TrackRequest{URLs: []string{"https://store.example/id1"}}); err != nil {
		t.Fatal(err)
	}
	made.spans()
	run, err := a.Runs().Start(ctx, runner.StartOptions{Runner: tracked.SyncRunner, Initiator: runner.Manual})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Runs().Wait(ctx, run.ID); err != nil {
		t.Fatal(err)
	}
	a.Close()
	got := made.spans()
	for _, want := range []string{" > run sync auditor.run.id=" + run.ID, "run sync > item sync auditor.item.outcome=", "item sync > store"} {
		if !strings.Contains(got, want) {
			t.Errorf("no span %q in\n%s", want, got)
		}
	}
}

func TestNoTracerProviderIsNil(t *testing.T) {
	t.Parallel()
	if _, err := auditor.New(auditor.WithStore(open(t)), auditor.WithTracerProvider(nil)); err == nil {
		t.Error("no error")
	}
}
