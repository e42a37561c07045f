package storage

import (
	"fmt"
	"math/bits"
	"reflect"
	"slices"
)

// Kind describes one kind of record to code that handles all kinds alike, such as a
// store or a decorator. Its methods panic if a key, record or query is not of the
// types of the kind.
type Kind interface {
	// Name returns the name of the table, which is that of a field of [Tx].
	Name() string
	// New returns a pointer to a zero record, NewQuery one to a zero query.
	New() any
	NewQuery() any
	// Rows returns the kind's table in a transaction.
	Rows(*Tx) AnyRows

	Key(record any) any
	Validate(record any) error
	Compare(query, a, b any) int
	// Filter returns the predicate that decides whether a query lists a record in a
	// transaction, limit and offset aside.
	Filter(tx *Tx, query any) (func(record any) bool, error)
}

// AnyRows are the [Rows] of any kind.
type AnyRows = Rows[any, any, any]

// Kinds returns all kinds of record, in the order of the fields of [Tx].
func Kinds() []Kind {
	all := make([]Kind, len(kinds))
	for i, k := range kinds {
		all[i] = k
	}
	return all
}

// NewTx returns a Tx without tables: their methods fail with [ErrNotSupported]. A store sets
// those that it has.
func NewTx() *Tx {
	tx := *empty
	return &tx
}

var empty = TxOf(func(Kind) AnyRows { return nil })

// TxOf returns a Tx whose tables are what rows returns for each kind. Where it returns nil, the
// Tx lacks the table.
//
// The rows take keys, records and queries of the types of their kind. What their Get and List
// return may also be pointers to records, which the tables copy before they ask for more.
func TxOf(rows func(Kind) AnyRows) *Tx {
	made := new(struct {
		tx     Tx
		tables [numKinds]struct{ slot }
	})
	for i, k := range kinds {
		of := rows(k)
		switch r := of.(type) {
		case nil:
			of = lacking{k.name}
		case values:
			of = r.AnyRows
		case untyped:
			k.table(&made.tx).Set(r.typed)
			continue
		}
		made.tables[i].rows = of
		k.set(&made.tx, &made.tables[i])
	}
	return &made.tx
}

// numKinds is the number of kinds.
const numKinds = 41

// Wrap returns a Tx in which the rows of each table are replaced by what wrap returns for
// them. Where wrap returns nil, the new Tx lacks the table.
func (tx *Tx) Wrap(wrap func(Kind, AnyRows) AnyRows) *Tx {
	return TxOf(func(k Kind) AnyRows { return wrap(k, k.Rows(tx)) })
}

