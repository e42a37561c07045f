package health

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/privacylabels/auditor/storage"
)

// Space is the room on a disk, in bytes.
type Space struct {
	Free    uint64 `json:"freeBytes"` // for this user
	Total   uint64 `json:"totalBytes"`
	FreePct int    `json:"freePct"`
}

// SpaceOf returns the room on the disk on which a folder lies. The error is
// [errors.ErrUnsupported] where the system cannot be asked.
func SpaceOf(dir string) (Space, error) {
	free, total, err := freeSpace(dir)
	if err != nil {
		return Space{}, fmt.Errorf("ask for the room on the disk: %w", err)
	}
	s := Space{Free: free, Total: total}
	if total > 0 {
		s.FreePct = int(float64(free) / float64(total) * 100)
	}
	return s, nil
}

// Folder is what lies in a folder.
type Folder struct {
	Bytes  int64
	Count  int          // of files with the ending that was asked for
	Newest storage.Time // when the last one of them was written; zero: there is none
}

// FolderOf looks at the files that lie in a folder, not below. Those of the
// ending are counted. A folder that is not there is empty.
func FolderOf(dir, ending string) (f Folder, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return Folder{}, nil
	}
	if err != nil {
		return Folder{}, fmt.Errorf("look at a folder: %w", err)
	}
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) { // has gone meanwhile
			continue
		}
		if err != nil {
			return Folder{}, fmt.Errorf("look at a folder: %w", err)
		}
		f.Bytes += info.Size()
		if filepath.Ext(e.Name()) == ending {
			f.Count++
			f.Newest = max(f.Newest, storage.TimeOf(info.ModTime()))
		}
	}
	return f, nil
}
