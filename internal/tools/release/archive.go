package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
)

// file is a file of an archive.
type file struct {
	from, name string
	mode       fs.FileMode
}

// tar returns an archive for systems with modes of files. Its files are in a folder.
func (r release) tar(folder string, files []file) ([]byte, error) {
	var b bytes.Buffer
	packed, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(packed)
	for _, f := range files {
		text, err := os.ReadFile(f.from)
		if err != nil {
			return nil, err
		}
		header := &tar.Header{
			Typeflag: tar.TypeReg, Name: path.Join(folder, f.name), Size: int64(len(text)), Mode: int64(f.mode), ModTime: r.made, Format: tar.FormatUSTAR,
		}
		if err := w.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := w.Write(text); err != nil {
			return nil, err
		}
	}
	err = errors.Join(w.Close(), packed.Close())
	return b.Bytes(), err
}

// zip returns an archive for Windows. Its files are in a folder.
func (r release) zip(folder string, files []file) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		text, err := os.ReadFile(f.from)
		if err != nil {
			return nil, err
		}
		header := &zip.FileHeader{Name: path.Join(folder, f.name), Method: zip.Deflate, Modified: r.made}
		header.SetMode(f.mode)
		into, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := io.Copy(into, bytes.NewReader(text)); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}
