package storagetest

import (
	"cmp"
	"slices"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// kind is what the tests must know of one kind of record to try everything that
// all kinds have in common.
type kind[K comparable, R storage.Record[K], Q any] struct {
	name  string
	table func(storage.Tx) storage.Table[K, R, Q]

	// key gives a record the nth key, and the values that must be as they are
	// for a record to be valid below its parents.
	key func(r *R, n int)
	// least gives an empty record what Validate asks for; nil when key does.
	least func(r *R)
	// fix mends what no value at random can be in a full record; may be nil.
	fix func(r *R)
	// parents writes what the records of key hang on or name; may be nil.
	parents func(storage.Tx) error
	// orphans are records whose parents are not there; with the parents'
	// writer they are valid.
	orphans []R

	// lookups are the cases for the query: what each field means, and the order.
	// They list stock, written in this order below lookupParents.
	stock        []R
	stockParents func(storage.Tx) error
	stockHangs   func(storage.Tx) error // what hangs on stock and is asked for; may be nil
	lookups      []lookup[K, Q]
}

// lookup is a query and the keys it lists, in their order.
type lookup[K comparable, Q any] struct {
	name  string
	query Q
	want  []K
}

// conformer is a kind, whatever its types.
type conformer interface {
	title() string
	run(t *testing.T, open func(testing.TB) storage.Store)
	count(tx storage.Tx) (int, error)
	seed(tx storage.Tx) error
}

// kinds returns one conformer for each accessor of a Tx, in its order.
func kinds() []conformer {
	return []conformer{
		apps(), labels(), features(), relatedApps(), snapshots(), changes(), reviews(),
		annotations(), verdicts(), shortlist(), policyVersions(), policyAnalyses(),
		devices(), deviceLinks(),
		imports(), importItems(),
		manualApps(), manualAppEvents(), manualPolicyVersions(),
		notifications(), deliveries(),
		activities(), audits(), aiLogs(), settings(), flagOverrides(), revocations(), runs(), runItems(), leases(),
	}
}

func (k kind[K, R, Q]) title() string { return k.name }

// sample returns the nth record, filled as told.
func (k kind[K, R, Q]) sample(how filling, n int) R {
	r := fill[R](how, n)
	if how == hollow && k.least != nil {
		k.least(&r)
	}
	if k.fix != nil {
		k.fix(&r)
	}
	k.key(&r, n)
	return r
}

// full returns the nth record with every field set.
func (k kind[K, R, Q]) full(n int) R { return k.sample(distinct, n) }

// bare returns the nth record with nothing in it that it can be without.
func (k kind[K, R, Q]) bare(n int) R {
	var r R
	if k.least != nil {
		k.least(&r)
	}
	k.key(&r, n)
	return r
}

// several returns n records, the first with the last key.
func (k kind[K, R, Q]) several(n int) []R {
	var all []R
	for i := n; i > 0; i-- {
		all = append(all, k.full(i))
	}
	return all
}

// prepare writes the parents of samples.
func (k kind[K, R, Q]) prepare(t testing.TB, s storage.Store) {
	t.Helper()
	if k.parents != nil {
		update(t, s, k.parents)
	}
}

// put writes records in an Update of their own.
func (k kind[K, R, Q]) put(t testing.TB, s storage.Store, records ...R) {
	t.Helper()
	update(t, s, func(tx storage.Tx) error { return k.table(tx).Put(records...) })
}

// all returns every record of the kind.
func (k kind[K, R, Q]) all(t testing.TB, s storage.Store) []R {
	t.Helper()
	var found []R
	view(t, s, func(tx storage.Tx) error {
		var q Q
		var err error
		found, err = storage.Collect(k.table(tx).List(q))
		return err
	})
	return found
}

// holds checks that these records and no others are there, in any order.
func (k kind[K, R, Q]) holds(t testing.TB, s storage.Store, want ...R) {
	t.Helper()
	got := k.all(t, s)
	place := make(map[K]int)
	for i, r := range want {
		place[r.Key()] = i
	}
	slices.SortStableFunc(got, func(a, b R) int { return cmp.Compare(place[a.Key()], place[b.Key()]) })
	if d := diff(want, got); d != "" {
		t.Errorf("%s held (-want +got):\n%s", k.name, d)
	}
}

func (k kind[K, R, Q]) count(tx storage.Tx) (int, error) {
	var q Q
	return k.table(tx).Count(q)
}

// seed writes two records and all that they need.
func (k kind[K, R, Q]) seed(tx storage.Tx) error {
	if k.parents != nil {
		if err := k.parents(tx); err != nil {
			return err
		}
	}
	return k.table(tx).Put(k.full(1), k.full(2))
}

func (k kind[K, R, Q]) run(t *testing.T, open func(testing.TB) storage.Store) {
	steps := []step{
		{"RoundTrip", k.testRoundTrip},
		{"EachField", k.testEachField},
		{"Values", k.testValues},
		{"Absent", k.testAbsent},
		{"Put", k.testPut},
		{"Invalid", k.testInvalid},
		{"Delete", k.testDelete},
		{"Clear", k.testClear},
		{"Lookup", k.testLookup},
		{"Range", k.testRange},
		{"RangeAndCall", k.testRangeAndCall},
		{"ListAfterEnd", k.testListAfterEnd},
		{"ReadOnly", k.testReadOnly},
		{"Rollback", k.testRollback},
	}
	if len(k.orphans) > 0 {
		steps = append(steps, step{"Orphan", k.testOrphan})
	}
	for _, one := range steps {
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			one.test(t, open(t))
		})
	}
}
