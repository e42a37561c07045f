package ui_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/web/ui"
)

// The characters that mark the direction of a text lead nowhere else, and a text that only spells one stays as it is.
func TestMarksOfDirection(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ text, want string }{
		"in an address":       {"/\ufdd0/evil.example", "<a href=\"/%ef%b7%90/evil.example\" title=\"/\ufdd0/evil.example\"><bdi>//evil.example</bdi></a>"},
		"before a scheme":     {"java\ufdd1script:x", "<a href=\"#ZgotmplZ\" title=\"java\ufdd1script:x\"><bdi>javascript:x</bdi></a>"},
		"in percents":         {"/%ef%b7%90/a", `<a href="/%ef%b7%90/a" title="/%ef%b7%90/a">/%ef%b7%90/a</a>`},
		"as a reference":      {"&#xfdd0;", `<a href="&amp;#xfdd0;" title="&amp;#xfdd0;">&amp;#xfdd0;</a>`},
		"around a short name": {"\ufdd2שלום", "<a href=\"%ef%b7%92%d7%a9%d7%9c%d7%95%d7%9d\" title=\"\ufdd2שלום\"><bdi>שלום</bdi></a>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMarkup(t, "en")
			m.Add(`<a href="{}" title="{}">{}</a>`, tt.text, tt.text, tt.text)
			if diff := cmp.Diff(tt.want, ui.Visible(m.Written())); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
