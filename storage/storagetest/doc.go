// Package storagetest is what every [storage.Store] must pass, and two stores
// that make the tests of their users harder.
//
// [Run] holds a store to the contract of package storage: that each field of
// each record comes back, what each field of each query means, what hangs on
// what, and what a transaction promises, alone and beside others. [RunCopier]
// does the same for a store that can copy itself. The test of a store is a few
// lines:
//
//	func TestStore(t *testing.T) {
//		t.Parallel()
//		storagetest.Run(t, func(t testing.TB) storage.Store { return memory.New() })
//	}
//
// [Strict] wraps a store and reports each mistake of its users on every store,
// also those that only some stores punish. [Faulty] wraps a store and
// fails commits, or loses their results, when a test asks for it.
//
// A new kind of record needs nothing here: records and queries are generated from the
// declarations of package storage, and the results compared with storage/memory.
//
// It does not open any store, and is for tests only.
package storagetest
