package timeline

import "github.com/privacylabels/auditor/storage"

// CaptureKind is the kind of the tasks that wait for a capture of the web archive. The subject is
// the snapshot that the capture is to support.
const CaptureKind = "archive/capture"

// RequestCapture makes the task that waits for a capture of the page of a snapshot.
func RequestCapture(tx *storage.Tx, id storage.SnapshotID, now storage.Time) error {
	return tx.Tasks.Put(storage.Task{Kind: CaptureKind, Subject: id.String(), Due: now})
}
