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
// [Strict] wraps a store and forgives its users nothing: each mistake that only
// some stores punish is reported on every store. [Faulty] wraps a store and
// fails commits, or loses their answers, when a test asks for it.
//
// A new kind of record needs one declaration here (see kind.go). The common
// tests fill its fields by themselves and follow when a field is added; what a
// query's field means is for each kind to say in its cases.
//
// It does not open any store, and is for tests only.
package storagetest
