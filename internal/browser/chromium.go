package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// ErrNone is returned if the machine has no browser.
var ErrNone = errors.New("browser: there is no Chromium: install it, or name one in CHROME")

// Chromium is a running Chromium without a window.
type Chromium struct {
	ctx  context.Context
	stop func()
}

// Launch starts the Chromium that CHROME names, or else the first in PATH.
func Launch() (*Chromium, error) {
	path := os.Getenv("CHROME")
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path == "" {
			path, _ = exec.LookPath(name)
		}
	}
	if path == "" {
		return nil, ErrNone
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("hide-scrollbars", true))
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stop := chromedp.NewContext(allocator)
	c := &Chromium{ctx: ctx, stop: func() {
		stop()
		stopAllocator()
	}}
	if err := chromedp.Do(ctx); err != nil {
		c.Close()
		return nil, fmt.Errorf("browser: start %s: %w", path, err)
	}
	return c, nil
}

// Close ends the browser.
func (c *Chromium) Close() { c.stop() }

// View is how a tab shows a site.
type View struct {
	Origin        string  // of the site, such as http://127.0.0.1:3000, without a slash at its end
	Width, Height int     // of the window in CSS pixels; zero: 1,000 and 900
	Scale         float64 // pixels of a picture for each of these; zero: 1
	Dark          bool    // the reader prefers dark
	NoScripts     bool    // scripts are switched off
}

// Open opens an empty tab, with cookies of its own.
func (c *Chromium) Open(v View) (*Tab, error) {
	if v.Width == 0 {
		v.Width, v.Height = 1000, 900
	}
	if v.Scale == 0 {
		v.Scale = 1
	}
	ctx, cancel := chromedp.NewContext(c.ctx, chromedp.WithNewBrowserContext())
	t := &Tab{origin: v.Origin, ctx: ctx, Close: cancel}
	if err := chromedp.Do(ctx); err != nil { // opens it
		cancel()
		return nil, fmt.Errorf("browser: open a tab: %w", err)
	}
	if err := chromedp.Listen(ctx, t.record); err != nil {
		cancel()
		return nil, err
	}
	scheme := "light"
	if v.Dark {
		scheme = "dark"
	}
	err := chromedp.Do(ctx,
		send(network.Enable, network.EnableParams{}),
		send(cdplog.Enable, cdp.Empty{}),
		chromedp.EmulateViewport(int64(v.Width), int64(v.Height), chromedp.EmulateScale(v.Scale)),
		send(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
		}}),
		send(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: v.NoScripts}),
	)
	if err != nil {
		cancel()
		return nil, fmt.Errorf("browser: set up a tab: %w", err)
	}
	return t, nil
}

// send is the action of one command of the protocol whose result does not matter.
func send[P, R any](command cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, command, params)
		return err
	})
}
