package transfer

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
	"reflect"

	"github.com/privacylabels/auditor/storage"
)

// Digest identifies a set of records, whatever their order: it is the sum of the SHA-256 of
// each, in four parts. It detects what a copy lacks or has changed, but does not protect
// against a forger.
type Digest [4]uint64

// String returns the digest as 64 hexadecimal digits.
func (d Digest) String() string {
	var b [32]byte
	for i, part := range d {
		binary.BigEndian.PutUint64(b[8*i:], part)
	}
	return hex.EncodeToString(b[:])
}

// add adds a record.
func (d *Digest) add(record any) {
	h := sha256.New()
	write(h, reflect.ValueOf(record))
	sum := h.Sum(nil)
	for i := range d {
		d[i] += binary.BigEndian.Uint64(sum[8*i:])
	}
}

// write writes a value so that different values of a type are different bytes. It knows the
// types that records consist of.
func write(h hash.Hash, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			write(h, v.Field(i))
		}
	case reflect.Pointer:
		writeNumber(h, truth(!v.IsNil()))
		if !v.IsNil() {
			write(h, v.Elem())
		}
	case reflect.Slice:
		if v.IsNil() {
			writeNumber(h, math.MaxUint64)
			return
		}
		writeNumber(h, uint64(v.Len()))
		writeElements(h, v)
	case reflect.Array:
		writeElements(h, v)
	case reflect.String:
		writeNumber(h, uint64(v.Len()))
		h.Write([]byte(v.String())) // a hash never fails
	case reflect.Bool:
		writeNumber(h, truth(v.Bool()))
	case reflect.Int, reflect.Int64:
		writeNumber(h, uint64(v.Int()))
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		writeNumber(h, v.Uint())
	case reflect.Float64:
		writeNumber(h, math.Float64bits(v.Float()))
	default:
		panic(fmt.Sprintf("transfer: a record has a field of type %v, which is not known here", v.Type()))
	}
}

func writeElements(h hash.Hash, v reflect.Value) {
	if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
		h.Write(v.Bytes())
		return
	}
	for i := range v.Len() {
		write(h, v.Index(i))
	}
}

func writeNumber(h hash.Hash, n uint64) {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], n)
	h.Write(b[:])
}

func truth(is bool) uint64 {
	if is {
		return 1
	}
	return 0
}

// all returns the query that lists every record of a kind. Those of one app follow each other, the
// oldest first, because a store that keeps its course writes that once for all of them then.
func all(kind storage.Kind) any {
	switch q := reflect.ValueOf(kind.NewQuery()).Elem().Interface().(type) {
	case storage.SnapshotQuery:
		return storage.SnapshotQuery{FromApp: 1, Reverse: true}
	case storage.ChangeQuery:
		return storage.ChangeQuery{FromApp: 1}
	default:
		return q
	}
}
