package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// program is the package that is released.
const program = "./examples/auditor"

// targets are the systems that a release is for.
var targets = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

// beside are the files that each archive has beside the program, and docs the folder that they link to.
var beside = []string{"CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md"}

const docs = "docs"

func main() {
	r := release{}
	flag.StringVar(&r.dir, "dir", ".", "the folder of the module")
	flag.StringVar(&r.out, "out", "dist", "the folder for the archives; created if missing")
	flag.StringVar(&r.version, "version", "", "the version that the program must have; empty: any")
	flag.Parse()
	if err := r.make(flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release is what is built, and into which folder.
type release struct {
	dir, out, version string
	made              time.Time // of everything in the archives
}

// make builds the archives for some targets, or for all.
func (r release) make(only []string) (err error) {
	if len(only) == 0 {
		only = targets
	}
	if r.out, err = filepath.Abs(r.out); err != nil {
		return err
	}
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	if r.made, err = r.commitTime(); err != nil {
		return err
	}
	var sums bytes.Buffer
	for _, target := range only {
		files, err := r.one(target)
		if err != nil {
			return fmt.Errorf("%s: %w", target, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(filepath.Join(r.out, file))
			if err != nil {
				return err
			}
			fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(text), file)
			fmt.Println(file, len(text), "bytes")
		}
	}
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), sums.Bytes(), 0o644)
}

// commitTime returns the time of the commit, or that of SOURCE_DATE_EPOCH, which stands for
// it where there is no repository.
func (r release) commitTime() (time.Time, error) {
	text := os.Getenv("SOURCE_DATE_EPOCH")
	if text == "" {
		out, err := exec.Command("git", "-C", r.dir, "log", "-1", "--format=%ct").Output()
		if err != nil {
			return time.Time{}, fmt.Errorf("the time of the commit, which SOURCE_DATE_EPOCH can replace: %w", err)
		}
		text = strings.TrimSpace(string(out))
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	return time.Unix(seconds, 0).UTC(), err
}

// one builds the archive for a target and the bill of materials of its program, and returns
// the names of both files.
func (r release) one(target string) ([]string, error) {
	system, machine, ok := strings.Cut(target, "/")
	if !ok {
		return nil, errors.New("is not a target such as linux/amd64")
	}
	folder, err := os.MkdirTemp("", "auditor-release-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	name := "auditor"
	if system == "windows" {
		name += ".exe"
	}
	path := filepath.Join(folder, name)
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", path)
	if r.version != "" {
		build.Args = append(build.Args, "-buildvcs=true") // whatever GOFLAGS says: the version is that of the tag
	}
	build.Args = append(build.Args, program)
	build.Dir = r.dir
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+machine, "GOAMD64=v1", "GOARM64=v8.0", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if r.version != "" && info.Main.Version != r.version {
		return nil, fmt.Errorf("the program has the version %s, not %s: is the commit tagged, and nothing changed since?", info.Main.Version, r.version)
	}
	base := fmt.Sprintf("auditor_%s_%s_%s", strings.Trim(info.Main.Version, "()"), system, machine)
	files := []file{{path, name, 0o755}}
	more, err := r.documents()
	if err != nil {
		return nil, err
	}
	if system == "linux" {
		more = append(more, "auditor.service")
	}
	for _, name := range more {
		files = append(files, file{filepath.Join(r.dir, name), name, 0o644})
	}
	archive, pack := base+".tar.gz", r.tar
	if system == "windows" {
		archive, pack = base+".zip", r.zip
	}
	packed, err := pack(base, files)
	if err != nil {
		return nil, err
	}
	bill, err := r.bill(info)
	if err != nil {
		return nil, err
	}
	return []string{archive, base + ".cdx.json"}, errors.Join(
		os.WriteFile(filepath.Join(r.out, archive), packed, 0o644),
		os.WriteFile(filepath.Join(r.out, base+".cdx.json"), bill, 0o644))
}

// documents returns the files that each archive has beside the program, in order.
func (r release) documents() ([]string, error) {
	names := slices.Clone(beside)
	err := fs.WalkDir(os.DirFS(r.dir), docs, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			names = append(names, name)
		}
		return err
	})
	return names, err
}
