package storage

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"time"
)

// The errors that a [Store] wraps. Match them with errors.Is.
var (
	// ErrNotFound means that no record has the key.
	ErrNotFound = errors.New("not found")
	// ErrConflict means that a write violated a unique constraint or the rules of parents.
	ErrConflict = errors.New("conflict")
	// ErrInvalid means that a record failed its Validate; nothing was written.
	ErrInvalid = errors.New("invalid record")
	// ErrNotSupported means that the store lacks an optional interface or a table.
	ErrNotSupported = errors.New("not supported by this database")
	// ErrFull means that there is no space for a write, for example on the disk.
	// Nothing was written.
	ErrFull = errors.New("no space left for the database")
	// ErrUnavailable means that the database does not answer now: it cannot be reached,
	// restarts, or is held by another process for too long. The same call may succeed
	// later. A commit that fails with it may have happened.
	ErrUnavailable = errors.New("the database does not answer")
	// ErrDamaged means that stored data is corrupt and cannot be read.
	ErrDamaged = errors.New("the database is damaged: restore a backup")
)

// MissingError names a record that does not exist. It wraps [ErrNotFound].
type MissingError struct {
	Kind string // what it would be, in words, such as "import item"
	Key  any
}

// Missing returns a [*MissingError]. Record is a record of the kind or a pointer to one, which
// may be nil.
func Missing(record, key any) error {
	t := reflect.TypeOf(record)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return &MissingError{Kind: inWords(t.Name()), Key: key}
}

// inWords returns the words of a name such as ImportItem, in lower case.
func inWords(name string) string {
	words := make([]byte, 0, len(name)+2)
	for i := range len(name) {
		c := name[i]
		if 'A' <= c && c <= 'Z' {
			if i > 0 && 'a' <= name[i-1] && name[i-1] <= 'z' {
				words = append(words, ' ')
			}
			c += 'a' - 'A'
		}
		words = append(words, c)
	}
	return string(words)
}

func (e *MissingError) Error() string { return fmt.Sprintf("%s %v: %v", e.Kind, e.Key, ErrNotFound) }

// Unwrap returns [ErrNotFound].
func (e *MissingError) Unwrap() error { return ErrNotFound }

// Store is a transactional database of records. It is safe for concurrent use.
//
// The code that opened a Store closes it; code that is passed one never does.
type Store interface {
	// View calls fn with one consistent, read-only state of the database, which
	// includes all that was committed before View was called. Any number of
	// Views run concurrently with each other and with an Update. View returns
	// the error of fn unchanged. fn may be called again, as in Update.
	View(ctx context.Context, fn func(*Tx) error) error

	// Update calls fn in a serializable transaction and commits it. If fn or the
	// commit fails, ctx ends before the commit, or fn panics, nothing is written.
	// Update returns the error of fn unchanged, and a panic propagates. fn may be
	// called again after a conflict with another process, so it must assign to captured
	// variables and never append to them.
	//
	// View and Update fail with an error that wraps that of ctx if ctx has ended
	// or ends while they wait.
	Update(ctx context.Context, fn func(*Tx) error) error
}

// Revisioner is an optional interface of a [Store] that detects writes, so that
// responses can be cached until the next one.
type Revisioner interface {
	// Revision returns a number that changes with every Update, of any process,
	// that writes something, and only then; whether a Delete or Clear that finds
	// nothing counts as a write is up to the store. It may lag behind a commit of
	// another process by a fraction of a second, never behind one of this Store.
	// It is undefined after the Store was closed.
	Revision(ctx context.Context) (uint64, error)
}

// TableRevisioner is an optional interface of a [Store] that detects writes by table, so
// that a response can be cached until the next write to a table that it was made from.
type TableRevisioner interface {
	// TableRevision returns a number that changes with every Update, of any process,
	// that may have changed what can be read from one of these tables. Other Updates may
	// change it as well. It may lag, and becomes undefined, as [Revisioner] describes.
	TableRevision(ctx context.Context, tables Tables) (uint64, error)
}

