package backup_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// A pair comes back as it was, also if one of its apps is not tracked. Two pairs of one app do not.
func TestRestorePairs(t *testing.T) {
	t.Parallel()
	play := storage.Number(storage.SourcePlay, "org.example.notes", 0)
	other := storage.Number(storage.SourcePlay, "org.example.other", 0)
	want := []storage.Pair{
		{App: 1, With: play, CreatedAt: 5, Compared: true, Differs: true, Open: []storage.Gap{{Name: "names", ToldTo: play, Since: 6}}},
		{App: 7, With: other, CreatedAt: 8},
	}
	s := backends["memory"](t)
	fleet(t, s, 2)
	update(t, s, func(tx *storage.Tx) error { return tx.Pairs.Put(want...) })
	whole := export(t, newService(t, s))

	into := backends["sqlite"](t)
	restore(t, newService(t, into), whole, false)
	if diff := cmp.Diff(want, storagetest.All[storage.Pair](t, into)); diff != "" {
		t.Errorf("pairs (-want +got)\n%s", diff)
	}

	twice := strings.Replace(string(whole), other.String(), play.String(), 1)
	_, err := newService(t, into).Restore(t.Context(), strings.NewReader(twice), true)
	format, ok := errors.AsType[*backup.FormatError](err)
	if !ok || !strings.Contains(err.Error(), "app "+play.String()+" is in two pairs") {
		t.Errorf("two pairs of one app: %v (%+v)", err, format)
	}
	if diff := cmp.Diff(want, storagetest.All[storage.Pair](t, into)); diff != "" {
		t.Errorf("pairs after that (-want +got)\n%s", diff)
	}
}
