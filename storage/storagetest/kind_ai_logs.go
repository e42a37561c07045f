package storagetest

import "github.com/privacylabels/auditor/storage"

func asked(id string, at storage.Time) storage.AILog { return storage.AILog{ID: id, CreatedAt: at} }

func aiLogs() kind[string, storage.AILog, storage.AILogQuery] {
	return kind[string, storage.AILog, storage.AILogQuery]{
		name:  "AILogs",
		table: storage.Tx.AILogs,
		key:   func(l *storage.AILog, n int) { l.ID = text("asked", n) },
		least: func(l *storage.AILog) { l.CreatedAt = 1 },
		stock: []storage.AILog{asked("b", 100), asked("é", 100), asked("B", 100), asked("c", 99), asked("d", 1000)},
		lookups: []lookup[string, storage.AILogQuery]{
			{name: "newest first, then by id, last first", want: []string{"d", "é", "b", "B", "c"}},
		},
	}
}