// kinds has the kind of each field of [Tx], in their order.
var kinds = []*kind{
	kindOf(func(tx *Tx) *Rows[AppID, App, AppQuery] { return &tx.Apps }),
	kindOf(func(tx *Tx) *Rows[AppID, Identifier, IdentifierQuery] { return &tx.Identifiers }),
	kindOf(func(tx *Tx) *Rows[AppID, Pair, PairQuery] { return &tx.Pairs }),
	kindOf(func(tx *Tx) *Rows[Digest, LabelBody, LabelQuery] { return &tx.Labels }),
	kindOf(func(tx *Tx) *Rows[FeatureID, Feature, FeatureQuery] { return &tx.Features }),
	kindOf(func(tx *Tx) *Rows[RelatedID, RelatedApp, RelatedQuery] { return &tx.RelatedApps }),
	kindOf(func(tx *Tx) *Rows[StorefrontID, StorefrontObservation, StorefrontQuery] { return &tx.Storefronts }),
	kindOf(func(tx *Tx) *Rows[AppTagID, AppTag, AppTagQuery] { return &tx.AppTags }),
	kindOf(func(tx *Tx) *Rows[AppID, PausedApp, PausedAppQuery] { return &tx.PausedApps }),
	kindOf(func(tx *Tx) *Rows[AppID, RemovedApp, RemovedAppQuery] { return &tx.RemovedApps }),
	kindOf(func(tx *Tx) *Rows[RemovedPartID, RemovedPart, RemovedPartQuery] { return &tx.RemovedParts }),
	kindOf(func(tx *Tx) *Rows[SnapshotID, Snapshot, SnapshotQuery] { return &tx.Snapshots }),
	kindOf(func(tx *Tx) *Rows[ChangeID, Change, ChangeQuery] { return &tx.Changes }),
	kindOf(func(tx *Tx) *Rows[SnapshotID, Commit, CommitQuery] { return &tx.Commits }),
	kindOf(func(tx *Tx) *Rows[string, Review, ReviewQuery] { return &tx.Reviews }),
	kindOf(func(tx *Tx) *Rows[AnnotationID, Annotation, AnnotationQuery] { return &tx.Annotations }),
	kindOf(func(tx *Tx) *Rows[ConcernID, Concern, ConcernQuery] { return &tx.Concerns }),
	kindOf(func(tx *Tx) *Rows[VerdictID, Verdict, VerdictQuery] { return &tx.Verdicts }),
	kindOf(func(tx *Tx) *Rows[ShortlistID, ShortlistEntry, ShortlistQuery] { return &tx.Shortlist }),
	kindOf(func(tx *Tx) *Rows[PolicyVersionID, PolicyVersion, PolicyVersionQuery] { return &tx.PolicyVersions }),
	kindOf(func(tx *Tx) *Rows[AppID, PolicyAnalysis, PolicyAnalysisQuery] { return &tx.PolicyAnalyses }),
	kindOf(func(tx *Tx) *Rows[string, Device, DeviceQuery] { return &tx.Devices }),
	kindOf(func(tx *Tx) *Rows[DeviceLinkID, DeviceLink, DeviceLinkQuery] { return &tx.DeviceLinks }),
	kindOf(func(tx *Tx) *Rows[string, Import, ImportQuery] { return &tx.Imports }),
	kindOf(func(tx *Tx) *Rows[ImportItemID, ImportItem, ImportItemQuery] { return &tx.ImportItems }),
	kindOf(func(tx *Tx) *Rows[string, ManualApp, ManualAppQuery] { return &tx.ManualApps }),
	kindOf(func(tx *Tx) *Rows[string, ManualAppEvent, ManualAppEventQuery] { return &tx.ManualAppEvents }),
	kindOf(func(tx *Tx) *Rows[ManualPolicyVersionID, ManualPolicyVersion, ManualPolicyVersionQuery] {
		return &tx.ManualPolicyVersions
	}),
	kindOf(func(tx *Tx) *Rows[string, Notification, NotificationQuery] { return &tx.Notifications }),
	kindOf(func(tx *Tx) *Rows[string, Delivery, DeliveryQuery] { return &tx.Deliveries }),
	kindOf(func(tx *Tx) *Rows[string, Activity, ActivityQuery] { return &tx.Activities }),
	kindOf(func(tx *Tx) *Rows[string, Audit, AuditQuery] { return &tx.Audits }),
	kindOf(func(tx *Tx) *Rows[string, AILog, AILogQuery] { return &tx.AILogs }),
	kindOf(func(tx *Tx) *Rows[string, Setting, SettingQuery] { return &tx.Settings }),
	kindOf(func(tx *Tx) *Rows[string, FlagOverride, FlagOverrideQuery] { return &tx.FlagOverrides }),
	kindOf(func(tx *Tx) *Rows[string, Revocation, RevocationQuery] { return &tx.Revocations }),
	kindOf(func(tx *Tx) *Rows[string, ReadToken, ReadTokenQuery] { return &tx.ReadTokens }),
	kindOf(func(tx *Tx) *Rows[string, Result, ResultQuery] { return &tx.Results }),
	kindOf(func(tx *Tx) *Rows[string, Run, RunQuery] { return &tx.Runs }),
	kindOf(func(tx *Tx) *Rows[RunItemID, RunItem, RunItemQuery] { return &tx.RunItems }),
	kindOf(func(tx *Tx) *Rows[TaskID, Task, TaskQuery] { return &tx.Tasks }),
}

// kind is the [Kind] of a field of [Tx]. It is one type for all of them, with functions for what
// depends on the types of the kind: the compiler writes each method of a generic type several times.
type kind struct {
	field         int
	name          string
	record, query reflect.Type

	key     func(record any) any
	matches func(query, record any) bool
	compare func(query, a, b any) int
	set     func(tx *Tx, rows *struct{ slot })
}

// kindOf returns the kind of a table, to which field returns a pointer.
func kindOf[K comparable, R Record[K], Q Query[R]](field func(*Tx) *Rows[K, R, Q]) *kind {
	tx := new(Tx)
	k := newKind(tx, field(tx), reflect.TypeFor[R](), reflect.TypeFor[Q]())
	k.key = func(record any) any { return record.(R).key() }
	k.matches = func(query, record any) bool { return query.(Q).matches(record.(R)) }
	k.compare = func(query, a, b any) int { return query.(Q).compare(a.(R), b.(R)) }
	k.set = func(tx *Tx, rows *struct{ slot }) { *field(tx) = (*typed[K, R, Q])(rows) }
	return k
}

