package data

import (
	"context"
	"io"
	"net/http"
	"reflect"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

type exportRequest struct {
	Format string `query:"format" enum:"json,csv" op:"default=csv" doc:"Defaults to csv."`
}

func (b bundles) table(_ context.Context, in exportRequest) (download, error) {
	if in.Format == "json" {
		return download{"application/json", "", b.Bundles.WriteJSON}, nil
	}
	name := "auditor-" + b.Now().UTC().Format("2006-01-02") + ".csv"
	return download{"text/csv; charset=utf-8", name, b.Bundles.WriteCSV}, nil
}

// exportedFleet describes the JSON form. An app is as the list of apps has it, with
// its labels and the analysis of its policy.
func exportedFleet(r *openapi.Reflector) *openapi.Schema {
	app := r.Define("ExportedApp", nil, func() *openapi.Schema {
		s := r.Object(reflect.TypeFor[tracked.Detail]())
		s.Properties["policyAnalysis"] = openapi.OrNull(op.Of[storage.PolicyAnalysis]()(r))
		s.Required = append(s.Required, "policyAnalysis")
		return s
	})
	return openapi.Closed(openapi.Members{
		"exportedAt": op.Of[storage.Time]()(r).Says("When the file was made"), "apps": openapi.List(app).Says("The apps"),
	})
}

// download is a file that is written for each request, and may be large.
type download struct {
	contentType string
	name        string // what it is saved as; empty: it is not to be saved
	write       func(ctx context.Context, w io.Writer) error
}

func (d download) SetHeader(h http.Header) {
	h.Set("Content-Type", d.contentType)
	if d.name != "" {
		h.Set("Content-Disposition", `attachment; filename="`+d.name+`"`)
	}
}

func (d download) WriteAll(ctx context.Context, w io.Writer) error { return d.write(ctx, w) }
