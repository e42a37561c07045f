package language_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/language"
)

// verbatim is what people type and programs read, with the marks of English.
var verbatim = strings.NewReplacer("Authorization: Bearer", "", "games: us, de, jp weekly", "")

// Each language has the quotation marks that are usual in it, and French has a narrow space that
// breaks no line before the marks of two parts. A mark with anything right after it is of a time or an address.
func TestTypography(t *testing.T) {
	t.Parallel()
	for code, wrong := range map[string]*regexp.Regexp{
		"de": regexp.MustCompile(`["”«»]|„[^“|]*(\||$)|(^|\|)[^„|]*“`),
		"fr": regexp.MustCompile(`["“”„]|(^|[^\x{202f}])[:;?!»](\s|[|<]|$)|«([^\x{202f}]|$)`),
	} {
		text, err := os.ReadFile(filepath.Join("messages", code+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range language.Read(string(text)) {
			if found := wrong.FindString(verbatim.Replace(m.Text)); found != "" {
				t.Errorf("%s: %q is wrong in %q", code, found, m.Text)
			}
		}
	}
}
