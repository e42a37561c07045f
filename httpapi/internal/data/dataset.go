package data

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/backup/dataset"
	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/httpapi/services"
	"github.com/privacylabels/auditor/storage"
)

// maxDatasets is how many data sets a process writes at once.
const maxDatasets = 2

// datasets are the operations on the record as a data set.
type datasets struct {
	services.Set
	writing chan struct{} // has an element for each data set that is being written
}

func newDatasets(s services.Set) datasets { return datasets{s, make(chan struct{}, maxDatasets)} }

func (d datasets) operations() []op.Operation {
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/dataset", ID: "exportDataset", Group: "backup", Summary: "Export the record as a data set",
			Access: op.Sensitive, Refuses: []int{http.StatusServiceUnavailable},
			Doc: op.Doc{Answer: op.Answer{Content: "application/zip", Headers: []op.Header{op.FileName}}},
		}, d.export),
		op.New(op.Spec{
			Route: "GET /api/signing-key", ID: "signingKey", Group: "backup", Summary: "Get the public key that verifies data sets and evidence",
			Access: op.Public,
		}, d.key),
	}
}

type datasetRequest struct {
	AsOf           storage.Time `query:"asOf" op:"end" doc:"Leave out what was observed after this time. A date means its end, in UTC."`
	KnownAt        storage.Time `query:"knownAt" op:"end" doc:"Leave out what was stored after this time, whatever it is about, such as captures of the web archive that were imported since. A date means its end, in UTC."`
	Since          storage.Time `query:"since" doc:"Leave out states that ended before this time, and earlier observations, changes and runs."`
	Source         string       `query:"source" doc:"Only apps of this source: appstore, or the name of another one." example:"appstore"`
	Licence        string       `query:"licence" doc:"The SPDX identifier of the licence to name." example:"CC-BY-4.0"`
	Texts          bool         `query:"texts" doc:"Include the texts of privacy policies."`
	ForSpreadsheet bool         `query:"forSpreadsheet" doc:"Put an apostrophe before cells that a spreadsheet would take for formulas. Otherwise cells are exact."`
	Compress       string       `query:"compress" enum:"gzip" doc:"gzip: tables are .csv.gz."`
}

func (r datasetRequest) options() dataset.Options {
	return dataset.Options{
		AsOf: r.AsOf, KnownAt: r.KnownAt, Since: r.Since, Source: r.Source, Licence: r.Licence, Texts: r.Texts,
		ForSpreadsheet: r.ForSpreadsheet, Gzip: r.Compress == "gzip",
	}
}

// Check refuses options that are not valid.
func (r datasetRequest) Check() error {
	err := r.options().Check()
	if errors.Is(err, dataset.ErrOption) {
		return &op.Error{Status: http.StatusBadRequest, Message: "asOf, knownAt, since or licence is not valid: " + err.Error(), Cause: err}
	}
	return err
}

func (d datasets) export(ctx context.Context, in datasetRequest) (zipped, error) {
	select {
	case d.writing <- struct{}{}:
		context.AfterFunc(ctx, func() { <-d.writing }) // the context ends with the request
	default:
		return zipped{}, &op.Error{Status: http.StatusServiceUnavailable, Message: "Two data sets are being written. Try again later", RetryAfter: time.Minute}
	}
	return zipped{"privacy-labels.zip", func(ctx context.Context, w op.Writer) error { return d.Datasets.Write(ctx, w, in.options()) }}, nil
}

// zipped is a zip that is sent while it is written. If that fails, the connection is closed, and
// the zip lacks its end.
type zipped struct {
	name  string
	write func(ctx context.Context, w op.Writer) error
}

// SetHeader implements [op.Stream].
func (z zipped) SetHeader(h http.Header) {
	h.Set("Content-Type", "application/zip")
	h.Set("Content-Disposition", `attachment; filename="`+z.name+`"`)
}

// Stream implements [op.Stream].
func (z zipped) Stream(ctx context.Context, w op.Writer) error { return z.write(ctx, w) }

func (d datasets) key(context.Context, struct{}) (dataset.SigningKey, error) {
	return d.Datasets.SigningKey()
}
