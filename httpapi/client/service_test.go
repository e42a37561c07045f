package client_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/contract"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

const token = "correct horse battery staple"

// newService returns a client of a real service, whose every answer is held
// against the document.
func newService(t *testing.T, options ...client.Option) *client.Client {
	t.Helper()
	a, err := auditor.New(auditor.WithStore(storagetest.Strict(t, memory.New())), auditor.WithScraper(catalog{}), auditor.WithAdminToken(token))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	c, err := contract.Open("../../internal/httpapi/testdata/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(c.Handler(t, a.Handler()))
	t.Cleanup(server.Close)
	made, err := client.New(server.URL, options...)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestClientOfARealService(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	c := newService(t, client.WithToken(token))
	if _, err := c.Scrape(ctx, client.ScrapeBody{URLs: []string{"https://apps.example/id1", "https://apps.example/id2"}}); err != nil {
		t.Fatal(err)
	}
	note, err := c.Annotate(ctx, client.AnnotateBody{AppID: 1, Body: "Looks fine.", Tag: new("positive")})
	if err != nil {
		t.Fatal(err)
	}
	edited, err := c.EditAnnotation(ctx, note.Annotation.ID, client.EditAnnotationBody{Tag: client.Null[string]()})
	if err != nil || edited.Annotation.Tag != nil || edited.Annotation.Body != "Looks fine." {
		t.Errorf("the note is %+v, %v", edited, err)
	}
	app, err := c.App(ctx, "1")
	if err != nil || len(app.PrivacyTypes) != 1 || app.Name != "App 1" {
		t.Errorf("the app is %+v, %v", app, err)
	}
	if _, err := c.ChangeSettings(ctx, client.ChangeSettingsBody{SyncSchedule: client.Some("weekly")}); err != nil {
		t.Error(err)
	}
	if got, err := c.Settings(ctx); err != nil || got.SyncSchedule != "weekly" {
		t.Errorf("the settings are %+v, %v", got, err)
	}
	run, err := c.Sync(ctx)
	if err != nil || run.Synced != 2 {
		t.Errorf("the run is %+v, %v", run, err)
	}
	table, err := c.ExportCSV(ctx)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(table)
	if err != nil || table.Close() != nil || !strings.HasSuffix(table.Name, ".csv") || table.Size != int64(len(text)) || !strings.Contains(string(text), "App 2") {
		t.Errorf("the table %s of %d bytes is %q, %v", table.Name, table.Size, text, err)
	}
}

func TestBackupThroughTheClient(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	c := newService(t, client.WithToken(token))
	if _, err := c.Scrape(ctx, client.ScrapeBody{URLs: []string{"https://apps.example/id1"}}); err != nil {
		t.Fatal(err)
	}
	file, err := c.ExportBackup(ctx)
	if err != nil {
		t.Fatal(err)
	}
	saved, err := io.ReadAll(file)
	if err != nil || file.Close() != nil {
		t.Fatal(err)
	}
	if _, err := c.Reset(ctx); err != nil {
		t.Fatal(err)
	}
	restored, err := c.RestoreBackup(ctx, client.RestoreBackupParams{}, bytes.NewReader(saved))
	if err != nil || restored.Trust != "trusted" || restored.Counts["apps"] != 1 {
		t.Errorf("restored %+v, %v", restored, err)
	}
	_, err = c.RestoreBackup(ctx, client.RestoreBackupParams{}, strings.NewReader(`{"version": 1, "exportedAt": 1, "apps": []}`))
	refused, ok := errors.AsType[*client.Error](err)
	if !ok || refused.Status != http.StatusConflict || refused.Code != "untrusted_backup" {
		t.Errorf("a backup of no apps: %v", err)
	}
}

func TestWithoutTheToken(t *testing.T) {
	t.Parallel()
	_, err := newService(t).Reset(t.Context())
	if refused, ok := errors.AsType[*client.Error](err); !ok || refused.Status != http.StatusUnauthorized || refused.Message != "Admin token required" {
		t.Errorf("error %v", err)
	}
}
