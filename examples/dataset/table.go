package main

import (
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"github.com/privacylabels/auditor/internal/dataset"
)

const (
	batch      = 1024    // rows that are written at once
	groupLimit = 100_000 // rows of a row group, which the writer holds in memory
)

// convertTable writes one table.
func convertTable(ctx context.Context, pkg fs.FS, t dataset.Table, to string) (n int64, err error) {
	from, err := openTable(pkg, t.Name)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	in := csv.NewReader(from)
	in.ReuseRecord = true
	heading, err := in.Read()
	if err != nil {
		return 0, fmt.Errorf("read the heading: %w", err)
	}
	if !slices.EqualFunc(heading, t.Columns, func(name string, c dataset.Column) bool { return name == c.Name }) {
		return 0, fmt.Errorf("the columns are %q: the data set is of another version of the program", heading)
	}

	file, err := os.Create(to)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	out := parquet.NewWriter(file, schemaOf(t), parquet.Compression(&parquet.Zstd), parquet.MaxRowsPerRowGroup(groupLimit),
		parquet.CreatedBy("auditor", "", ""))
	rows := make([]parquet.Row, 0, batch)
	for {
		cells, err := in.Read()
		if err != nil && !errors.Is(err, io.EOF) {
			return n, err
		}
		if err == nil {
			row, err := rowOf(t, cells)
			if err != nil {
				line, _ := in.FieldPos(0)
				return n, fmt.Errorf("line %d: %w", line, err)
			}
			rows = append(rows, row)
		}
		if len(rows) == batch || err != nil {
			if _, err := out.WriteRows(rows); err != nil {
				return n, err
			}
			n += int64(len(rows))
			rows = rows[:0]
			if err := ctx.Err(); err != nil {
				return n, err
			}
		}
		if err != nil {
			return n, out.Close()
		}
	}
}

// openTable opens the CSV of a table, compressed or not.
func openTable(pkg fs.FS, name string) (io.ReadCloser, error) {
	f, err := pkg.Open(name + ".csv")
	if !errors.Is(err, fs.ErrNotExist) {
		return f, err
	}
	if f, err = pkg.Open(name + ".csv.gz"); err == nil {
		r, err := gzip.NewReader(f)
		return unpacked{r, f}, err
	}
	if f, err = pkg.Open(name + ".csv.zst"); err == nil {
		r, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1))
		return unpacked{r, f}, err
	}
	return nil, err
}

// unpacked reads a compressed file.
type unpacked struct {
	io.Reader
	file fs.File
}

func (u unpacked) Close() error { return u.file.Close() }

// schemaOf returns the schema of a table: that of a struct with a field for each column, because such
// a schema keeps the order of the columns.
func schemaOf(t dataset.Table) *parquet.Schema {
	fields := make([]reflect.StructField, len(t.Columns))
	for i, c := range t.Columns {
		tag := c.Name
		if !c.Required {
			tag += ",optional"
		}
		typ := reflect.TypeFor[string]()
		switch c.Type {
		case dataset.Integer:
			typ = reflect.TypeFor[int64]()
		case dataset.Number:
			typ = reflect.TypeFor[float64]()
		case dataset.Boolean:
			typ = reflect.TypeFor[bool]()
		case dataset.Instant:
			typ, tag = reflect.TypeFor[int64](), tag+",timestamp(millisecond)"
		}
		fields[i] = reflect.StructField{Name: "C" + strconv.Itoa(i), Type: typ, Tag: reflect.StructTag(`parquet:"` + tag + `"`)}
	}
	return parquet.NewSchema(t.Name, parquet.SchemaOf(reflect.New(reflect.StructOf(fields)).Elem().Interface()))
}

// rowOf returns the cells of a row as values. An empty cell is a missing value.
func rowOf(t dataset.Table, cells []string) (parquet.Row, error) {
	row := make(parquet.Row, len(cells))
	for i, c := range t.Columns {
		cell := cells[i]
		if cell == "" {
			if c.Required {
				return nil, fmt.Errorf("%s is missing", c.Name)
			}
			row[i] = parquet.Value{}.Level(0, 0, i)
			continue
		}
		value, err := valueOf(c.Type, cell)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
		level := 0
		if !c.Required {
			level = 1
		}
		row[i] = value.Level(0, level, i)
	}
	return row, nil
}

func valueOf(typ dataset.Type, cell string) (parquet.Value, error) {
	switch typ {
	case dataset.Integer:
		n, err := strconv.ParseInt(cell, 10, 64)
		return parquet.Int64Value(n), err
	case dataset.Number:
		f, err := strconv.ParseFloat(cell, 64)
		return parquet.DoubleValue(f), err
	case dataset.Boolean:
		b, err := strconv.ParseBool(cell)
		return parquet.BooleanValue(b), err
	case dataset.Instant:
		at, err := time.Parse(time.RFC3339, cell)
		return parquet.Int64Value(at.UnixMilli()), err
	}
	return parquet.ByteArrayValue([]byte(strings.Clone(cell))), nil
}
