package legacy_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/backup/internal/legacy"
	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/storage"
)

// The whole translation is tested by restores in package backup.
func TestTranslate(t *testing.T) {
	t.Parallel()
	made, result, err := translate(t, map[string]string{
		"annotations": `[{"app_id": 1, "content": "Hm", "created_at": 3}, {"app_id": "1", "content": ""}]`,
		"apps":        `[{"id": "1", "name": "One", "lastSynced": 2.0}]`,
		"logs":        `[{}, {}]`,
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[legacy.Row]any{
		{Table: "apps"}: storage.App{ID: 1, Name: "One", URL: "https://apps.apple.com/app/id1", FirstSeen: 2, LastSynced: 2},
		{Table: "annotations"}: storage.Annotation{
			ID: 1, App: 1, Body: "Hm", Visibility: storage.VisibilityPrivate, CreatedAt: 3, Origin: storage.OriginUser,
		},
	}
	if diff := cmp.Diff(want, made); diff != "" {
		t.Errorf("records (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(legacy.Result{Left: map[string]int{"annotations": 1, "logs": 2}}, result); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
}

func TestTranslateRowError(t *testing.T) {
	t.Parallel()
	_, _, err := translate(t, map[string]string{"apps": `[{"id": 1}]`, "app_verdicts": `[{"app_id": 1, "set_at": 1, "verdict": "safe"}, {"app_id": 2}]`})
	row, ok := errors.AsType[*legacy.RowError](err)
	if !ok || row.Row != (legacy.Row{Table: "app_verdicts", Index: 1}) || row.Column != "app_id" || !errors.Is(err, record.ErrReference) {
		t.Errorf("error %v, want one of the second verdict's app_id", err)
	}
}

// translate returns the records that are made of the rows of tables.
func translate(t *testing.T, tables map[string]string) (map[legacy.Row]any, legacy.Result, error) {
	t.Helper()
	var file strings.Builder
	spans := make(map[string]jsonread.Span)
	for name, rows := range tables {
		from := int64(file.Len())
		file.WriteString(rows)
		spans[name] = jsonread.Span{From: from, To: int64(file.Len()), Array: true, Len: strings.Count(rows, "{")}
	}
	made := make(map[legacy.Row]any)
	from := legacy.Source{File: strings.NewReader(file.String()), Tables: spans, ExportedAt: 5, Dir: t.TempDir()}
	result, err := legacy.Translate(context.Background(), from, func(row legacy.Row, r any) error {
		made[row] = r
		return nil
	})
	return made, result, err
}