// Watcher is an optional interface of a [Store] that tells of writes, so that work which waits
// for one need not poll.
type Watcher interface {
	// Watch sends to a channel after each Update, of any process, that wrote something, unless
	// the channel is full then, until stop is called. It may lag behind another process by half
	// a minute, never behind this Store. Several writes of another process may be told once.
	Watch(changed chan<- struct{}) (stop func())
}

// Copier is an optional interface of a [Store] that can be copied while in use.
type Copier interface {
	// CopyTo writes a consistent copy to a new file. It fails if the file exists.
	CopyTo(ctx context.Context, path string) error
}

// Checker is an optional interface of a [Store] that can check its integrity.
type Checker interface {
	// Check returns one sentence for each defect of the stored data. It reads
	// everything, so it may take long.
	Check(ctx context.Context) ([]string, error)
}

// Inspector is an optional interface of a [Store] that can describe its files.
type Inspector interface {
	// Inspect returns sizes and settings. It is quick, whatever the size.
	Inspect(ctx context.Context) (Layout, error)
}

// Layout describes the files of a [Store].
type Layout struct {
	Path string // of the database file, absolute

	// Sizes in bytes; zero for a missing file.
	Bytes       int64
	LogBytes    int64 // the write-ahead log
	SharedBytes int64 // the shared-memory file

	PageSize  int64 // in bytes
	Pages     int64 // of the file and the log together
	FreePages int64 // how many of them are unused

	JournalMode    string
	BusyTimeout    time.Duration // how long a writer waits for another process
	ForeignKeys    bool          // whether parents are checked
	AutoCheckpoint int64         // pages in the log that trigger a checkpoint
}

