package storagetest

import "github.com/privacylabels/auditor/storage"

// bulk returns an open run.
func bulk(id string) storage.Run { return started(id, "sync", 1, storage.RunRunning) }

// started returns a run, with an end when its status is one of an end.
func started(id, runner string, at storage.Time, status storage.RunStatus) storage.Run {
	r := storage.Run{ID: id, Runner: runner, StartedAt: at, Status: status}
	if status != storage.RunRunning && status != storage.RunPaused {
		r.EndedAt = at + 1
	}
	return r
}

func runs() kind[string, storage.Run, storage.RunQuery] {
	return kind[string, storage.Run, storage.RunQuery]{
		name:  "Runs",
		table: storage.Tx.Runs,
		key:   func(r *storage.Run, n int) { r.ID = text("run", n) },
		least: func(r *storage.Run) { r.Runner, r.Status, r.StartedAt = "r", storage.RunDone, 1 },
		stock: []storage.Run{
			started("b", "sync", 100, storage.RunDone),
			started("é", "policy", 100, storage.RunPaused),
			started("B", "sync", 100, storage.RunRunning),
			started("c", "sync", 99, storage.RunPaused),
			started("a", "wayback", 100, storage.RunCancelled),
			started("d", "sync", 1000, storage.RunDone),
			started("e", "sync", 70, storage.RunFailed),
			// What is open is told by the end, whatever the status says.
			{ID: "f", Runner: "policy", StartedAt: 60, Status: storage.RunRunning, EndedAt: 61},
			{ID: "g", Runner: "policy", StartedAt: 50, Status: storage.RunDone},
		},
		lookups: []lookup[string, storage.RunQuery]{
			{name: "newest start first, then by id, last first", want: []string{"d", "é", "b", "a", "B", "c", "e", "f", "g"}},
			{name: "of a runner", query: storage.RunQuery{Runner: "sync"}, want: []string{"d", "b", "B", "c", "e"}},
			{name: "open", query: storage.RunQuery{Open: true}, want: []string{"é", "B", "c", "g"}},
			{name: "open, of a runner", query: storage.RunQuery{Runner: "sync", Open: true}, want: []string{"B", "c"}},
			{name: "of no such runner", query: storage.RunQuery{Runner: "SYNC"}},
		},
	}
}
