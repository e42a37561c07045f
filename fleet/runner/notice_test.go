package runner_test

import (
	"testing"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/storage"
)

// A notification is posted when a run is resumed automatically, unless it is disabled.
func TestNoticeOfAResumedRun(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		flag feature.Value
		want int
	}{
		{feature.On, 1},
		{feature.Off, 0},
		{feature.Collapsed, 0},
	} {
		t.Run(string(tt.flag), func(t *testing.T) {
			t.Parallel()
			s := open(t)
			err := s.Update(t.Context(), func(tx *storage.Tx) error {
				return feature.SetOverride(tx, 1, feature.ResumeNotices, tt.flag)
			})
			if err != nil {
				t.Fatal(err)
			}
			j := over("a b")
			g := gated(j)
			one, two := engine(t, s, j), engine(t, s, over("a b"))
			run := start(t, one)
			<-g.Reached
			one.Stop(0)

			go two.Resume(t.Context())
			got, err := two.Wait(t.Context(), run.ID)
			if err != nil || got.Status != storage.RunDone || !got.Resumed || got.Completed != 2 {
				t.Errorf("the run is %+v, %v", got, err)
			}
			view(t, s, func(tx *storage.Tx) error {
				n, err := tx.Notifications.Count(storage.NotificationQuery{})
				if n != tt.want {
					t.Errorf("%d notices are written, want %d", n, tt.want)
				}
				return err
			})
		})
	}
}
