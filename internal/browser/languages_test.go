package browser_test

import (
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/browser"
	"github.com/privacylabels/auditor/internal/language"
)

// In every language each screen fits a phone and a desktop, can be pressed with a finger, and is as
// accessible as in English.
func TestScreensInOtherLanguages(t *testing.T) {
	t.Parallel()
	site := demoSite(t)
	for _, l := range language.All()[1:] {
		for _, v := range []browser.View{{Width: 360, Height: 740}, {Width: 1400, Height: 900, Dark: true}} {
			v.Origin = site
			name := l.Code + " phone"
			if v.Dark {
				name = l.Code + " desktop"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				tab := open(t, v)
				do(t, tab, browser.Open("/add"), browser.Then(browser.Press(l.Own)))
				for _, path := range screens {
					t.Run(strings.ReplaceAll(path, "/", "_"), func(t *testing.T) {
						do(t, tab, browser.Open(path))
						if lang := read[string](t, tab, "document.documentElement.lang"); lang != l.Code {
							t.Errorf("the page is in %q", lang)
						}
						fits(t, tab)
						accessible(t, tab)
						if !v.Dark {
							if missed := read[string](t, tab, small); missed != "" {
								t.Errorf("too small for a finger:\n%s", missed)
							}
							if over := read[string](t, tab, sideways); over != "" {
								t.Errorf("it scrolls sideways: %s", over)
							}
						}
						picture(t, tab, strings.ReplaceAll(name, " ", "-")+"-"+strings.Trim(strings.ReplaceAll(path, "/", "_"), "_"))
					})
				}
			})
		}
	}
}
