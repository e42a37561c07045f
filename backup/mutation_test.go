package backup_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// mutation damages a backup, if it finds a place to do so.
type mutation func(r *rand.Rand, bundle []byte) []byte

func mutations() map[string]mutation {
	return map[string]mutation{
		"a byte": func(r *rand.Rand, b []byte) []byte {
			b[r.IntN(len(b))] = byte(r.IntN(256))
			return b
		},
		"some bits": func(r *rand.Rand, b []byte) []byte {
			for range 1 + r.IntN(8) {
				b[r.IntN(len(b))] ^= 1 << r.IntN(8)
			}
			return b
		},
		"a cut": func(r *rand.Rand, b []byte) []byte { return b[:r.IntN(len(b))] },
		"a hole": func(r *rand.Rand, b []byte) []byte {
			from := r.IntN(len(b))
			return slices.Delete(b, from, min(from+1+r.IntN(200), len(b)))
		},
		"a piece twice": func(r *rand.Rand, b []byte) []byte {
			from := r.IntN(len(b))
			return slices.Insert(b, from, b[from:min(from+1+r.IntN(200), len(b))]...)
		},
		"a member twice": func(r *rand.Rand, b []byte) []byte {
			from := place(r, b, `,"`)
			to := from + 1 + bytes.IndexByte(b[from+1:], ',')
			if to <= from {
				return b
			}
			return slices.Insert(b, from, b[from:to]...)
		},
		"a number beyond": func(r *rand.Rand, b []byte) []byte {
			from := place(r, b, `":1`)
			return slices.Insert(b, from+2, []byte("9007199254740993")...)
		},
		"a deep value": func(r *rand.Rand, b []byte) []byte {
			return slices.Insert(b, place(r, b, `":`)+2, []byte(strings.Repeat("[", 1+r.IntN(20_000)))...)
		},
		"another type": spoilValue(func(r *rand.Rand, _ any) any {
			return []any{nil, true, -1, 1e300, "", "x\x00", []any{}, map[string]any{"x": 1}, 9007199254740991, "9007199254740992"}[r.IntN(10)]
		}),
		"a list that is shorter": spoilValue(func(r *rand.Rand, v any) any {
			if list, ok := v.([]any); ok && len(list) > 0 {
				return list[1:]
			}
			return v
		}),
		"a list that repeats itself": spoilValue(func(r *rand.Rand, v any) any {
			if list, ok := v.([]any); ok && len(list) > 0 {
				return append(list, list[r.IntN(len(list))])
			}
			return v
		}),
	}
}

// place returns the index of a random occurrence of a text, 0 if there is none.
func place(r *rand.Rand, b []byte, text string) int {
	from := r.IntN(len(b))
	if i := bytes.Index(b[from:], []byte(text)); i >= 0 {
		return from + i
	}
	return max(bytes.Index(b, []byte(text)), 0)
}

// spoilValue replaces a random value.
func spoilValue(spoil func(r *rand.Rand, v any) any) mutation {
	return func(r *rand.Rand, b []byte) []byte {
		var all any
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber()
		if d.Decode(&all) != nil {
			return b
		}
		text, err := json.Marshal(descend(r, all, spoil, 0))
		if err != nil {
			return b
		}
		return text
	}
}

func descend(r *rand.Rand, v any, spoil func(*rand.Rand, any) any, depth int) any {
	if depth > 0 && r.IntN(4) == 0 {
		return spoil(r, v)
	}
	switch v := v.(type) {
	case map[string]any:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		if len(names) > 0 {
			name := names[r.IntN(len(names))]
			v[name] = descend(r, v[name], spoil, depth+1)
		}
		return v
	case []any:
		if len(v) > 0 {
			i := r.IntN(len(v))
			v[i] = descend(r, v[i], spoil, depth+1)
		}
		return v
	}
	return spoil(r, v)
}

// known are the tables that a backup contains.
func known(t testing.TB, s storage.Store) dump { return dumpOf(t, s).without(logs...) }

// A damaged backup is either refused and changes nothing, or restores exactly what
// was signed, or, if untrusted backups are allowed, what it contains.
// AUDITOR_MUTATIONS sets the number of backups.
func TestDamagedBackups(t *testing.T) {
	t.Parallel()
	n := spoilt
	if testing.Short() {
		n /= 4
	}
	if text := os.Getenv("AUDITOR_MUTATIONS"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	older, newer := memory.New(), memory.New()
	update(t, older, func(tx *storage.Tx) error { return newChance(51).single(tx) })
	update(t, newer, func(tx *storage.Tx) error { return newChance(52).single(tx) })
	signed := map[string]dump{}
	for _, s := range []storage.Store{older, newer} {
		signed[head(t, export(t, newService(t, s)))] = known(t, s)
	}
	theirs := serviceWith(t, newer, bytes.Repeat([]byte{8}, backup.KeySize))
	bundles := [][]byte{export(t, newService(t, newer)), export(t, newService(t, older)), export(t, theirs), legacyBackup(t)}
	all := mutations()
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)

	s := memory.New()
	fleet(t, s, 53)
	v := newService(t, s)
	outcomes := map[string]int{}
	for i := range n {
		r := rand.New(rand.NewPCG(uint64(i), 5))
		bundle := bytes.Clone(bundles[r.IntN(len(bundles))])
		name := "nothing" // an old bundle, one of another key: no change is one, too
		if r.IntN(12) > 0 {
			name = names[r.IntN(len(names))]
			bundle = all[name](r, bundle)
		}
		before, allowed := known(t, s), r.IntN(2) == 0
		done, err := v.Restore(t.Context(), bytes.NewReader(bundle), allowed)
		after := known(t, s)
		var want dump
		switch {
		case errors.As(err, new(*backup.FormatError)), !allowed && errors.As(err, new(*backup.UntrustedError)):
			want = before
			outcomes["refused"]++
		case err != nil:
			t.Fatalf("%d, %s: error %v", i, name, err)
		case done.Trust == backup.Trusted:
			want = signed[head(t, export(t, v))]
			outcomes["trusted"]++
		default:
			restore(t, v, export(t, v), false)
			want = known(t, s)
			outcomes["allowed"]++
		}
		if d := diff(want, after); d != "" {
			t.Fatalf("%d, %s, error %v (-want +got):\n%s", i, name, err, d)
		}
	}
	t.Log(outcomes)
	if n >= 1000 && (outcomes["refused"] < n/2 || outcomes["trusted"] < n/100 || outcomes["allowed"] < n/100) {
		t.Errorf("the bundles are too much alike: %v", outcomes)
	}
}

// A truncated backup is refused, wherever it ends.
func TestTruncatedBackups(t *testing.T) {
	t.Parallel()
	from := memory.New()
	update(t, from, func(tx *storage.Tx) error { return newChance(52).single(tx) })
	for name, bundle := range map[string][]byte{"own": export(t, newService(t, from)), "legacy": legacyBackup(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := memory.New()
			fleet(t, s, 54)
			before, v := dumpOf(t, s), newService(t, s)
			whole := bytes.TrimRight(bundle, "\n")
			for i := range whole {
				if !strings.ContainsRune(`{}[]:,"`, rune(whole[i])) {
					continue
				}
				if _, err := v.Restore(t.Context(), bytes.NewReader(whole[:i]), true); !errors.As(err, new(*backup.FormatError)) {
					t.Fatalf("truncated at %d of %d: error %v", i, len(whole), err)
				}
			}
			if d := diff(before, dumpOf(t, s)); d != "" {
				t.Errorf("refused, and changed (-want +got):\n%s", d)
			}
		})
	}
}
