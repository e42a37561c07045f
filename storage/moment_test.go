package storage_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

func TestCheckAndBoundTimes(t *testing.T) {
	t.Parallel()
	failure := func(at storage.Time) *storage.Failure { return &storage.Failure{At: at} }
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
		"no record": {},
	} {
		err := storage.CheckTimes(tt.record)
		if wrong, ok := errors.AsType[*storage.TimeError](err); ok != (tt.field != "") || ok && tt.field != "-" && wrong.Field != tt.field {
			t.Errorf("%s: error %v, want one of field %q", name, err, tt.field)
		}
		if diff := cmp.Diff(tt.want, storage.BoundTimes(tt.record)); diff != "" {
			t.Errorf("%s: bounded (-want +got):\n%s", name, diff)
		}
	}
}

func TestBoundTimesLeavesWhatIsShared(t *testing.T) {
	t.Parallel()
	shared := &storage.Failure{At: -5}
	app := storage.App{ID: 1, LastError: shared}
	if bounded := storage.BoundTimes(app); bounded.LastError.At != 0 || shared.At != -5 || app.LastError != shared {
		t.Errorf("bounded to %v, and the shared failure is %v", bounded.LastError, shared)
	}
}
