package browser_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/privacylabels/auditor/internal/browser"
)

// maxPage is how many bytes a page may have.
const maxPage = 60 << 10

var (
	// chromium is the browser of all tests.
	chromium = sync.OnceValues(func() (*browser.Chromium, error) {
		c, err := browser.Launch()
		if err == nil {
			atEnd(func() error { c.Close(); return nil })
		}
		return c, err
	})
	// program is where the standalone program is built. AUDITOR_E2E_BINARY names one that is
	// tried in its place.
	program = sync.OnceValues(func() (string, error) {
		if path := os.Getenv("AUDITOR_E2E_BINARY"); path != "" {
			return path, nil
		}
		return browser.Build(context.Background(), "../..", folder)
	})
	// demo is a program with the invented apps, for tests that change nothing.
	demo = sync.OnceValues(func() (*browser.Program, error) {
		path, err := program()
		if err != nil {
			return nil, err
		}
		p, err := browser.Start(path, filepath.Join(folder, "demo"), []string{"-demo"}, nil)
		if err == nil {
			atEnd(p.Close)
		}
		return p, err
	})
	// folder holds what lives as long as the tests.
	folder string

	ends struct {
		sync.Mutex
		all []func() error
	}
)

// atEnd lets fn run when all tests have ended.
func atEnd(fn func() error) {
	ends.Lock()
	defer ends.Unlock()
	ends.all = append(ends.all, fn)
}

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) (status int) {
	var err error
	if folder, err = os.MkdirTemp("", "auditor-browser-*"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	defer func() {
		for _, end := range ends.all {
			if err := end(); err != nil {
				fmt.Fprintln(os.Stderr, err)
				status = 1
			}
		}
	}()
	return m.Run()
}

// needChromium skips a test on a machine without a browser.
func needChromium(t testing.TB) *browser.Chromium {
	t.Helper()
	c, err := chromium()
	if errors.Is(err, browser.ErrNone) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// demoSite returns the address of the program with the invented apps.
func demoSite(t testing.TB) string {
	t.Helper()
	needChromium(t)
	p, err := demo()
	if err != nil {
		t.Fatal(err)
	}
	return p.URL
}

// start runs a program of the test's own and returns its address.
func start(t testing.TB, dir string, args, env []string) string {
	t.Helper()
	needChromium(t)
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	p, err := browser.Start(path, dir, args, env)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p.URL
}

// open opens a tab for a test. At the end of the test it may have asked no other host for
// anything, have got no page that is too large, and have no errors of scripts.
func open(t testing.TB, v browser.View) *browser.Tab {
	t.Helper()
	tab, err := needChromium(t).Open(v)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		defer tab.Close()
		for _, other := range tab.Hosts() {
			t.Errorf("the page asked another host: %s", other)
		}
		for _, complaint := range tab.Complaints() {
			t.Errorf("the browser complains: %s", complaint)
		}
		for _, r := range tab.Requests() {
			if slices.Contains([]string{"Document", "XHR", "Fetch"}, r.Type) && r.Bytes > maxPage {
				t.Errorf("%s has %d bytes, more than %d", r.URL, r.Bytes, maxPage)
			}
		}
	})
	return tab
}

// do takes steps, and ends the test at the first that fails.
func do(t testing.TB, tab *browser.Tab, steps ...browser.Step) {
	t.Helper()
	if err := tab.Do(steps...); err != nil {
		t.Fatal(err)
	}
}

// read returns the value of a JavaScript expression.
func read[T any](t testing.TB, tab *browser.Tab, expression string) T {
	t.Helper()
	value, err := browser.Read[T](tab, expression)
	if err != nil {
		t.Fatalf("%.200s: %.500v", expression, err)
	}
	return value
}

// write writes a file.
func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
