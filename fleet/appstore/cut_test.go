package appstore_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/internal/fakestore"
)

// sameCut fails the test unless a page says the same whether its scripts are cut out of it
// or read by the tokenizer, and stays as it is.
func sameCut(t *testing.T, page []byte) {
	t.Helper()
	before := bytes.Clone(page)
	want, wrong := appstore.ParseCutting(page, 1, math.MaxInt)
	got, err := appstore.ParseCutting(page, 1, 0)
	if (err == nil) != (wrong == nil) || err != nil && err.Error() != wrong.Error() {
		t.Errorf("the error is %v, want %v", err, wrong)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("scripts that are cut out (-want +got):\n%s", diff)
	}
	if !bytes.Equal(before, page) {
		t.Error("the page was changed")
	}
}

func TestScriptsAreCutOutAsTheTokenizerReadsThem(t *testing.T) {
	t.Parallel()
	const open, island = `<script type="application/json" id="serialized-server-data">`, `[{"intent":{"id":"1"},"data":{"title":"One"}}]`
	head := `<html><meta property="og:url" content="https://apps.apple.com/us/app/id1">`
	for name, page := range map[string]string{
		"plain":             open + island + `</script>`,
		"upper case":        strings.ToUpper(`<script id=`) + `"serialized-server-data">` + island + `</SCRIPT >`,
		"not an end":        open + `[{"intent":{"id":"1"},"data":{"title":"</scripts></scrip></ script>"}}]</script>`,
		"hidden end":        open + `<!--<script>` + island + `</script>--></script>`,
		"comment":           open + `<!--` + island + `--></script>`,
		"no end":            open + island,
		"half an end":       open + island + `</script`,
		"self-closing":      `<script id="serialized-server-data"/>` + island + `</script>`,
		"in svg":            `<svg>` + open + island + `</script></svg>`,
		"new lines and NUL": open + "[{\r\n\"intent\":{\"id\":\"1\"},\r\"data\":{\"title\":\"O\x00ne\r\"}}]</script>",
		"empty":             open + `</script>` + open + island + `</script>`,
		"linked data":       `<script type="application/ld+json">{"@type":"SoftwareApplication","name":"One"}</script>`,
		"in a title":        `<title>` + open + island + `</title>` + open + island + `</script>`,
		"in a definition":   `<dl><dt>Age Rating<script>x</script></dt><dd><script>4+</script></dd></dl>`,
		"in a comment":      `<!-- ` + open + ` -->` + open + island + `</script>`,
		"in an attribute":   `<a title='` + open + `'>` + open + island + `</script>`,
		"spaces":            open + " \n" + island + "\n </script>",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sameCut(t, []byte(head+page+`<p>the end</p></html>`))
		})
	}
}

func FuzzCutScripts(f *testing.F) {
	seeds(f, fakestore.Island)
	for _, text := range []string{"<script>a</script>b", "<script><!--<script></script>--></script>", "<svg><script>a</script>", "<script/>\r\x00</ScRiPt\f>"} {
		f.Add([]byte(text))
	}
	f.Fuzz(sameCut)
}
