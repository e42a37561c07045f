package backup

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/jsonstream"
	"github.com/privacylabels/auditor/storage"
)

// foreignWriter takes records in whatever order they come, and makes an envelope
// of them. Each has one member more, which restores ignore: the row that it is of.
type foreignWriter struct {
	dir   string
	lists map[string]*foreignList
}

// foreignList is a member on its way.
type foreignList struct {
	file *Bundle
	buf  *bufio.Writer
	n    int
}

// place names a row.
type place struct {
	Table string `json:"table"`
	Index int    `json:"index"`
}

// memberPlace is the member of a record that says of which row it is.
const memberPlace = "from"

func newForeignWriter(dir string) *foreignWriter {
	return &foreignWriter{dir: dir, lists: make(map[string]*foreignList)}
}

// put adds a record that was made of a row.
func (w *foreignWriter) put(member string, r *row, record any) error {
	if r.err != nil {
		return r.err
	}
	text, err := json.Marshal(record)
	if err != nil {
		return r.fault(fmt.Errorf("%w: %w", ErrRecord, err))
	}
	if err := jsonstream.Check(text, limits); err != nil {
		return r.fault(err)
	}
	at, err := json.Marshal(place{r.table, r.index})
	if err != nil {
		return err
	}
	list, err := w.list(member)
	if err != nil {
		return err
	}
	before := ""
	if list.n++; list.n > 1 {
		before = ","
	}
	_, err = fmt.Fprintf(list.buf, `%s%s,%q:%s}`, before, text[:len(text)-1], memberPlace, at)
	return err
}

func (w *foreignWriter) list(member string) (*foreignList, error) {
	if list, there := w.lists[member]; there {
		return list, nil
	}
	file, err := newBundle(w.dir)
	if err != nil {
		return nil, err
	}
	list := &foreignList{file: file, buf: bufio.NewWriterSize(file.file, 64<<10)}
	w.lists[member] = list
	return list, nil
}

// bundle returns the envelope.
func (w *foreignWriter) bundle(exportedAt storage.Time, focus *feature.Focus) (_ *Bundle, err error) {
	b, err := newBundle(w.dir)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.Close())
		}
	}()
	chosen, err := json.Marshal(focus)
	if err != nil {
		return nil, err
	}
	to := bufio.NewWriterSize(b.file, spoolBuffer)
	fmt.Fprintf(to, `{%q:%d,%q:%d,%q:%s`, memberVersion, Version, memberExportedAt, exportedAt, memberFocus, chosen)
	if _, err := w.list(memberApps); err != nil { // which must be there
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(w.lists)) {
		fmt.Fprintf(to, `,%q:[`, name)
		if err := w.lists[name].copyTo(to); err != nil {
			return nil, err
		}
		to.WriteByte(']')
	}
	to.WriteByte('}')
	if err := to.Flush(); err != nil { // which tells what any of the writes failed with
		return nil, fmt.Errorf("translate a backup: %w", err)
	}
	b.size, err = b.file.Seek(0, io.SeekCurrent)
	return b, err
}

func (l *foreignList) copyTo(to io.Writer) error {
	if err := l.buf.Flush(); err != nil {
		return fmt.Errorf("translate a backup: %w", err)
	}
	size, err := l.file.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return fmt.Errorf("translate a backup: %w", err)
	}
	_, err = io.Copy(to, l.file.section(0, size))
	return err
}

func (w *foreignWriter) close() error {
	var err error
	for _, list := range w.lists {
		err = errors.Join(err, list.file.Close())
	}
	return err
}

// ofTheRow makes an error of a translated envelope one of the foreign one: it
// names the row.
func (c *contents) ofTheRow(err error) error {
	var format *FormatError
	if c.origin == nil || !errors.As(err, &format) {
		return err
	}
	if format.Index < 0 { // no record: what the settings say together
		return &FormatError{memberTables + ".app_settings", -1, format.Err}
	}
	at, found := c.members[format.Member], place{}
	errFound := errors.New("found")
	err = jsonstream.Elements(c.bundle.section(at.From, at.To), limits, func(i int, value []byte) error {
		if i < format.Index {
			return nil
		}
		var record struct {
			From place `json:"from"`
		}
		if err := jsonstream.Decode(value, &record); err != nil {
			return err
		}
		found = record.From
		return errFound
	})
	if !errors.Is(err, errFound) {
		return errors.Join(format, err)
	}
	return &FormatError{memberTables + "." + found.Table, found.Index, format.Err}
}
