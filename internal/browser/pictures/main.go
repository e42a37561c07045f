package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"

	"github.com/privacylabels/auditor/internal/browser"
)

// picture is a file in the folder docs, and what is on it.
type picture struct {
	file, path string
	view       browser.View
}

// pictures are those in README.md.
var pictures = []picture{
	{"page.png", "/", browser.View{Width: 1200, Height: 860}},
	{"app.png", "/apps/9900000007", browser.View{Width: 1200, Height: 860, Dark: true}},
	{"phone.png", "/", browser.View{Width: 390, Height: 844, Scale: 2}},
}

// screens are measured.
var screens = []string{
	"/", "/apps", "/apps/9900000007", "/compare?a=9900000007&b=9900000001", "/add", "/statistics", "/activity",
	"/settings", "/settings/notifications", "/settings/destinations", "/settings/profile", "/settings/models", "/settings/devices", "/settings/backup", "/settings/access",
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) (err error) {
	dir, err := os.MkdirTemp("", "auditor-pictures-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	chromium, err := browser.Launch()
	if err != nil {
		return err
	}
	defer chromium.Close()
	path, err := browser.Build(ctx, "../..", dir)
	if err != nil {
		return err
	}
	program, err := browser.Start(path, filepath.Join(dir, "data"), []string{"-demo"}, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, program.Close()) }()
	for _, p := range pictures {
		if err := p.take(chromium, program.URL); err != nil {
			return fmt.Errorf("%s: %w", p.file, err)
		}
	}
	return measure(chromium, program.URL)
}

// take writes a picture of a site.
func (p picture) take(chromium *browser.Chromium, site string) error {
	p.view.Origin = site
	tab, err := chromium.Open(p.view)
	if err != nil {
		return err
	}
	defer tab.Close()
	if err := tab.Do(browser.Open(p.path)); err != nil {
		return err
	}
	shot, err := tab.Picture(false)
	if err != nil {
		return err
	}
	fmt.Printf("docs/%s: %d KB\n", p.file, len(shot)>>10)
	return os.WriteFile(filepath.Join("..", "..", "docs", p.file), shot, 0o644)
}

// measure prints when the content of each screen is first painted, as the median of five
// visits, and how long the service took to answer.
func measure(chromium *browser.Chromium, site string) error {
	tab, err := chromium.Open(browser.View{Origin: site})
	if err != nil {
		return err
	}
	defer tab.Close()
	for _, path := range screens {
		var painted, answered []float64
		for range 5 {
			if err := tab.Do(browser.Open(path), browser.Until("it is painted", "performance.getEntriesByName('first-contentful-paint').length > 0")); err != nil {
				return err
			}
			times, err := browser.Read[[]float64](tab, `(() => {
				const page = performance.getEntriesByType('navigation')[0];
				return [performance.getEntriesByName('first-contentful-paint')[0].startTime, page.responseEnd - page.requestStart];
			})()`)
			if err != nil {
				return err
			}
			painted, answered = append(painted, times[0]), append(answered, times[1])
		}
		slices.Sort(painted)
		slices.Sort(answered)
		fmt.Printf("%-40s first paint %4.0f ms, of which %.1f ms for the answer\n", path, painted[2], answered[2])
	}
	return nil
}
