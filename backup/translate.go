package backup

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/privacylabels/auditor/backup/internal/legacy"
	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/storage"
)

// memberTables is the member that distinguishes legacy backups.
const memberTables = "tables"

// isLegacy reports whether the backup has the format of package legacy.
func (e *envelope) isLegacy() bool {
	_, own := e.members[memberApps]
	at, ok := e.members[memberTables]
	return ok && !at.Array && !own
}

// checkTables refuses a legacy backup without apps, or with rows that are not a list.
func (e *envelope) checkTables() error {
	if _, ok := e.tables[memberApps]; !ok {
		return invalid(memberTables+"."+memberApps, -1, record.ErrMissing)
	}
	for name, at := range e.tables {
		if !at.Array {
			return invalid(memberTables+"."+name, -1, fmt.Errorf("%w: the rows must be a list", jsonread.ErrType))
		}
	}
	return nil
}

// translate converts a legacy backup to one of this service, and returns what it left and
// derived. The caller must close its file. The result is never trusted,
// because the signature of a legacy backup has another form and another key.
func (e *envelope) translate(ctx context.Context, dir string) (_ *envelope, _ legacy.Result, err error) {
	w := &translator{dir: dir, kinds: kinds(new(storage.Tx)), lists: make(map[string]*listFile)}
	defer func() { err = errors.Join(err, w.close()) }()
	from := legacy.Source{File: e.file.file, Tables: e.tables, ExportedAt: e.exportedAt, Dir: dir}
	result, err := legacy.Translate(ctx, from, w.put)
	if row, ok := errors.AsType[*legacy.RowError](err); ok && !isFileError(err) {
		err = &FormatError{memberTables + "." + row.Table, row.Index, row.Column, row.Err}
	}
	if err != nil {
		return nil, legacy.Result{}, err
	}
	f, err := w.file(e.exportedAt, result.Focus)
	if err != nil {
		return nil, legacy.Result{}, err
	}
	own, err := open(f)
	if err != nil {
		return nil, legacy.Result{}, errors.Join(err, f.Close())
	}
	own.signature, own.signed, own.legacy = e.signature, e.signed, e
	return own, result, nil
}

// translator writes an envelope from records that come in any order. It adds a member to each
// record that names the legacy row, for error messages; a restore ignores it.
type translator struct {
	dir   string
	kinds []kind
	lists map[string]*listFile
}

// listFile is a list that is being written.
type listFile struct {
	*File
	buf   *bufio.Writer
	comma string // before the next record
}

// memberRow is the additional member of a record.
const memberRow = "from"

// put adds a record that was made from a row.
func (w *translator) put(row legacy.Row, made any) error {
	member, wire, err := w.encode(made)
	if err != nil {
		return err
	}
	text, err := json.Marshal(wire)
	if err == nil {
		err = jsonread.Check(text, record.Limits)
	} else {
		err = fmt.Errorf("%w: %w", record.ErrInvalid, err)
	}
	if err != nil {
		return &FormatError{memberTables + "." + row.Table, row.Index, "", err}
	}
	from, err := json.Marshal(row)
	if err != nil {
		return err
	}
	list, err := w.list(member)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(list.buf, `%s%s,%q:%s}`, list.comma, text[:len(text)-1], memberRow, from)
	list.comma = ","
	return err
}

// encode converts a record to the form of its kind.
func (w *translator) encode(made any) (member string, wire any, err error) {
	for _, k := range w.kinds {
		if wire, ok := k.encode(made); ok {
			return k.member, wire, nil
		}
	}
	return "", nil, fmt.Errorf("translate a backup: no kind for a %T", made)
}

func (w *translator) list(member string) (*listFile, error) {
	if list, ok := w.lists[member]; ok {
		return list, nil
	}
	f, err := newFile(w.dir)
	if err != nil {
		return nil, err
	}
	list := &listFile{File: f, buf: bufio.NewWriterSize(f.file, 64<<10)}
	w.lists[member] = list
	return list, nil
}

// file returns the envelope.
func (w *translator) file(exportedAt storage.Time, focus *feature.Focus) (_ *File, err error) {
	f, err := newFile(w.dir)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close())
		}
	}()
	chosen, err := json.Marshal(focus)
	if err != nil {
		return nil, err
	}
	to := bufio.NewWriterSize(f.file, writeBuffer)
	fmt.Fprintf(to, `{%q:%d,%q:%d,%q:%s`, memberVersion, Version, memberExportedAt, exportedAt, memberFocus, chosen)
	if _, err := w.list(memberApps); err != nil { // must exist, even if empty
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
	if err := to.Flush(); err != nil { // also returns the error of an earlier write
		return nil, fmt.Errorf("translate a backup: %w", err)
	}
	f.size, err = f.file.Seek(0, io.SeekCurrent)
	return f, err
}

func (l *listFile) copyTo(to io.Writer) error {
	err := l.buf.Flush()
	if err == nil {
		l.size, err = l.file.Seek(0, io.SeekCurrent)
	}
	if err == nil {
		_, err = l.WriteTo(to)
	}
	if err != nil {
		return fmt.Errorf("translate a backup: %w", err)
	}
	return nil
}

func (w *translator) close() error {
	var err error
	for _, list := range w.lists {
		err = errors.Join(err, list.Close())
	}
	return err
}

// rowError replaces the position in a translated backup by that in the legacy backup.
func (e *envelope) rowError(err error) error {
	format, ok := errors.AsType[*FormatError](err)
	if !ok {
		return err
	}
	if format.Index < 0 { // only the focus, which was made from several settings
		return &FormatError{memberTables + ".app_settings", -1, "", format.Err}
	}
	at, row := e.members[format.Member], legacy.Row{}
	errFound := errors.New("found")
	err = jsonread.Elements(e.file.section(at.From, at.To), record.Limits, func(i int, value []byte) error {
		if i < format.Index {
			return nil
		}
		var made struct {
			From legacy.Row `json:"from"`
		}
		if err := jsonread.Decode(value, &made); err != nil {
			return err
		}
		row = made.From
		return errFound
	})
	if !errors.Is(err, errFound) {
		return errors.Join(format, err)
	}
	return &FormatError{memberTables + "." + row.Table, row.Index, "", format.Err}
}
