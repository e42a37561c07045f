package backup

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/privacylabels/auditor/storage"
)

const (
	filePrefix, fileSuffix = "auditor-snapshot-", ".json"
	// A file has another name until it is whole.
	tempPrefix, tempSuffix = ".auditor-snapshot-", ".tmp"

	fileTime = "2006-01-02T15:04:05.000Z"
)

// fileName is what the names of files look like; the second group tells apart
// those of one moment.
var fileName = regexp.MustCompile(`^` + filePrefix + `(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)(?:-([1-9]\d{0,5}))?\.json$`)

// nameOf returns the name of the nth file of a moment, from 1.
func nameOf(at storage.Time, n int) string {
	name := filePrefix + strings.NewReplacer(":", "-", ".", "-").Replace(at.Std().Format(fileTime))
	if n > 1 {
		name += "-" + strconv.Itoa(n)
	}
	return name + fileSuffix
}

// readName returns the moment that a name tells of and which file of that moment
// it is, and whether it is a name that a depot gives.
func readName(name string) (at storage.Time, n int, ok bool) {
	parts := fileName.FindStringSubmatch(name)
	if parts == nil {
		return 0, 0, false
	}
	// 2006-01-02T15-04-05-000Z has its last three marks between numbers.
	text := []byte(parts[1])
	text[13], text[16], text[19] = ':', ':', '.'
	moment, err := time.Parse(fileTime, string(text))
	if err != nil {
		return 0, 0, false
	}
	n = 1
	if parts[2] != "" {
		if n, err = strconv.Atoi(parts[2]); err != nil {
			return 0, 0, false
		}
	}
	at = storage.TimeOf(moment)
	return at, n, nameOf(at, n) == name
}
