package dataset

import (
	"archive/zip"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"os"
	"sync"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/privacylabels/auditor/internal/checksums"
	"github.com/privacylabels/auditor/internal/tempfile"
)

// archive writes the files of a data set to a zip.
type archive struct {
	zip   *zip.Writer
	dir   string // folder of temporary files
	list  checksums.List
	files map[string]file // by name
}

// file is a file of the zip.
type file struct {
	Name string
	Size int64
	Sum  [sha256.Size]byte
}

func newArchive(w io.Writer, dir string) *archive {
	// Otherwise zip.Writer uses the buffer w as its own and flushes it, and what was sent cannot be
	// taken back if the store restarts the transaction.
	z := zip.NewWriter(struct{ io.Writer }{w})
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return newDeflater(w) })
	return &archive{zip: z, dir: dir, files: make(map[string]file)}
}

// add adds a file.
func (a *archive) add(name string, content []byte) error {
	p, err := a.direct(name, "")
	if err != nil {
		return err
	}
	if _, err := p.Write(content); err != nil {
		return err
	}
	return p.close()
}

// sign adds the checksums of all files and their signature, and ends the zip.
func (a *archive) sign(key checksums.Key) error {
	signed, err := a.list.Sign(key)
	if err != nil {
		return err
	}
	for _, f := range signed {
		w, err := a.zip.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Deflate})
		if err != nil {
			return err
		}
		if _, err := w.Write(f.Content); err != nil {
			return err
		}
	}
	return a.zip.Close()
}

// part is a file of the zip that is being written.
type part struct {
	archive *archive
	name    string

	packed io.WriteCloser // compresses the file; nil: it is not compressed
	to     io.Writer      // what is written goes here, compressed or not
	sum    hash.Hash
	crc    hash.Hash32
	size   int64

	temp    *os.File  // nil: the part goes directly to the zip
	deflate *deflater // in front of temp, unless the file is compressed itself
	written int64     // to temp
}

// direct begins a file in the zip, see [Options.Compression]. It must be closed before the next
// begins.
func (a *archive) direct(name, compression string) (*part, error) {
	p, err := a.part(name, compression)
	if err != nil {
		return nil, err
	}
	w, err := a.zip.CreateHeader(&zip.FileHeader{Name: p.name, Method: p.method()})
	if err != nil {
		return nil, err
	}
	p.to = w
	return p, nil
}

// apart begins a file that goes to a temporary file until it is closed. The caller must call
// discard in the end.
func (a *archive) apart(name, compression string) (*part, error) {
	p, err := a.part(name, compression)
	if err != nil {
		return nil, err
	}
	temp, err := tempfile.Create(a.dir, "dataset")
	if err != nil {
		return nil, err
	}
	p.temp = temp
	count := counter{temp, &p.written}
	if p.to = count; p.packed == nil {
		if p.deflate, err = newDeflater(count); err != nil {
			return nil, errors.Join(err, temp.Close())
		}
		p.to = p.deflate
	}
	return p, nil
}

// zstdWindow limits how far back zstd looks, and so the memory for each of the files that are
// written at once.
const zstdWindow = 512 << 10

func (a *archive) part(name, compression string) (p *part, err error) {
	p = &part{archive: a, name: name, sum: sha256.New(), crc: crc32.NewIEEE()}
	switch compression {
	case Gzip:
		p.name += ".gz"
		p.packed = gzip.NewWriter(meter{p}) // with neither name nor time
	case Zstd:
		p.name += ".zst"
		p.packed, err = zstd.NewWriter(meter{p}, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
			zstd.WithWindowSize(zstdWindow), zstd.WithLowerEncoderMem(true))
	}
	return p, err
}

func (p *part) method() uint16 {
	if p.packed != nil {
		return zip.Store
	}
	return zip.Deflate
}

// Write writes a piece of the content.
func (p *part) Write(b []byte) (int, error) {
	if p.packed != nil {
		return p.packed.Write(b)
	}
	return meter{p}.Write(b)
}

// close ends the file, and adds it to the zip if it is in a temporary file.
func (p *part) close() error {
	if p.packed != nil {
		if err := p.packed.Close(); err != nil {
			return err
		}
	}
	if p.temp != nil {
		if err := p.copy(); err != nil {
			return err
		}
	}
	done := file{Name: p.name, Size: p.size}
	p.sum.Sum(done.Sum[:0])
	p.archive.files[p.name] = done
	p.archive.list.Add(done.Name, done.Sum)
	return nil
}

// copy copies the temporary file to the zip as it is.
func (p *part) copy() error {
	if p.deflate != nil {
		if err := p.deflate.Close(); err != nil {
			return err
		}
	}
	w, err := p.archive.zip.CreateRaw(&zip.FileHeader{
		Name: p.name, Method: p.method(), CRC32: p.crc.Sum32(),
		CompressedSize64: uint64(p.written), UncompressedSize64: uint64(p.size),
	})
	if err != nil {
		return err
	}
	_, err = io.Copy(w, io.NewSectionReader(p.temp, 0, p.written))
	if err != nil {
		return fmt.Errorf("add %s: %w", p.name, err)
	}
	return nil
}

// compressors are for the files that come after those they were made for: each takes more
// memory than all else that an empty data set needs.
var compressors sync.Pool

// deflater compresses a file.
type deflater struct{ *flate.Writer }

func newDeflater(w io.Writer) (*deflater, error) {
	if used, ok := compressors.Get().(*flate.Writer); ok {
		used.Reset(w)
		return &deflater{used}, nil
	}
	made, err := flate.NewWriter(w, flate.BestSpeed)
	return &deflater{made}, err
}

// Close ends the file. Nothing may be written after it.
func (d *deflater) Close() error {
	err := d.Writer.Close()
	d.Writer.Reset(io.Discard) // holds on to no request
	compressors.Put(d.Writer)
	d.Writer = nil
	return err
}

// discard removes the temporary file.
func (p *part) discard() error {
	if p == nil || p.temp == nil {
		return nil
	}
	return p.temp.Close()
}

// meter measures the content of a file.
type meter struct{ of *part }

func (m meter) Write(b []byte) (int, error) {
	m.of.sum.Write(b)
	if m.of.temp != nil {
		m.of.crc.Write(b)
	}
	m.of.size += int64(len(b))
	return m.of.to.Write(b)
}

// counter counts what is written through it.
type counter struct {
	to io.Writer
	n  *int64
}

func (c counter) Write(b []byte) (int, error) {
	n, err := c.to.Write(b)
	*c.n += int64(n)
	return n, err
}
