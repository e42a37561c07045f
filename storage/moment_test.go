package storage_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

func TestTimesAreCheckedAndBounded(t *testing.T) {
	t.Parallel()
	failure := func(at storage.Time) *storage.Failure { return &storage.Failure{At: at} }
	entry := func(more string) storage.Notification {
		return storage.Notification{Changes: []storage.Entry{{Type: "x"}, {Type: "x", More: []byte(more)}}}
	}
	for name, tt := range map[string]struct {
		record, want any
		field        string // empty: no error
	}{
		"the first": {record: storage.App{}, want: storage.App{}},
		"the last":  {record: storage.App{LastSynced: storage.MaxTime}, want: storage.App{LastSynced: storage.MaxTime}},
		"before":    {record: storage.App{LastSynced: -1}, want: storage.App{}, field: "lastSynced"},
		"after": {record: storage.App{VersionUpdatedAt: storage.NullTime(storage.MaxTime) + 1},
			want: storage.App{VersionUpdatedAt: storage.NullTime(storage.MaxTime)}, field: "versionUpdatedAt"},
		"behind a pointer": {record: storage.App{LastError: failure(-5)}, want: storage.App{LastError: failure(0)}, field: "at"},
		"in an ID": {record: storage.Snapshot{ID: storage.SnapshotID{App: 1, At: -5}},
			want: storage.Snapshot{ID: storage.SnapshotID{App: 1}}, field: "id"},
		"of a list": {record: []storage.RelatedApp{{ObservedAt: 1}, {ObservedAt: -1}},
			want: []storage.RelatedApp{{ObservedAt: 1}, {}}, field: "observedAt"},
		"of a pair": {record: [2]storage.Time{1, -1}, want: [2]storage.Time{1, 0}, field: "-"},
		"of a version": {record: entry(`{"currentVersionUpdatedAt":-1,"n":9007199254740991,"previousVersionUpdatedAt":null}`),
			want: entry(`{"currentVersionUpdatedAt":0,"n":9007199254740991,"previousVersionUpdatedAt":null}`), field: "currentVersionUpdatedAt"},
		"of an archived change": {record: entry(`{"between":{"after":1,"at":1e300}}`), want: entry(`{"between":{"after":1,"at":253402300799999}}`), field: "between"},
		"of no time":            {record: entry(`{"between":"1970","targetDate":[-1],"day":-1}`), want: entry(`{"between":"1970","targetDate":[-1],"day":-1}`)},
		"no record":             {},
	} {
		err := storage.CheckTimes(tt.record)
		if wrong, ok := errors.AsType[*storage.TimeError](err); ok != (tt.field != "") || ok && tt.field != "-" && wrong.Field != tt.field {
			t.Errorf("%s: error %v, want one of field %q", name, err, tt.field)
		}
		if diff := cmp.Diff(tt.want, storage.Restorable(tt.record)); diff != "" {
			t.Errorf("%s: bounded (-want +got):\n%s", name, diff)
		}
	}
}

func TestRestorableLeavesWhatIsShared(t *testing.T) {
	t.Parallel()
	shared := &storage.Failure{At: -5}
	app := storage.App{ID: 1, LastError: shared}
	if bounded := storage.Restorable(app); bounded.LastError.At != 0 || shared.At != -5 || app.LastError != shared {
		t.Errorf("bounded to %v, and the shared failure is %v", bounded.LastError, shared)
	}
}
