package browser

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

// Download takes a step that downloads a file into an empty folder, and waits until the
// file is there.
func Download(dir string, step Step) Step {
	return Step{step.name, func(ctx context.Context, t *Tab) error {
		_, err := chromedp.CallBrowser(t.ctx, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
			Behavior: "allow", BrowserContextID: chromedp.FromContext(t.ctx).BrowserContextID, DownloadPath: dir,
		})
		if err != nil {
			return err
		}
		if err := step.do(ctx, t); err != nil {
			return err
		}
		for {
			files, err := os.ReadDir(dir)
			if err != nil {
				return err
			}
			if len(files) == 1 && !strings.HasPrefix(files[0].Name(), ".") && !strings.HasSuffix(files[0].Name(), ".crdownload") {
				return nil
			}
			select {
			case <-ctx.Done():
				return errors.New("no file was downloaded")
			case <-time.After(25 * time.Millisecond):
			}
		}
	}}
}
