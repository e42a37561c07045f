package commands

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/privacylabels/auditor/internal/terminal"
)

// Export is the command export.
type Export struct {
	File   string `arg:"" optional:"" default:"-" help:"The file; - is standard output, the default."`
	Format string `enum:",csv,json" default:"" placeholder:"csv|json" help:"csv: a table with a row for each app; json: all apps with their labels, as GET /api/export answers. Default: json for a file whose name ends in .json, else csv."`
}

// Help returns examples.
func (Export) Help() string {
	return `Private notes are not exported. Examples:

  auditor export apps.csv
  auditor export apps.json
  auditor export --format json | jq '.apps | length'`
}

// Do runs the command.
func (x Export) Do(ctx context.Context, e *Env) error {
	path, isJSON := "/api/export", x.Format == "json" || x.Format == "" && strings.EqualFold(filepath.Ext(x.File), ".json")
	if isJSON {
		path += "?format=json"
	}
	from, err := e.Get(ctx, path)
	if err != nil {
		return err
	}
	write := func(w io.Writer) error { return copyExport(w, from, isJSON) }
	if x.File == "-" {
		return errors.Join(write(terminal.Data(e.Out)), from.Close())
	}
	return errors.Join(e.Write(ctx, x.File, write), from.Close())
}
