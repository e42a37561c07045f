package auditor_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/sqlite"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// ask reads a path of the API.
func ask(t testing.TB, a *auditor.Auditor, path string) string {
	t.Helper()
	answer := httptest.NewRecorder()
	watched(t, a).ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", "http://localhost:3000"+path, nil))
	if answer.Code != 200 {
		t.Fatalf("%s: %d %s", path, answer.Code, answer.Body)
	}
	return answer.Body.String()
}

// Run checks the records soon, and tidies up what nothing needs any more.
func TestRunChecksTheRecords(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := storagetest.Strict(t, memory.New())
		a, err := auditor.New(auditor.WithStore(store), auditor.WithScraper(wordless{}))
		if err != nil {
			t.Fatal(err)
		}
		app := storage.App{ID: 1, Name: "Notes", URL: "https://store.example/id1", FirstSeen: 1, LastSynced: 1, LabelDigest: storage.Digest{1}}
		if err := store.Update(t.Context(), func(tx *storage.Tx) error {
			for _, d := range []storage.Digest{{1}, {2}, {3}} {
				if err := tx.Labels.Put(storage.LabelBody{Digest: d}); err != nil {
					return err
				}
			}
			return tx.Apps.Put(app)
		}); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"stays", "goes"} {
			note, err := a.Services().Reviews.Annotate(t.Context(), review.Note{App: 1, Body: text, Visibility: storage.VisibilityPrivate, Origin: storage.OriginUser})
			if err == nil && text == "goes" {
				_, err = a.Services().Reviews.DeleteNote(t.Context(), note.ID)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- a.Run(ctx) }()
		time.Sleep(3 * time.Minute)
		report := ask(t, a, "/api/diagnostics/health")
		for _, want := range []string{`"trigger":"scheduled"`, `{"kind":"orphaned_labels","affected":2}`, `{"kind":"deleted_notes","affected":1}`} {
			if !strings.Contains(report, want) {
				t.Errorf("the report is %s, want %s in it", report, want)
			}
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if err := store.View(t.Context(), func(tx *storage.Tx) error {
			labels, err := tx.Labels.Count(storage.LabelQuery{})
			if err != nil || labels != 1 {
				t.Errorf("%d labels are left, %v", labels, err)
			}
			notes, err := tx.Annotations.Count(storage.AnnotationQuery{})
			if err != nil || notes != 1 {
				t.Errorf("%d notes are left, %v", notes, err)
			}
			checks, err := tx.Activities.Count(storage.ActivityQuery{Type: "health_check"})
			if checks != 1 {
				t.Errorf("it was checked %d times", checks)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
}

// What any part logs is remembered, and goes on to the logger as it is.
func TestWarningsAreRemembered(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	a := newAuditor(t, auditor.WithStore(storagetest.Faulty(memory.New(), storagetest.Faults{View: storagetest.Nth(1)})), auditor.WithScraper(wordless{}),
		auditor.WithAdminToken("hunter2"), auditor.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	answer := httptest.NewRecorder()
	watched(t, a).ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", "http://localhost:3000/api/health", nil))
	if answer.Code != 503 {
		t.Fatalf("health: %d %s", answer.Code, answer.Body)
	}
	got := ask(t, a, "/api/diagnostics/errors")
	if want := `"level":"warn","message":"database ping failed error=` + storagetest.ErrFault.Error() + `"`; !strings.Contains(got, want) {
		t.Errorf("remembered is %s, want %s", got, want)
	}
	if n := strings.Count(log.String(), "database ping failed"); n != 1 {
		t.Errorf("logged is %q", log.String())
	}
}

// A database that is damaged while the service runs makes it not ready as soon as one transaction finds
// that, although the records that the probes read are whole.
func TestDamageWhileRunning(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "auditor.db")
	const name = "A name that is in few pages"
	open := func() *sqlite.Store {
		db, err := sqlite.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		return db
	}
	db := open()
	if err := db.Update(t.Context(), func(tx *storage.Tx) error {
		for i := range 50 {
			app := storage.App{ID: storage.AppID(i + 1), Name: fmt.Sprint(name, i), URL: fmt.Sprint("https://store.example/id", i+1), FirstSeen: 1, LastSynced: 1}
			if err := tx.Apps.Put(app); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil { // now all is in the file, and nothing in the log
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	db = open()
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	var log strings.Builder
	a := newAuditor(t, auditor.WithStore(db), auditor.WithScraper(wordless{}), auditor.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	probes := func(health, ready string) {
		t.Helper()
		for path, want := range map[string]string{"/api/health": health, "/api/ready": ready} {
			answer := httptest.NewRecorder()
			watched(t, a).ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", "http://localhost:3000"+path, nil))
			if got := fmt.Sprint(answer.Code, " ", answer.Body); !strings.HasPrefix(got, want) {
				t.Errorf("%s answered %s, want %s", path, got, want)
			}
		}
	}
	write := func(content []byte) {
		t.Helper()
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.Write(content)
		if closed := f.Close(); err != nil || closed != nil {
			t.Fatal(err, closed)
		}
	}
	probes(`200 {"status":"ok"}`, `200 {"status":"ready"`)

	damaged := bytes.Clone(whole)
	size := int(binary.BigEndian.Uint16(whole[16:]))
	for page := size; page < len(whole); page += size {
		if bytes.Contains(whole[page:page+size], []byte(name)) {
			clear(damaged[page : page+size])
		}
	}
	write(damaged)
	answer := httptest.NewRecorder()
	watched(t, a).ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", "http://localhost:3000/api/apps", nil))
	if answer.Code != 500 || !strings.Contains(answer.Body.String(), "damaged") {
		t.Fatalf("the apps are answered with %d %s", answer.Code, answer.Body)
	}
	for range 3 {
		probes(`503 {"status":"degraded"}`, `503 {"status":"not_ready","checks":[{"id":"health","label":"Database","status":"bad","detail":"The database is damaged: restore a backup."}`)
	}
	if n := strings.Count(log.String(), "database damaged"); n != 1 || strings.Contains(log.String(), "not ready") {
		t.Errorf("logged %d times:\n%s", n, &log)
	}

	write(whole)
	check := httptest.NewRequestWithContext(t.Context(), "POST", "http://localhost:3000/api/diagnostics/database", strings.NewReader(`{"runIntegrityCheck":true}`))
	check.Header.Set("Origin", "http://localhost:3000")
	answer = httptest.NewRecorder()
	watched(t, a).ServeHTTP(answer, check)
	if answer.Code != 200 {
		t.Fatalf("the check is answered with %d %s", answer.Code, answer.Body)
	}
	probes(`200 {"status":"ok"}`, `200 {"status":"ready"`)
}