// newKind returns a kind without its functions.
func newKind(tx *Tx, table any, record, query reflect.Type) *kind {
	for i, field := range reflect.ValueOf(tx).Elem().Fields() {
		if field.Addr().Interface() == table {
			return &kind{field: i.Index[0], name: i.Name, record: record, query: query}
		}
	}
	panic(fmt.Sprintf("storage: %T is no field of Tx", table))
}

func (k *kind) table(tx *Tx) reflect.Value { return reflect.ValueOf(tx).Elem().Field(k.field) }

func (k *kind) Name() string { return k.name }

func (k *kind) Rows(tx *Tx) AnyRows {
	table := k.table(tx)
	switch rows := table.Interface().(type) {
	case nil: // a Tx that was not made by NewTx
		return lacking{k.name}
	case interface{ untyped() AnyRows }: // typed
		return values{rows.untyped()}
	case Untyped:
		return untyped{values{rows.AnyRows()}, table.Elem()}
	default:
		return untyped{reflected{table.Elem()}, table.Elem()}
	}
}

func (k *kind) New() any { return reflect.New(k.record).Interface() }

func (k *kind) NewQuery() any { return reflect.New(k.query).Interface() }

func (k *kind) Key(record any) any { return k.key(record) }

func (k *kind) Validate(record any) error {
	mustBe(k.record, record)
	return validate(record.(interface{ validate() error }))
}

func (k *kind) Compare(query, a, b any) int { return k.compare(query, a, b) }

func (k *kind) Filter(tx *Tx, query any) (func(any) bool, error) {
	mustBe(k.query, query)
	joiner, joins := query.(joiner)
	if !joins {
		return func(record any) bool { return k.matches(query, record) }, nil
	}
	joined, err := joiner.join(tx)
	if err != nil {
		return nil, err
	}
	return func(record any) bool { return k.matches(query, record) && joined(record) }, nil
}

// mustBe panics unless a value is of a type.
func mustBe(want reflect.Type, v any) {
	if got := reflect.TypeOf(v); got != want {
		panic(fmt.Sprintf("storage: a value is of type %v, not %v", got, want))
	}
}

// Tables is a set of tables of a [Tx].
type Tables uint64

// TablesOf returns the set of the tables with these names, which are the names of fields
// of [Tx]. It panics if there is no such field.
func TablesOf(names ...string) Tables {
	var set Tables
	for _, name := range names {
		field, ok := reflect.TypeFor[Tx]().FieldByName(name)
		if !ok {
			panic(fmt.Sprintf("storage: no table %q", name))
		}
		set |= 1 << field.Index[0]
	}
	return set
}

// AllTables returns the set of all tables.
func AllTables() Tables { return 1<<reflect.TypeFor[Tx]().NumField() - 1 }

// Contains reports whether every table of another set is in this one.
func (t Tables) Contains(other Tables) bool { return other&^t == 0 }

// Names returns the names of the tables, in the order of the fields of [Tx].
func (t Tables) Names() []string {
	var names []string
	for rest := uint64(t); rest != 0; rest &= rest - 1 {
		names = append(names, reflect.TypeFor[Tx]().Field(bits.TrailingZeros64(rest)).Name)
	}
	return names
}

// Affected returns the tables whose lists can change when a record is put into a table or
// deleted from it: the table itself, the tables of its children if it is deleted, and those
// with a query that joins one of these.
func Affected(table string, deleted bool) Tables {
	names := []string{table}
	if deleted {
		children := Children()
		for i := 0; i < len(names); i++ {
			for _, child := range children[names[i]] {
				if !slices.Contains(names, child) {
					names = append(names, child)
				}
			}
		}
	}
	set := TablesOf(names...)
	return set | joining(set)
}

// joining returns the tables with a query that joins one of a set.
func joining(set Tables) Tables {
	var found Tables
	for _, kind := range Kinds() {
		if joiner, ok := kind.NewQuery().(interface{ joins() []string }); ok && TablesOf(joiner.joins()...)&set != 0 {
			found |= TablesOf(kind.Name())
		}
	}
	return found
}
