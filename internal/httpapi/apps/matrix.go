package apps

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// matrix relates apps to the categories of data that they collect.
type matrix struct {
	fleet     *tracked.Service
	largeFrom int
}

func (m matrix) operations() []op.Operation {
	return []op.Operation{
		op.NewPlain(op.Spec{
			Route: "GET /api/stats/matrix", ID: "matrix", Group: "stats", Summary: "Get the matrix of apps and data categories", Cached: true,
			Reads: storage.TablesOf("Apps", "Labels"),
			Doc:   op.Doc{Answer: op.Answer{Schema: matrixSchema}},
		}, m.cells),
	}
}

func matrixSchema(r *openapi.Reflector) *openapi.Schema {
	return r.Define("Matrix", nil, func() *openapi.Schema {
		heading := openapi.OneOf(profile.NotLinked.Heading(), profile.Linked.Heading(), profile.Tracking.Heading())
		return openapi.Closed(openapi.Members{
			"apps": op.Of[[]tracked.MatrixApp]()(r), "categories": op.Of[[]tracked.MatrixCategory]()(r), "severities": op.Of[[]tracked.MatrixSeverity]()(r),
			"cells": openapi.Map(openapi.Map(heading)).Says("Headings by app and data category. Apps that collect no data are omitted."),
		})
	})
}

func (m matrix) cells(ctx context.Context) (any, error) {
	size, err := m.fleet.On().Size(ctx)
	if err != nil {
		return nil, err
	}
	if size >= m.largeFrom {
		return matrixAnswer{m.fleet.On().EachCollecting}, nil
	}
	apps, err := m.fleet.On().AllCollecting(ctx)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = matrixAnswer{func(_ context.Context, yield func(storage.AppBrief, map[string]profile.Tier) error) error {
		for _, app := range apps {
			if err := yield(app.AppBrief, app.Beyond); err != nil {
				return err
			}
		}
		return nil
	}}.WriteAll(ctx, &text)
	text.WriteByte('\n')
	return op.Document{ContentType: "application/json", Body: text.Bytes()}, err
}

// matrixAnswer writes a matrix while its apps are read: first the list of apps, then their
// cells.
type matrixAnswer struct {
	each func(ctx context.Context, yield func(storage.AppBrief, map[string]profile.Tier) error) error
}

func (s matrixAnswer) SetHeader(h http.Header) { h.Set("Content-Type", "application/json") }

func (s matrixAnswer) WriteAll(ctx context.Context, w io.Writer) error {
	to := bufio.NewWriterSize(w, pieceSize)
	var encoder op.Encoder
	add := func(before string, value any) error {
		text, err := encoder.Encode(value)
		if err != nil {
			return err
		}
		to.WriteString(before)
		_, err = to.Write(text)
		return err
	}
	var m tracked.Matrix
	before := `{"apps":[`
	err := s.each(ctx, func(app storage.AppBrief, beyond map[string]profile.Tier) error {
		err := add(before, m.Add(app, beyond))
		before = ","
		return err
	})
	if err != nil {
		return err
	}
	if before != "," {
		to.WriteString(before)
	}
	if err := errors.Join(add(`],"categories":`, m.Categories()), add(`,"severities":`, m.Severities())); err != nil {
		return err
	}
	before = `,"cells":{`
	cellsText := make(map[tracked.MatrixCell]string)
	for app, cells := range m.Cells() {
		to.WriteString(before)
		to.WriteString(`"`)
		to.WriteString(app.String())
		to.WriteString(`":`)
		separator := "{"
		for _, c := range cells {
			text, ok := cellsText[c]
			if !ok {
				name, err := json.Marshal(c.Category)
				if err != nil {
					return err
				}
				text = string(name) + `:"` + c.Heading + `"`
				cellsText[c] = text
			}
			to.WriteString(separator)
			to.WriteString(text)
			separator = ","
		}
		to.WriteString("}")
		before = ","
	}
	if before != "," {
		to.WriteString(before)
	}
	to.WriteString("}}")
	return to.Flush() // also returns the error of an earlier write
}
