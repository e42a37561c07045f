package storage

import (
	"context"
	"errors"
	"iter"
	"time"
)

// The sentinels that a [Store] raises. Match them with errors.Is.
var (
	// ErrNotFound says that no record has the key.
	ErrNotFound = errors.New("not found")
	// ErrConflict says that a write broke a unique rule or named a parent that is not there.
	ErrConflict = errors.New("conflict")
	// ErrInvalid says that a record failed its own Validate; nothing was written.
	ErrInvalid = errors.New("invalid record")
	// ErrNotSupported says that the store lacks an optional power.
	ErrNotSupported = errors.New("not supported by this store")
	// ErrFull says that there is no room for a write, as on a disk that is full.
	// Nothing was written.
	ErrFull = errors.New("the store is full")
	// ErrDamaged reports that what is stored cannot be read, because the disk does
	// not hold what was written.
	ErrDamaged = errors.New("the database is damaged: restore a backup")
)

// Store keeps the records. It is safe for concurrent use.
//
// Whoever opened a Store closes it; nothing that is handed one ever does.
type Store interface {
	// View calls fn with one consistent state of the store, in which nothing
	// can be written: at least what was committed before View was called. Any
	// number of Views run beside each other and beside an Update. The error of
	// fn is returned as it is. fn may be called again, as in Update.
	View(ctx context.Context, fn func(Tx) error) error

	// Update calls fn with a state that no other Update changes meanwhile
	// (serializable), and keeps all of its writes, or, when fn or the commit
	// fails, ctx ends before the commit, or fn panics, none. The error of fn is
	// returned as it is, its panic goes on. fn may be called again after a
	// conflict with another process, so it must set what it captured and never
	// add to it.
	//
	// View and Update fail with an error that wraps the one of ctx when that
	// has ended before, and when it ends while they wait.
	Update(ctx context.Context, fn func(Tx) error) error
}

// Tx is one state of the store: a table for each kind of record. It ends when
// the function that it was handed to returns.
type Tx interface {
	Apps() Table[AppID, App, AppQuery]
	Labels() Table[Digest, LabelBody, LabelQuery]
	Features() Table[FeatureID, Feature, FeatureQuery]
	RelatedApps() Table[RelatedID, RelatedApp, RelatedQuery]
	Snapshots() Table[SnapshotID, Snapshot, SnapshotQuery]
	Changes() Table[ChangeID, Change, ChangeQuery]
	Reviews() Table[string, Review, ReviewQuery]
	Annotations() Table[AnnotationID, Annotation, AnnotationQuery]
	Verdicts() Table[VerdictID, Verdict, VerdictQuery]
	Shortlist() Table[ShortlistID, ShortlistEntry, ShortlistQuery]
	PolicyVersions() Table[PolicyVersionID, PolicyVersion, PolicyVersionQuery]
	PolicyAnalyses() Table[AppID, PolicyAnalysis, PolicyAnalysisQuery]
	Devices() Table[string, Device, DeviceQuery]
	DeviceLinks() Table[DeviceLinkID, DeviceLink, DeviceLinkQuery]
	Imports() Table[string, Import, ImportQuery]
	ImportItems() Table[ImportItemID, ImportItem, ImportItemQuery]
	ManualApps() Table[string, ManualApp, ManualAppQuery]
	ManualAppEvents() Table[string, ManualAppEvent, ManualAppEventQuery]
	ManualPolicyVersions() Table[ManualPolicyVersionID, ManualPolicyVersion, ManualPolicyVersionQuery]
	Notifications() Table[string, Notification, NotificationQuery]
	Deliveries() Table[string, Delivery, DeliveryQuery]
	Activities() Table[string, Activity, ActivityQuery]
	Audits() Table[string, Audit, AuditQuery]
	AILogs() Table[string, AILog, AILogQuery]
	Settings() Table[string, Setting, SettingQuery]
	FlagOverrides() Table[string, FlagOverride, FlagOverrideQuery]
	Revocations() Table[string, Revocation, RevocationQuery]
	Runs() Table[string, Run, RunQuery]
	RunItems() Table[RunItemID, RunItem, RunItemQuery]
	Leases() Table[string, Lease, LeaseQuery]
}

