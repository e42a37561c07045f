package browser_test

import (
	"path/filepath"
	"testing"

	"github.com/privacylabels/auditor/internal/browser"
)

// What was deleted is back after a restore of the backup that was downloaded before.
func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	tab := open(t, browser.View{Origin: start(t, t.TempDir(), []string{"-demo"}, nil)})
	dir := t.TempDir()
	do(t, tab, browser.Open("/settings/backup"), browser.Download(dir, browser.Press("Download a backup")))
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%d files were downloaded (%v)", len(files), err)
	}
	do(t, tab, browser.Open("/apps"), browser.Then(browser.Press("Night Atlas Umbral Optics", "table")), browser.Then(browser.Press("Stop watching")),
		browser.See("1 app is not watched any more"),
		browser.Open("/apps"), browser.See("15 apps"), browser.Miss("Night Atlas"),
		browser.Open("/settings/backup"), browser.Attach("input[type=file]", files[0]), browser.Then(browser.Press("Show what is in it")),
		browser.See("Restore this backup?", "this installation", "15 apps", "What is lost"),
		browser.Then(browser.Press("Replace everything by this backup")), browser.See("The backup was restored: 16 apps."),
		browser.Open("/apps"), browser.See("16 apps", "Night Atlas"))

	page := filepath.Join(dir, "no.json")
	write(t, page, `{"not":"a backup"}`)
	do(t, tab, browser.Open("/settings/backup"), browser.Attach("input[type=file]", page), browser.Then(browser.Press("Show what is in it")),
		browser.See("This file cannot be restored:"))
}