// As finds an optional interface of a store, unwrapping decorators that have a
// method Unwrap() Store.
func As[I any](s Store) (I, bool) {
	for s != nil {
		if found, ok := s.(I); ok {
			return found, true
		}
		u, ok := s.(interface{ Unwrap() Store })
		if !ok {
			break
		}
		s = u.Unwrap()
	}
	var none I
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

// FindFirst returns the first record of a list, and reports whether there is one.
func FindFirst[R any](list iter.Seq2[R, error]) (first R, found bool, err error) {
	for r, err := range list {
		return r, err == nil, err
	}
	return first, false, nil
}

// Collect returns the records of a list, which must be short, as a slice.
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

// View calls read as [Store.View] does, and returns its result.
func View[T any](ctx context.Context, s Store, read func(*Tx) (T, error)) (T, error) {
	var found, none T
	err := s.View(ctx, func(tx *Tx) (err error) {
		found, err = read(tx)
		return err
	})
	if err != nil {
		return none, err
	}
	return found, nil
}

// Update calls change as [Store.Update] does, and returns its result once it is committed.
func Update[T any](ctx context.Context, s Store, change func(*Tx) (T, error)) (T, error) {
	var changed, none T
	err := s.Update(ctx, func(tx *Tx) (err error) {
		changed, err = change(tx)
		return err
	})
	if err != nil {
		return none, err
	}
	return changed, nil
}

// Tx is a transaction: a table for each kind of record. The methods of a table that a store
// lacks fail with [ErrNotSupported]; [NewTx] and [Tx.Wrap] see to that. A Tx ends when the function that it was passed to
// returns, and must be used by one goroutine only.
//
// It is a struct, so that a decorator can copy it and replace some of the tables. A kind comes
// after the kinds of its parents. The tag backup names a kind in backups; it is "-" for runs,
// tasks, messages, logs and tokens, and for what is computed from other kinds.
type Tx struct {
	Apps                 Rows[AppID, App, AppQuery]                                                 `backup:"apps"`
	Identifiers          Rows[AppID, Identifier, IdentifierQuery]                                   `backup:"identifiers"`
	Pairs                Rows[AppID, Pair, PairQuery]                                               `backup:"pairs"`
	Labels               Rows[Digest, LabelBody, LabelQuery]                                        `backup:"labels"`
	Features             Rows[FeatureID, Feature, FeatureQuery]                                     `backup:"accessibilityFeatures"`
	RelatedApps          Rows[RelatedID, RelatedApp, RelatedQuery]                                  `backup:"relatedApps"`
	Storefronts          Rows[StorefrontID, StorefrontObservation, StorefrontQuery]                 `backup:"storefronts"`
	AppTags              Rows[AppTagID, AppTag, AppTagQuery]                                        `backup:"appTags"`
	PausedApps           Rows[AppID, PausedApp, PausedAppQuery]                                     `backup:"pausedApps"`
	RemovedApps          Rows[AppID, RemovedApp, RemovedAppQuery]                                   `backup:"-"`
	RemovedParts         Rows[RemovedPartID, RemovedPart, RemovedPartQuery]                         `backup:"-"`
	Snapshots            Rows[SnapshotID, Snapshot, SnapshotQuery]                                  `backup:"snapshots"`
	Changes              Rows[ChangeID, Change, ChangeQuery]                                        `backup:"changes"`
	Commits              Rows[SnapshotID, Commit, CommitQuery]                                      `backup:"-"`
	Reviews              Rows[string, Review, ReviewQuery]                                          `backup:"reviewActions"`
	Annotations          Rows[AnnotationID, Annotation, AnnotationQuery]                            `backup:"annotations"`
	Concerns             Rows[ConcernID, Concern, ConcernQuery]                                     `backup:"concerns"`
	Verdicts             Rows[VerdictID, Verdict, VerdictQuery]                                     `backup:"verdicts"`
	Shortlist            Rows[ShortlistID, ShortlistEntry, ShortlistQuery]                          `backup:"shortlist"`
	PolicyVersions       Rows[PolicyVersionID, PolicyVersion, PolicyVersionQuery]                   `backup:"policyVersions"`
	PolicyAnalyses       Rows[AppID, PolicyAnalysis, PolicyAnalysisQuery]                           `backup:"policyAnalyses"`
	Devices              Rows[string, Device, DeviceQuery]                                          `backup:"devices"`
	DeviceLinks          Rows[DeviceLinkID, DeviceLink, DeviceLinkQuery]                            `backup:"deviceLinks"`
	Imports              Rows[string, Import, ImportQuery]                                          `backup:"imports"`
	ImportItems          Rows[ImportItemID, ImportItem, ImportItemQuery]                            `backup:"importItems"`
	ManualApps           Rows[string, ManualApp, ManualAppQuery]                                    `backup:"manualApps"`
	ManualAppEvents      Rows[string, ManualAppEvent, ManualAppEventQuery]                          `backup:"manualAppEvents"`
	ManualPolicyVersions Rows[ManualPolicyVersionID, ManualPolicyVersion, ManualPolicyVersionQuery] `backup:"manualAppPolicyVersions"`
	Notifications        Rows[string, Notification, NotificationQuery]                              `backup:"notifications"`
	Deliveries           Rows[string, Delivery, DeliveryQuery]                                      `backup:"-"`
	Activities           Rows[string, Activity, ActivityQuery]                                      `backup:"-"`
	Audits               Rows[string, Audit, AuditQuery]                                            `backup:"-"`
	AILogs               Rows[string, AILog, AILogQuery]                                            `backup:"-"`
	Settings             Rows[string, Setting, SettingQuery]                                        `backup:"settings"`
	FlagOverrides        Rows[string, FlagOverride, FlagOverrideQuery]                              `backup:"featureFlagOverrides"`
	Revocations          Rows[string, Revocation, RevocationQuery]                                  `backup:"-"`
	ReadTokens           Rows[string, ReadToken, ReadTokenQuery]                                    `backup:"-"`
	Results              Rows[string, Result, ResultQuery]                                          `backup:"-"`
	Runs                 Rows[string, Run, RunQuery]                                                `backup:"-"`
	RunItems             Rows[RunItemID, RunItem, RunItemQuery]                                     `backup:"-"`
	Tasks                Rows[TaskID, Task, TaskQuery]                                              `backup:"-"`
}
