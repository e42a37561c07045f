// Package storagetest is the test suite that every [storage.Store] must pass, and two stores
// that make the tests of their users stricter.
//
// [Run] checks a store against the contract of package storage: round trips of all fields of
// all records, all fields of all queries, parents and cascades, and transactions, alone and
// concurrent. [RunCopier] does the same for a store that can copy itself. The test of a store
// is a few lines:
//
//	func TestStore(t *testing.T) {
//		t.Parallel()
//		storagetest.Run(t, func(t testing.TB) storage.Store { return memory.New() })
//	}
//
// [Strict] wraps a store and reports each mistake of its users, also those that have an effect
// on some stores only. [Faulty] wraps a store and fails commits, or loses their results, when
// a test asks for it.
//
// A new kind of record needs nothing here: records and queries are generated from the
// declarations of package storage, and the results compared with storage/memory.
//
// It does not open any store, and is for tests only.
package storagetest
