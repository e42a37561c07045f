package data

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/services"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// maxDatasets is how many data sets a process writes at once.
const maxDatasets = 2

// datasets are the operations on the record as a data set.
type datasets struct {
	services.Set
	writing chan struct{} // has an element for each data set that is being written
	files   *datasetFiles
}

func newDatasets(s services.Set) datasets {
	return datasets{s, make(chan struct{}, maxDatasets), new(datasetFiles)}
}

func (d datasets) operations() []op.Operation {
	return []op.Operation{
		op.WithRequest(op.WithLater(op.Spec{
			Route: "GET /api/dataset", ID: "exportDataset", Group: "backup", Summary: "Export the record as a data set",
			Access: op.Sensitive, Refuses: []int{http.StatusServiceUnavailable},
		}, "startDataset", zipAnswer), d.export),
		op.New(op.Spec{
			Route: "GET /api/dataset/files/{id}", ID: "datasetFile", Group: "backup", Summary: "Get a data set whose client did not wait for it",
			Access: op.Sensitive, Refuses: []int{http.StatusNotFound}, Doc: op.Doc{Answer: zipAnswer},
		}, d.file),
		op.New(op.Spec{
			Route: "GET /api/changes/{id}/evidence", ID: "changeEvidence", Group: "changelog", Summary: "Get the evidence of a change as a signed zip",
			Refuses: []int{http.StatusNotFound}, Doc: op.Doc{Answer: zipAnswer},
		}, d.evidence),
		op.New(op.Spec{
			Route: "GET /api/stats/panel", ID: "panelStats", Group: "stats", Summary: "Count how common the items of labels were, by period",
			Cached: true, Heavy: true, Reads: storage.TablesOf("Apps", "AppTags", "Snapshots", "Changes", "Labels"),
		}, d.panel),
		op.New(op.Spec{
			Route: "GET /api/developers", ID: "listDevelopers", Group: "stats", Summary: "List the developers of the tracked apps",
			Cached: true, Reads: storage.TablesOf("Apps", "Snapshots", "Changes"),
		}, d.developers),
		op.New(op.Spec{
			Route: "GET /api/signing-key", ID: "signingKey", Group: "backup", Summary: "Get the public key that verifies data sets and evidence",
		}, d.key),
	}
}

var zipAnswer = op.Answer{Content: "application/zip", Headers: []op.Header{op.FileName}}

type datasetRequest struct {
	op.Waiting
	AsOf           storage.Time `query:"asOf" op:"end" doc:"Leave out what was observed after this time. A date means its end, in UTC."`
	KnownAt        storage.Time `query:"knownAt" op:"end" doc:"Leave out what was stored after this time, whatever it is about, such as captures of the web archive that were imported since. A date means its end, in UTC."`
	Since          storage.Time `query:"since" doc:"Leave out states that ended before this time, and earlier observations, changes and runs."`
	Source         string       `query:"source" doc:"Only apps of this source: appstore, or the name of another one." example:"appstore"`
	Tag            string       `query:"tag" doc:"Only apps with this tag." example:"games"`
	Licence        string       `query:"licence" doc:"The SPDX identifier of the licence to name." example:"CC-BY-4.0"`
	Runs           bool         `query:"runs" doc:"Include runs. They are not in backups, so without them a data set has the same bytes after a restore."`
	Texts          bool         `query:"texts" doc:"Include the texts of privacy policies."`
	ForSpreadsheet bool         `query:"forSpreadsheet" doc:"Put an apostrophe before cells that a spreadsheet would take for formulas. Otherwise cells are exact."`
	Compress       string       `query:"compress" enum:"gzip,zstd" doc:"How tables are compressed within the zip. gzip: they are .csv.gz; zstd: .csv.zst."`
}

func (r datasetRequest) options() dataset.Options {
	return dataset.Options{
		AsOf: r.AsOf, KnownAt: r.KnownAt, Since: r.Since, Source: r.Source, Tag: r.Tag, Licence: r.Licence, Runs: r.Runs, Texts: r.Texts,
		ForSpreadsheet: r.ForSpreadsheet, Compression: r.Compress,
	}
}

// Check refuses options that are not valid.
func (r datasetRequest) Check() error {
	if tag, err := tracked.Tag(r.Tag); r.Tag != "" && (err != nil || tag != r.Tag) {
		return op.BadRequest("tag is not a tag: in lower case, 1 to 50 characters without commas")
	}
	err := r.options().Check()
	if errors.Is(err, dataset.ErrOption) {
		return &op.Error{Status: http.StatusBadRequest, Message: "asOf, knownAt, since or licence is not valid: " + err.Error(), Cause: err}
	}
	return err
}

// datasetName is the name that a data set is saved under.
const datasetName = "privacy-labels.zip"