// Record is what a [Table] holds: it knows its key and whether it is fit to be
// written.
type Record[K comparable] interface {
	// Key is what the record is found by.
	Key() K
	// Validate returns an error that wraps [ErrInvalid], or nil.
	Validate() error
}

// Table is one kind of record: K is its key, R the record, Q what narrows a list.
// In a View, the writing methods fail. After the end of the transaction every
// method fails, with an error other than [ErrNotFound].
//
// Records are values: whoever put or got one may change it, also behind its
// pointers and in its lists, and the store does not notice.
type Table[K comparable, R Record[K], Q any] interface {
	// Get returns the record with this key, or an error that wraps [ErrNotFound].
	Get(K) (R, error)

	// Put inserts each record, in turn, or replaces the one with the same key
	// and leaves what hangs on it. It fails with [ErrInvalid] or, at once and
	// not at the commit, with [ErrConflict]; the transaction is over then.
	Put(...R) error

	// Delete removes the records with these keys and all that hangs on them,
	// and returns how many of the records were there. It fails as Put does.
	Delete(...K) (int, error)

	// List yields the records that match, in the one order of their kind, which
	// the query's documentation names. The zero query lists all, and each field
	// that is set narrows the list further.
	List(Q) iter.Seq2[R, error]

	// Count returns how many records List would yield for the same query,
	// limit and offset included.
	Count(Q) (int, error)

	// Clear removes every record of this kind and what hangs on them, and
	// returns how many of this kind there were.
	Clear() (int, error)
}

// Revisioner is an optional power of a [Store]: it tells whether anything was
// written, so that answers can be kept until then.
type Revisioner interface {
	// Revision returns a number that differs after every Update, of any
	// process, that wrote something, and does not move otherwise; whether a
	// Delete or Clear that found nothing wrote something is the store's choice.
	// It may lag
	// behind another process's commit by a fraction of a second, never behind
	// one of this Store. It means nothing after the Store was closed.
	Revision(ctx context.Context) (uint64, error)
}

// Copier is an optional power of a [Store]: it copies itself to a file while in use.
type Copier interface {
	// CopyTo writes a consistent copy to a file that must not exist yet.
	CopyTo(ctx context.Context, path string) error
}

// Checker is an optional power of a [Store]: it examines itself.
type Checker interface {
	// Check returns what is wrong with the stored data, one sentence each; none
	// when all is well. It reads everything, so it may take long.
	Check(ctx context.Context) ([]string, error)
}

// Inspector is an optional power of a [Store]: it tells how it lies on the disk.
type Inspector interface {
	// Inspect looks at the files. It is quick, whatever is in them.
	Inspect(ctx context.Context) (Layout, error)
}

// Layout is how a [Store] lies on the disk.
type Layout struct {
	Path string // the file, absolute

	// Sizes in bytes; zero for a file that is not there.
	Bytes       int64
	LogBytes    int64 // of what was written and is not in the file yet
	SharedBytes int64 // of what processes on this machine share

	PageSize  int64 // in bytes
	Pages     int64 // of the file and the log together
	FreePages int64 // of them, those that hold nothing

	JournalMode    string
	BusyTimeout    time.Duration // how long a writer waits for another process
	ForeignKeys    bool          // whether parents are checked
	AutoCheckpoint int64         // pages in the log that move to the file by themselves
}

// As finds an optional power of a store, looking through decorators that have
// a method Unwrap() Store.
func As[P any](s Store) (P, bool) {
	for s != nil {
		if p, ok := s.(P); ok {
			return p, true
		}
		u, ok := s.(interface{ Unwrap() Store })
		if !ok {
			break
		}
		s = u.Unwrap()
	}
	var none P
	return none, false
}

// First returns the first record of a list, or an error that wraps [ErrNotFound].
func First[R any](list iter.Seq2[R, error]) (R, error) {
	for r, err := range list {
		return r, err
	}
	var none R
	return none, ErrNotFound
}

// Collect returns the records of a list as a slice, nil when there are none. It
// is for lists known to be short.
func Collect[R any](list iter.Seq2[R, error]) ([]R, error) {
	var all []R
	for r, err := range list {
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}
