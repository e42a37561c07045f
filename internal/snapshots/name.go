package snapshots

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/privacylabels/auditor/storage"
)

const (
	filePrefix, fileSuffix = "auditor-snapshot-", ".json"
	// A file that is being written has a temporary name.
	tempPrefix, tempSuffix = ".auditor-snapshot-", ".tmp"

	fileTime = "2006-01-02T15:04:05.000Z"
)

// fileName matches the names of files. The second group numbers those of the same
// millisecond, from 2.
var fileName = regexp.MustCompile(`^` + filePrefix + `(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)(?:-([1-9]\d{0,5}))?\.json$`)

// nameOf returns the name of the nth file, from 1, of a millisecond.
func nameOf(at storage.Time, n int) string {
	name := filePrefix + strings.NewReplacer(":", "-", ".", "-").Replace(at.Std().Format(fileTime))
	if n > 1 {
		name += "-" + strconv.Itoa(n)
	}
	return name + fileSuffix
}

// parseName is the inverse of nameOf. It reports whether nameOf returns the name.
func parseName(name string) (at storage.Time, n int, ok bool) {
	parts := fileName.FindStringSubmatch(name)
	if parts == nil {
		return 0, 0, false
	}
	// 2006-01-02T15-04-05-000Z: the separators of the time of day become valid again.
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
