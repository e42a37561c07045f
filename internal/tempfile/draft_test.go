package tempfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/tempfile"
)

// draft writes a draft of a target, a file or a folder with a file.
func draft(t *testing.T, target, text string, folder bool) *tempfile.Draft {
	t.Helper()
	if folder {
		d, err := tempfile.DraftFolder(target)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(d.Path, "in it"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return d
	}
	d, err := tempfile.DraftFile(target)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.File.WriteString(text); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDraft(t *testing.T) {
	t.Parallel()
	for name, folder := range map[string]bool{"file": false, "folder": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			target := filepath.Join(dir, "panel")
			content := func() string {
				t.Helper()
				path := target
				if folder {
					path = filepath.Join(target, "in it")
				}
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				return string(text)
			}
			left := draft(t, target, "left by a killed process", folder)
			if err := left.File.Close(); err != nil {
				t.Fatal(err)
			}
			overtaken := draft(t, target, "overtaken", folder)
			last := draft(t, target, "complete", folder)
			if err := overtaken.Publish(); !errors.Is(err, tempfile.ErrOvertaken) {
				t.Errorf("a draft that another replaced: %v", err)
			}
			if err := overtaken.Discard(); err != nil {
				t.Error(err)
			}
			if err := last.Publish(); err != nil {
				t.Fatal(err)
			}
			if err := last.Discard(); err != nil {
				t.Error(err)
			}
			if got := content(); got != "complete" {
				t.Errorf("published %q", got)
			}
			unwanted := draft(t, target, "unwanted", folder)
			if err := unwanted.Discard(); err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff([]string{"panel"}, names(t, dir)); diff != "" {
				t.Errorf("the folder shows (-want +got):\n%s", diff)
			}
			again := draft(t, target, "again", folder)
			if err := again.Publish(); folder != (err != nil) {
				t.Errorf("published over what is there: %v", err)
			}
			if want := map[bool]string{false: "again", true: "complete"}[folder]; content() != want {
				t.Errorf("there is %q, want %q", content(), want)
			}
		})
	}
}
