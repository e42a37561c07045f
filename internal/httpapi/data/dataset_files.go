package data

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/storage"
)

const (
	// maxDatasetFiles is how many data sets whose clients did not wait a process keeps, of which the
	// newest stay.
	maxDatasetFiles = 2
	// datasetFileAge is how long a process keeps such a data set, as long as its result.
	datasetFileAge = time.Hour
)

// datasetFiles are the data sets of this process that clients have yet to fetch. Those of another
// process are on its disk.
type datasetFiles struct {
	mu     sync.Mutex
	files  []*datasetFile // oldest first
	closed bool
}

// datasetFile is a data set that is closed when it is neither kept nor being sent.
type datasetFile struct {
	*dataset.TemporaryFile
	id string

	of    *datasetFiles
	age   *time.Timer // removes it
	users int         // of the file, one of which is the list
}

// add keeps a file in place of the oldest. After close it removes the file at once. Failed gets the
// error of a later removal.
func (d *datasetFiles) add(id string, file *dataset.TemporaryFile, failed func(error)) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return file.Close()
	}
	age := time.AfterFunc(datasetFileAge, func() {
		if err := d.remove(id); err != nil {
			failed(err)
		}
	})
	d.files = append(d.files, &datasetFile{file, id, d, age, 1})
	if len(d.files) <= maxDatasetFiles {
		return nil
	}
	return d.drop(0)
}

// drop takes a file off the list, which must be locked.
func (d *datasetFiles) drop(at int) error {
	file := d.files[at]
	d.files = slices.Delete(d.files, at, at+1)
	file.age.Stop()
	return file.leave()
}

// close removes all files that are not being sent, and those when they are. No timer is left.
func (d *datasetFiles) close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	var errs []error
	for len(d.files) > 0 {
		errs = append(errs, d.drop(0))
	}
	return errors.Join(errs...)
}

// remove removes a file, if it is still kept.
func (d *datasetFiles) remove(id string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	at := d.index(id)
	if at < 0 {
		return nil
	}
	return d.drop(at)
}

// open returns a file, which must be closed.
func (d *datasetFiles) open(id string) (*datasetFile, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	at := d.index(id)
	if at < 0 {
		return nil, false
	}
	d.files[at].users++
	return d.files[at], true
}

func (d *datasetFiles) index(id string) int {
	return slices.IndexFunc(d.files, func(f *datasetFile) bool { return f.id == id })
}

// leave takes one of the users of the file. The list must be locked.
func (f *datasetFile) leave() error {
	if f.users--; f.users > 0 {
		return nil
	}
	return f.TemporaryFile.Close()
}

// SetHeader implements [op.File].
func (f *datasetFile) SetHeader(h http.Header) { zipped{name: datasetName}.SetHeader(h) }

// Close implements [op.File].
func (f *datasetFile) Close() error {
	f.of.mu.Lock()
	defer f.of.mu.Unlock()
	return f.leave()
}

// datasetAnswer is the result of a data set whose client did not wait.
type datasetAnswer struct {
	ID     string `json:"fileId"` // the ID of the file
	Path   string `json:"path"`   // the path of the file, which the process that wrote it keeps for an hour if it is one of its newest two
	Bytes  int64  `json:"bytes"`  // the size of the file
	SHA256 string `json:"sha256"` // the SHA-256 of the file, hexadecimal
}

// writeFile writes a data set to a file and keeps it. Folder is the path of all files.
func (d datasets) writeFile(ctx context.Context, folder string, o dataset.Options) (datasetAnswer, error) {
	id, err := storage.NewID(storage.TimeOf(d.Now()), d.Random)
	if err != nil {
		return datasetAnswer{}, err
	}
	file, err := d.Datasets.WriteTemporary(ctx, o)
	if err != nil {
		return datasetAnswer{}, err
	}
	if err := d.files.add(id, file, d.notRemoved); err != nil {
		d.notRemoved(err)
	}
	return datasetAnswer{id, folder + id, file.Size(), file.SHA256()}, nil
}

func (d datasets) notRemoved(err error) {
	d.Logger.Error("a data set is not removed", slog.Any("error", err))
}

type datasetFileRequest struct {
	ID string `path:"id" doc:"The ID from the result of the request for the data set." example:"0199f2a4-6f00-7000-8000-000000000000"`
}

func (d datasets) file(_ context.Context, in datasetFileRequest) (*datasetFile, error) {
	if file, ok := d.files.open(in.ID); ok {
		return file, nil
	}
	return nil, &op.Error{Status: http.StatusNotFound, Message: "This process has no such data set", Hint: fmt.Sprintf("There is no data set %.100s here, or no longer: start it again with GET /api/dataset?wait=0", in.ID)}
}
