package health

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/privacylabels/auditor/storage"
)

// Space is the space on a disk, in bytes.
type Space struct {
	Free    uint64 `json:"freeBytes"`  // the bytes free for the user of the process
	Total   uint64 `json:"totalBytes"` // bytes of the disk
	FreePct int    `json:"freePct"`    // percent of the disk that is free
}

// SpaceOf returns the space on the disk of a folder. The error wraps
// [errors.ErrUnsupported] on systems that are not supported.
func SpaceOf(dir string) (Space, error) {
	free, total, err := freeSpace(dir)
	if err != nil {
		return Space{}, fmt.Errorf("read the free space of the disk: %w", err)
	}
	s := Space{Free: free, Total: total}
	if total > 0 {
		s.FreePct = int(float64(free) / float64(total) * 100)
	}
	return s, nil
}

// Folder describes the files in a folder.
type Folder struct {
	Bytes  int64
	Count  int          // of files with the extension
	Newest storage.Time // when the newest of them was written; zero: no file
}

// FolderOf describes the files in a folder, without its subfolders, and counts those with
// an extension. A folder that does not exist is empty.
func FolderOf(dir, extension string) (f Folder, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return Folder{}, nil
	}
	if err != nil {
		return Folder{}, fmt.Errorf("read the folder: %w", err)
	}
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) { // removed meanwhile
			continue
		}
		if err != nil {
			return Folder{}, fmt.Errorf("read the folder: %w", err)
		}
		f.Bytes += info.Size()
		if filepath.Ext(e.Name()) == extension {
			f.Count++
			f.Newest = max(f.Newest, storage.TimeOf(info.ModTime()))
		}
	}
	return f, nil
}
