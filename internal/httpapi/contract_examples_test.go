package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/contract"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/policy/llm"
	"github.com/privacylabels/auditor/storage"
)

// withExamples gives an API what examples ask for beside tracked apps: an app of no
// store, a model, a backup, and a token.
func withExamples(t testing.TB) func(*httpapi.Config) {
	t.Helper()
	return func(cfg *httpapi.Config) {
		withToken(cfg)
		withSnapshots(t, t.TempDir())(cfg)
		if _, err := cfg.Snapshots.Make(t.Context()); err != nil {
			t.Fatal(err)
		}
		var err error
		cfg.Models, err = llm.New(llm.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: cfg.Random}, Client: &http.Client{Transport: exampleModel{newMind(t)}}})
		if err != nil {
			t.Fatal(err)
		}
		err = cfg.Store.Update(t.Context(), func(tx *storage.Tx) error {
			return tx.ManualApps.Put(storage.ManualApp{
				ID: "1", Name: "Diary", Source: storage.ManualWebClip, PrivacyPolicyURL: "https://diary.example/privacy", FirstSeen: 1, UpdatedAt: 1,
			})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// exampleModel reaches a model under the address that the examples name.
type exampleModel struct{ *mind }

func (m exampleModel) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host != "models.example" {
		return nil, netguard.ErrForbidden
	}
	to := r.Clone(r.Context())
	to.URL.Scheme, to.URL.Host = "http", strings.TrimPrefix(m.URL, "http://")
	return http.DefaultTransport.RoundTrip(to)
}

// trusted adds the token to each request.
func trusted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		withHeader(r)
		next.ServeHTTP(w, r)
	})
}

// What these examples name is there, but for texts of policies.
func TestExamplesAreAnswered(t *testing.T) {
	t.Parallel()
	eachOperation(t, func(t *testing.T, c *contract.Contract, method, pattern string, o *openapi.Operation) {
		for _, prefix := range []string{"/api/manual-apps", "/api/policy/regenerate", "/api/policy/status", "/api/ai/", "/api/stats/", "/api/backup/snapshots", "/api/admin/", "/api/dev/"} {
			if !strings.HasPrefix(pattern, prefix) || strings.Contains(pattern, "policy-version") {
				continue
			}
			if got := newExamples(t).ask(method, c.Good(pattern, o)); got.Code != http.StatusOK && got.Code != http.StatusCreated {
				t.Errorf("status %d: %s", got.Code, got.Body)
			}
		}
	})
}
