package commands

import (
	"context"
	"errors"
	"io"
	"net/url"
	"strings"

	"github.com/privacylabels/auditor/internal/terminal"
)

// Evidence is the command evidence.
type Evidence struct {
	ID   string `arg:"" help:"The ID of the change, as the data set, changes --json and the page show it."`
	File string `arg:"" optional:"" help:"The zip; - is standard output. Default: evidence-ID.zip in the current folder."`
}

// Help returns examples.
func (Evidence) Help() string {
	return `The zip has the two labels side by side as a page to print, both as JSON, the times of the observations, and a signature that
"auditor verify" checks without the service. Examples:

  auditor evidence 0000000310633997-1760000000000:0
  auditor verify evidence-0000000310633997-1760000000000-0.zip`
}

// Do runs the command.
func (v Evidence) Do(ctx context.Context, e *Env) error {
	write := func(w io.Writer) error {
		from, err := e.Get(ctx, "/api/changes/"+url.PathEscape(v.ID)+"/evidence")
		if err != nil {
			return err
		}
		_, err = io.Copy(w, from)
		return errors.Join(err, from.Close())
	}
	file := v.File
	switch file {
	case "-":
		return write(terminal.Data(e.Out))
	case "":
		file = "evidence-" + strings.NewReplacer(":", "-", "/", "-", `\`, "-").Replace(v.ID) + ".zip"
	}
	if err := e.WriteSigned(ctx, file, write); err != nil {
		return err
	}
	return e.print("wrote %s", file)
}
