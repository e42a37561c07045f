package backup

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"strconv"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/jsonstream"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Version is the format of the envelope, which is not that of the software.
const Version = 1

// appName is what wrote an envelope.
const appName = "auditor"

// spoolBuffer is how much is written to a bundle's file at once.
const spoolBuffer = 256 << 10

// Export returns a bundle of one state of the store. The caller closes it. It
// fails when a record is such that no bundle with it could be restored. The error
// wraps [ErrTempFile] when there is no room for the bundle; [Vault.Stream] needs
// none.
func (v *Vault) Export(ctx context.Context) (*Bundle, error) {
	b, err := newBundle(v.dir)
	if err != nil {
		return nil, fmt.Errorf("export: %w: %w", ErrTempFile, err)
	}
	if err := v.exportTo(ctx, b); err != nil {
		if b.broke(err) {
			err = fmt.Errorf("%w: %w", ErrTempFile, err)
		}
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// exportTo makes a bundle of one state of the store.
func (v *Vault) exportTo(ctx context.Context, b *Bundle) error {
	err := v.store.View(ctx, func(tx storage.Tx) error {
		if err := b.empty(); err != nil { // it may be the second attempt
			return err
		}
		b.ExportedAt = v.stamp()
		if err := v.write(ctx, tx, b.file, b.ExportedAt); err != nil {
			return err
		}
		var err error
		b.size, err = b.file.Seek(0, io.SeekCurrent)
		return err
	})
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// Stream writes a bundle of one state of the store to w as it is made, without a
// temporary file. The store holds that state until w has taken all of it. With an
// error, what was written is not a whole bundle.
func (v *Vault) Stream(ctx context.Context, w io.Writer, exportedAt storage.Time) error {
	left := &departure{to: w}
	err := v.store.View(ctx, func(tx storage.Tx) error {
		if left.began {
			return errBegunAnew
		}
		return v.write(ctx, tx, left, exportedAt)
	})
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// write writes and signs the whole envelope.
func (v *Vault) write(ctx context.Context, tx storage.Tx, w io.Writer, exportedAt storage.Time) error {
	members := map[string]func(*envelope) error{
		memberVersion:    func(e *envelope) error { return e.text(strconv.Itoa(Version)) },
		memberExportedAt: func(e *envelope) error { return e.text(strconv.FormatInt(int64(exportedAt), 10)) },
		memberAppName:    func(e *envelope) error { return e.value(appName) },
		memberFocus:      func(e *envelope) error { return e.focus(tx) },
	}
	for _, k := range kinds() {
		members[k.member()] = func(e *envelope) error {
			return e.list(func(yield func(any) error) error {
				return k.each(tx, func(record any) error {
					if err := ctx.Err(); err != nil {
						return err
					}
					return yield(record)
				})
			})
		}
	}
	e := &envelope{mac: newMAC(v.key)}
	e.buf = bufio.NewWriterSize(io.MultiWriter(w, e.mac), spoolBuffer)
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	sortNames(names)
	before := "{"
	for _, name := range names {
		if err := e.text(before + strconv.Quote(name) + ":"); err != nil {
			return err
		}
		if err := members[name](e); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		before = ","
	}
	return e.sign(v.key, w)
}

// envelope is written in the form of RFC 8785, to its reader and to what makes
// its signature.
type envelope struct {
	buf *bufio.Writer
	mac hash.Hash
}

func (e *envelope) text(s string) error {
	_, err := e.buf.WriteString(s)
	return err
}

func (e *envelope) value(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if err := jsonstream.Check(text, limits); err != nil {
		return err
	}
	if text, err = canonical(text); err != nil {
		return err
	}
	_, err = e.buf.Write(text)
	return err
}

func (e *envelope) list(each func(yield func(any) error) error) error {
	n, before := 0, "["
	err := each(func(record any) error {
		if err := e.text(before); err != nil {
			return err
		}
		if err := e.value(record); err != nil {
			return fmt.Errorf("record %d: %w", n, err)
		}
		n, before = n+1, ","
		return nil
	})
	if err != nil {
		return err
	}
	if n == 0 {
		return e.text("[]")
	}
	return e.text("]")
}

// focus writes the focus, or null when none was chosen.
func (e *envelope) focus(tx storage.Tx) error {
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

// sign ends the envelope.
func (e *envelope) sign(key []byte, w io.Writer) error {
	if err := e.buf.Flush(); err != nil {
		return err
	}
	e.mac.Write([]byte("}"))
	signed, err := json.Marshal(map[string]signature{memberSignature: sign(key, e.mac)})
	if err != nil {
		return err
	}
	signed[0] = ',' // it goes on behind the other members
	_, err = w.Write(append(signed, '\n'))
	return err
}
