package commands

import (
	"context"
	"errors"
	"io"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/terminal"
)

// Dataset is the command dataset.
type Dataset struct {
	To             string `arg:"" name:"target" help:"A new folder, a file whose name ends in .zip, or - for a zip on standard output."`
	AsOf           string `placeholder:"DATE" help:"Leave out what was observed later."`
	KnownAt        string `placeholder:"DATE" help:"Leave out what was stored later, such as captures of the web archive that were imported since."`
	Since          string `placeholder:"DATE" help:"Leave out states that ended before, and earlier observations, changes and runs."`
	Source         string `placeholder:"NAME" help:"Only apps of this source: appstore, or the name of another one."`
	Tag            string `placeholder:"TAG" help:"Only apps with this tag."`
	Licence        string `placeholder:"SPDX" help:"The licence to name, such as CC-BY-4.0."`
	Runs           bool   `help:"With the runs. They are not in backups, so without them a data set has the same bytes after a restore."`
	Texts          bool   `help:"With the texts of privacy policies."`
	ForSpreadsheet bool   `help:"Put an apostrophe before cells that a spreadsheet would take for formulas."`
	Compress       string `enum:",gzip,zstd" default:"" placeholder:"gzip" help:"gzip: tables are .csv.gz; zstd: .csv.zst."`
}

// Help returns examples.
func (Dataset) Help() string {
	return `The same records and options give the same bytes. docs/DATA.md describes the tables. Examples:

  auditor dataset panel/
  auditor dataset panel.zip --as-of 2026-05-01 --licence CC-BY-4.0
  auditor dataset games/ --tag games
  auditor dataset - --known-at 2025-12-31 > panel.zip`
}

// Do runs the command.
func (d Dataset) Do(ctx context.Context, e *Env) error {
	query := make(url.Values)
	for name, value := range map[string]string{
		"asOf": d.AsOf, "knownAt": d.KnownAt, "since": d.Since, "source": d.Source, "tag": d.Tag, "licence": d.Licence, "compress": d.Compress,
	} {
		if value != "" {
			query.Set(name, value)
		}
	}
	for name, on := range map[string]bool{"runs": d.Runs, "texts": d.Texts, "forSpreadsheet": d.ForSpreadsheet} {
		if on {
			query.Set(name, "true")
		}
	}
	path := "/api/dataset"
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	write := func(w io.Writer) (err error) {
		from, err := e.Get(ctx, path)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, from.Close()) }()
		_, err = io.Copy(&metered{to: w, env: e, told: e.Now()}, from)
		return err
	}
	switch {
	case d.To == "-":
		return write(terminal.Data(e.Out))
	case strings.EqualFold(filepath.Ext(d.To), ".zip"):
		return e.WriteSigned(ctx, d.To, write)
	}
	return e.Unpack(ctx, d.To, write)
}

// tellEvery is the time between two lines about progress.
const tellEvery = 5 * time.Second

// metered tells from time to time how much was written through it.
type metered struct {
	to   io.Writer
	env  *Env
	n    int64
	told time.Time
}

func (m *metered) Write(b []byte) (int, error) {
	n, err := m.to.Write(b)
	m.n += int64(n)
	if now := m.env.Now(); now.Sub(m.told) >= tellEvery {
		m.told = now
		m.env.say("%d MB written", m.n/1e6)
	}
	return n, err
}