// export sends a data set while it is written or, for a client that does not wait, writes it to a
// file.
func (d datasets) export(ctx context.Context, r op.Request, in datasetRequest) (any, error) {
	select {
	case d.writing <- struct{}{}:
	default:
		return nil, &op.Error{Status: http.StatusServiceUnavailable, Message: "Two data sets are being written. Try again later", RetryAfter: time.Minute}
	}
	done := func() { <-d.writing }
	if !in.Async(r) {
		context.AfterFunc(ctx, done) // the context ends with the request
		return zipped{datasetName, func(ctx context.Context, w op.Writer) error { return d.Datasets.Write(ctx, w, in.options()) }}, nil
	}
	folder := op.PathFor(r, "/api/dataset/files/")
	accepted, err := r.Later(func(ctx context.Context, _ op.NoteFunc) (any, error) {
		defer done()
		return d.writeFile(ctx, folder, in.options())
	})
	if err != nil {
		done()
		return nil, err
	}
	return accepted, nil
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

type evidenceRequest struct {
	ID string `path:"id" doc:"The ID of the change." example:"0000009900000001-1760000000000:0"`
}

func (d datasets) evidence(ctx context.Context, in evidenceRequest) (zipped, error) {
	id, err := storage.ParseChangeID(in.ID)
	if err != nil {
		return zipped{}, fmt.Errorf("%w: %w", storage.ErrNotFound, err)
	}
	if err := d.Datasets.HasChange(ctx, id); err != nil {
		return zipped{}, err
	}
	name := "evidence-" + strings.ReplaceAll(id.String(), ":", "-") + ".zip"
	return zipped{name, func(ctx context.Context, w op.Writer) error { return d.Datasets.Evidence(ctx, w, id) }}, nil
}

// panelSpan is the length of the default interval of the statistics.
const panelSpan = 365 * 24 * time.Hour

type panelRequest struct {
	From     op.Optional[storage.Time] `query:"from" doc:"A time in the first period. Defaults to a year ago."`
	To       op.Optional[storage.Time] `query:"to" op:"end" doc:"A time in the last period. Defaults to now."`
	Interval string                    `query:"interval" enum:"week,month" op:"default=month" doc:"The length of a period: week, from Monday, or month; in UTC. Defaults to month."`
	By       string                    `query:"by" enum:"genre,price,rating,developer,tag,country" doc:"Group the apps by what was observed last. An app counts in the group of each of its tags. Of many groups, the 100 with the most apps of each source have rows. Default: one group."`
	Carry    int                       `query:"carry" op:"min=0,max=366,default=45" doc:"For how many days before a period an app may have been observed last. Defaults to 45."`
}

// panelAnswer is a panel that expires if it ends now.
type panelAnswer struct {
	dataset.Panel
	until storage.Time
}

// ValidUntil implements [op.Expirer].
func (a panelAnswer) ValidUntil() storage.Time { return a.until }

// panelAge is how long a panel that ends now stays valid without a write to the database.
const panelAge = time.Hour

func (d datasets) panel(ctx context.Context, in panelRequest) (answer panelAnswer, err error) {
	now := storage.TimeOf(d.Now())
	q := dataset.PanelQuery{From: now.Add(-panelSpan), To: now, Interval: in.Interval, By: in.By, Carry: time.Duration(in.Carry) * 24 * time.Hour}
	if in.From.Sent {
		q.From = max(in.From.Value, 1)
	}
	if in.To.Sent {
		q.To = in.To.Value
	}
	if !in.From.Sent || !in.To.Sent {
		answer.until = now.Add(panelAge)
	}
	answer.Panel, err = d.Datasets.Panel(ctx, q)
	if errors.Is(err, dataset.ErrOption) {
		err = op.BadRequest("from must not be after to, and there can be at most 600 periods")
	}
	return answer, err
}

type developersRequest struct {
	Search string    `query:"q" op:"trim,max=200" doc:"Only developers whose name contains this text, ignoring case and accents." example:"example"`
	Sort   string    `query:"sort" enum:"apps,risk,changes,last,name" op:"default=apps" doc:"What to sort by: the number of apps, the worst risk, the number of changes, the last change, each the highest first, or the name. Defaults to apps. Ties are sorted by name." example:"risk"`
	Limit  int       `query:"limit" op:"min=1,max=200,default=50" doc:"The page size. Defaults to 50." example:"20"`
	Offset op.Offset `query:"offset" doc:"The number of developers to skip." example:"0"`
}

type developersAnswer struct {
	Developers []dataset.Developer `json:"developers"` // the developers of the page
	Total      int                 `json:"total"`      // the number of developers on all pages
}

func (d datasets) developers(ctx context.Context, in developersRequest) (answer developersAnswer, err error) {
	answer.Developers, answer.Total, err = d.Datasets.Developers(ctx, dataset.DevelopersQuery{
		Search: in.Search, Order: in.Sort, Limit: in.Limit, Offset: in.Offset.Skip,
	})
	if answer.Developers == nil {
		answer.Developers = []dataset.Developer{}
	}
	return answer, err
}
