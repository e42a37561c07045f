package backup

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"

	"golang.org/x/sync/errgroup"

	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/viewstream"
	"github.com/privacylabels/auditor/storage"
)

// Version is the version of the backup format. It is not the version of the
// software.
const Version = 1

// appName is the value of the envelope's member "app".
const appName = "auditor"

// writeBuffer is the size of one write to a file, in bytes.
const writeBuffer = 256 << 10

// Export writes a backup of one state of the database to a temporary file, which the caller
// must close. It fails if a record is invalid, because such a backup could not be restored.
// The error wraps [ErrTempFile] if the file cannot be written; [Service.Stream] needs no
// file.
func (s *Service) Export(ctx context.Context) (*File, error) {
	f, err := newFile(s.config.Dir)
	if err != nil {
		return nil, fmt.Errorf("export: %w: %w", ErrTempFile, err)
	}
	if f.ExportedAt, f.size, err = s.ExportTo(ctx, f.file); err != nil {
		if isFileError(err) {
			err = fmt.Errorf("%w: %w", ErrTempFile, err)
		}
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// ExportTo replaces the contents of a file with a backup of one state of the
// store. It returns the backup's time and its length in bytes.
func (s *Service) ExportTo(ctx context.Context, file *os.File) (exportedAt storage.Time, size int64, err error) {
	err = s.config.Store.View(ctx, func(tx *storage.Tx) error {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		if err := file.Truncate(0); err != nil { // the transaction may be running for the second time
			return err
		}
		exportedAt = s.timestamp()
		if err := s.write(ctx, tx, file, exportedAt); err != nil {
			return err
		}
		size, err = file.Seek(0, io.SeekCurrent)
		return err
	})
	if err != nil {
		return 0, 0, fmt.Errorf("export: %w", err)
	}
	return exportedAt, size, nil
}

// Stream writes a backup of one state of the database directly to w, without a temporary
// file. The transaction stays open until all of it is written. After an error, the output is
// incomplete.
func (s *Service) Stream(ctx context.Context, w io.Writer, exportedAt storage.Time) error {
	err := viewstream.Write(ctx, s.config.Store, w, func(tx *storage.Tx, to *bufio.Writer) error { return s.write(ctx, tx, to, exportedAt) })
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// write writes and signs a backup.
func (s *Service) write(ctx context.Context, tx *storage.Tx, w io.Writer, exportedAt storage.Time) error {
	work, end := s.begin(Writing)
	defer end()
	e := &encoder{mac: newMAC(s.config.Key)}
	e.buf = bufio.NewWriterSize(io.MultiWriter(w, e.mac), writeBuffer)
	members := map[string]func() error{
		memberVersion:    func() error { return e.value(Version) },
		memberExportedAt: func() error { return e.value(exportedAt) },
		memberAppName:    func() error { return e.value(appName) },
		memberFocus:      func() error { return e.focus(tx) },
	}
	for _, k := range kinds(tx) {
		members[k.member] = func() error { return e.list(ctx, counted(work, k.each)) }
	}
	names := slices.Collect(maps.Keys(members))
	sortNames(names)
	separator := "{"
	for _, name := range names {
		if err := e.text(separator + strconv.Quote(name) + ":"); err != nil {
			return err
		}
		if err := members[name](); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		separator = ","
	}
	return e.sign(s.config.Key, w)
}

// encoder writes an envelope in the form of RFC 8785 and computes its signature.
type encoder struct {
	buf *bufio.Writer
	mac hash.Hash
}

func (e *encoder) text(s string) error {
	_, err := e.buf.WriteString(s)
	return err
}

func (e *encoder) value(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return e.canonical(text)
}

// canonical writes a JSON value in the form of RFC 8785.
func (e *encoder) canonical(value []byte) error {
	err := jsonread.Check(value, record.Limits)
	if err != nil {
		return err
	}
	if value, err = jsonread.Canonical(value); err != nil {
		return err
	}
	_, err = e.buf.Write(value)
	return err
}

// batchText is the size of the batches in which a list is written, in bytes.
const batchText = 64 << 10

// list writes records as an array. It reads and writes concurrently, because both take about
// the same time.
func (e *encoder) list(ctx context.Context, each func(yield func(any) error) error) error {
	batches := make(chan [][]byte, 1)
	writing, ctx := errgroup.WithContext(ctx)
	writing.Go(func() error { return e.array(batches) })
	err := marshal(each, func(batch [][]byte) error {
		select {
		case batches <- batch:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	close(batches)
	return cmp.Or(writing.Wait(), err)
}

// marshal calls yield with the JSON of the records, in batches.
func marshal(each func(yield func(any) error) error, yield func([][]byte) error) error {
	var batch [][]byte
	n, size := 0, 0
	err := each(func(wire any) error {
		text, err := json.Marshal(wire)
		if err != nil {
			return fmt.Errorf("record %d: %w", n, err)
		}
		n++
		batch = append(batch, text)
		if size += len(text); size < batchText {
			return nil
		}
		full := batch
		batch, size = nil, 0
		return yield(full)
	})
	if err != nil {
		return err
	}
	return yield(batch)
}

// array writes the values of batches as an array.
func (e *encoder) array(batches <-chan [][]byte) error {
	if err := e.text("["); err != nil {
		return err
	}
	n := 0
	for batch := range batches {
		for _, value := range batch {
			if n > 0 {
				if err := e.text(","); err != nil {
					return err
				}
			}
			if err := e.canonical(value); err != nil {
				return fmt.Errorf("record %d: %w", n, err)
			}
			n++
		}
	}
	return e.text("]")
}

// focus writes the focus, or null if none was chosen.
func (e *encoder) focus(tx *storage.Tx) error {
	chosen, err := settings.Text(tx, feature.FocusSetting)
	if err != nil {
		return err
	}
	if chosen == "" {
		return e.text("null")
	}
	focus, err := feature.FocusOf(tx)
	if err != nil {
		return err
	}
	return e.value(focus)
}

// sign writes the signature, which is the last member.
func (e *encoder) sign(key []byte, w io.Writer) error {
	if err := e.buf.Flush(); err != nil {
		return err
	}
	e.mac.Write([]byte("}"))
	signed, err := json.Marshal(map[string]signature{memberSignature: sign(key, e.mac)})
	if err != nil {
		return err
	}
	signed[0] = ',' // replaces the brace, because the object already has members
	_, err = w.Write(append(signed, '\n'))
	return err
}
