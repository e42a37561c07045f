package fetch_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
)

// snapshots is where captured policies are, if the machine has them.
const snapshots = "../../../../shared/fixtures/policies"

// changedAsRead names the snapshots with another wording than the one before, as a person
// reads them, of which a selection by hand says that nothing changed, or says nothing.
var changedAsRead = map[string]string{
	"coffee-meets-bagel/05.html": "this Terms of Service will apply, instead of this Privacy Policy",
	"doctolib/02.pdf":            "Version : Août 2025",
	"doctolib/03.pdf":            "il agit comme, instead of elle agit comme",
	"doctolib/04.pdf":            "Veuillez trouver en cliquant sur ce lien, la représentation des garanties",
}

// sameAsRead names the snapshots of which a selection by hand says that something
// changed, and a person that no word of the policy did.
var sameAsRead = map[string]string{
	"uptimerobot/02.html":        "spaces are of another kind",
	"coffee-meets-bagel/03.html": "an e-mail address is hidden from programs",
	"claude-ai/03.html":          "a menu of languages",
	"wordtune/04.html":           "spaces",
}

// Of the captures of a page, one after the other, all are taken for a policy that are
// one, each change that selections by hand have is told, and hardly any other.
func TestSeries(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("reads 25 MB of pages")
	}
	index, err := os.Open(filepath.Join(snapshots, "index.tsv"))
	if err != nil {
		t.Skip("no captured policies on this machine")
	}
	defer index.Close()
	r := csv.NewReader(index)
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	refused := map[string]bool{"hily/03.html": true, "hily/04.html": true} // challenges
	var last fetch.Source
	lastOf := ""
	told, right := 0, 0
	for _, row := range rows[1:] {
		file, curated := row[0], row[2]
		service := filepath.Dir(file)
		body, err := os.ReadFile(filepath.Join(snapshots, file))
		if err != nil {
			t.Fatal(err)
		}
		if service != lastOf {
			last, lastOf = fetch.Source{}, service
		}
		contentType := "text/html; charset=utf-8"
		if strings.HasSuffix(file, ".pdf") {
			contentType = "application/pdf"
		}
		doc, err := readAs(t, string(body), contentType, 0)
		var source fetch.Source
		if err == nil {
			source, err = fetch.Judge(doc, last.Text)
		}
		if (err != nil) != refused[file] {
			t.Errorf("%s: %v", file, err)
		}
		if err != nil {
			continue
		}
		if last.Text != "" && source.Hash != last.Hash {
			told++
			_, read := changedAsRead[file]
			if curated == "1" || read {
				right++
			} else {
				t.Logf("%s: told, but not a change: %q", file, difference(last.Text, source.Text))
			}
		} else if curated == "1" && sameAsRead[file] == "" {
			t.Errorf("%s: a change of the selection is not told", file)
		}
		last = source
	}
	t.Logf("%d changes told, %d of them right", told, right)
	if 100*right < 95*told || told == 0 {
		t.Errorf("%d of %d changes told are changes, want 95 %%", right, told)
	}
}

// difference returns the first lines that two texts do not share.
func difference(before, after string) (lines []string) {
	old, now := strings.Split(before, "\n"), strings.Split(after, "\n")
	for _, line := range old {
		if len(lines) < 3 && !slices.Contains(now, line) {
			lines = append(lines, "- "+line[:min(len(line), 300)])
		}
	}
	for _, line := range now {
		if len(lines) < 6 && !slices.Contains(old, line) {
			lines = append(lines, "+ "+line[:min(len(line), 300)])
		}
	}
	return lines
}
