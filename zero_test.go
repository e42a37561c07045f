package auditor_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor"
)

// A method without a case here returns a service.
func TestZeroAuditorFailsWithASentence(t *testing.T) {
	t.Parallel()
	var a auditor.Auditor
	for name, err := range map[string]error{"Run": a.Run(t.Context()), "second Run": a.Run(t.Context()), "Close": a.Close()} {
		if !errors.Is(err, auditor.ErrNotMade) {
			t.Errorf("%s: error %v, want %v", name, err, auditor.ErrNotMade)
		}
	}
	for path, method := range map[string]string{"/": "GET", "/api/apps": "GET", "/api/scrape": "POST"} {
		answer := httptest.NewRecorder()
		a.Handler().ServeHTTP(answer, httptest.NewRequest(method, path, strings.NewReader("{}")))
		if answer.Code != http.StatusServiceUnavailable || !strings.Contains(answer.Body.String(), "make it with New") {
			t.Errorf("%s %s: status %d with %q", method, path, answer.Code, answer.Body)
		}
	}
	if _, err := a.Client().Cooldowns(t.Context()); !errors.Is(err, auditor.ErrNotMade) {
		t.Errorf("Client: error %v, want %v", err, auditor.ErrNotMade)
	}
	n := 0
	for _, err := range a.Changes(t.Context(), "") {
		if n++; !errors.Is(err, auditor.ErrNotMade) {
			t.Errorf("Changes: error %v", err)
		}
	}
	if n != 1 {
		t.Errorf("Changes yields %d times, want once", n)
	}
	for method, v := range reflect.ValueOf(&a).Methods() {
		if method.Type.NumIn() == 1 && !strings.Contains("Run Close Handler Changes Client Services", method.Name) {
			t.Run(method.Name, func(t *testing.T) {
				defer func() {
					if got := recover(); got != auditor.ErrNotMade {
						t.Errorf("it panics with %v, want %v", got, auditor.ErrNotMade)
					}
				}()
				v.Call(nil)
			})
		}
	}
}

func TestRunOnlyOnce(t *testing.T) {
	t.Parallel()
	a := newAuditor(t, auditor.WithStore(open(t)), auditor.WithSchedulerTick(time.Millisecond))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	results := make(chan error)
	for range 3 {
		go func() { results <- a.Run(ctx) }()
	}
	for range 2 {
		select {
		case err := <-results:
			if !errors.Is(err, auditor.ErrRunAgain) {
				t.Errorf("beside another: %v, want %v", err, auditor.ErrRunAgain)
			}
		case <-time.After(time.Minute):
			t.Fatal("a further Run does not return")
		}
	}
	select {
	case err := <-results:
		t.Errorf("the first Run ended: %v", err)
	default:
	}
	cancel()
	if err := <-results; err != nil {
		t.Errorf("the first Run: %v", err)
	}
	if err := a.Run(t.Context()); !errors.Is(err, auditor.ErrRunAgain) {
		t.Errorf("after another: %v, want %v", err, auditor.ErrRunAgain)
	}
}

func TestRunAfterClose(t *testing.T) {
	t.Parallel()
	a := newAuditor(t, auditor.WithStore(open(t)))
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if err := a.Run(t.Context()); err != nil {
		t.Errorf("the first Run: %v", err)
	}
}
