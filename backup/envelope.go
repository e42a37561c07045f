package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"

	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/storage"
)

// envelope is a backup file whose members have been located.
type envelope struct {
	file       *File
	members    map[string]jsonread.Span
	tables     map[string]jsonread.Span // the rows of each table of a legacy backup
	exportedAt storage.Time
	signature  signature
	signed     bool // whether there is a signature, valid or not

	legacy *envelope // the legacy backup from which this one was translated; nil: none
}

// open reads a file to its end and locates its members.
func open(f *File) (*envelope, error) {
	e := &envelope{file: f, members: make(map[string]jsonread.Span), tables: make(map[string]jsonread.Span)}
	isTables := func(path []string) bool { return path[0] == memberTables && len(path) <= 2 }
	if err := jsonread.Nested(f.section(0, f.size), record.Limits, isTables, e.locate); err != nil {
		return nil, invalid("", -1, err)
	}
	var version int64
	if err := e.value(memberVersion, &version); err != nil {
		return nil, err
	}
	if version > Version {
		return nil, invalid(memberVersion, -1, fmt.Errorf("%w: %d; this release reads up to %d", record.ErrVersion, version, Version))
	}
	if err := e.value(memberExportedAt, &e.exportedAt); err != nil {
		return nil, err
	}
	if err := checkTimes(e.exportedAt); err != nil {
		return nil, invalid(memberExportedAt, -1, err)
	}
	if e.isLegacy() {
		if err := e.checkTables(); err != nil {
			return nil, err
		}
		return e, e.readSignature()
	}
	for _, name := range members() {
		if err := e.checkList(name); err != nil {
			return nil, err
		}
	}
	if !e.members[memberApps].Array { // otherwise a restore would remove all apps
		return nil, invalid(memberApps, -1, fmt.Errorf("%w: must be a list", record.ErrMissing))
	}
	return e, e.readSignature()
}

// locate records the position of a member.
func (e *envelope) locate(path []string, at jsonread.Span) error {
	switch {
	case len(path) == 1:
		e.members[path[0]] = at
	case len(path) == 3 && path[2] == "rows":
		e.tables[path[1]] = at
	}
	return nil
}

// ignored returns the number of records in each unknown member.
func (e *envelope) ignored(ctx context.Context) (map[string]int, error) {
	known := []string{memberVersion, memberExportedAt, memberAppName, memberSignature}
	if e.isLegacy() {
		known = append(known, memberTables)
	} else {
		known = append(append(known, memberFocus), members()...)
	}
	counts := make(map[string]int)
	for name, at := range e.members {
		if slices.Contains(known, name) {
			continue
		}
		if !at.Array {
			counts[name] = 1
			continue
		}
		counts[name] = 0
		if err := e.records(ctx, name, func([]byte) error { counts[name]++; return nil }); err != nil {
			return nil, err
		}
	}
	return counts, nil
}

// value decodes a member that must not be missing or null.
func (e *envelope) value(name string, into any) error {
	text, err := e.text(name)
	switch {
	case err != nil:
		return err
	case text == nil || string(text) == "null":
		return invalid(name, -1, record.ErrMissing)
	}
	if err := jsonread.Decode(text, into); err != nil {
		return invalid(name, -1, err)
	}
	return nil
}

// text returns the JSON of a member that must not be a list, or nil if it is missing.
func (e *envelope) text(name string) ([]byte, error) {
	at, ok := e.members[name]
	switch {
	case !ok:
		return nil, nil
	case at.Array:
		return nil, invalid(name, -1, fmt.Errorf("%w: a list", jsonread.ErrType))
	case at.To-at.From > int64(record.Limits.Bytes):
		return nil, invalid(name, -1, fmt.Errorf("%w: more than %d bytes", jsonread.ErrTooLarge, record.Limits.Bytes))
	}
	text, err := io.ReadAll(e.file.section(at.From, at.To))
	if err != nil {
		return nil, fmt.Errorf("read a backup: %w", err)
	}
	return text, nil
}

// checkList refuses a member that is neither missing, nor null, nor a list.
func (e *envelope) checkList(name string) error {
	if at, ok := e.members[name]; !ok || at.Array {
		return nil
	}
	text, err := e.text(name)
	if err == nil && string(text) != "null" {
		err = invalid(name, -1, fmt.Errorf("%w: must be a list", jsonread.ErrType))
	}
	return err
}

// records calls yield with each element of a list. It adds the position of the record to the
// first error of yield, unless that is a storeError.
func (e *envelope) records(ctx context.Context, name string, yield func(value []byte) error) error {
	at := e.members[name]
	if !at.Array {
		return nil
	}
	index := -1
	err := jsonread.Elements(e.file.section(at.From, at.To), record.Limits, func(i int, value []byte) error {
		index = i
		if err := ctx.Err(); err != nil {
			return &storeError{err}
		}
		return yield(value)
	})
	if err == nil {
		return nil
	}
	if store, ok := errors.AsType[*storeError](err); ok {
		return store.err
	}
	return invalid(name, index, err)
}

// storeError is an error that a record did not cause.
type storeError struct{ err error }

func (e *storeError) Error() string { return e.err.Error() }

// readSignature reads the signature. Anything but an object with a mac counts as no
// signature. A signature in an unknown form counts as one that cannot be verified.
func (e *envelope) readSignature() error {
	at, there := e.members[memberSignature]
	if !there || at.Array {
		return nil
	}
	text, err := e.text(memberSignature)
	if err != nil {
		return err
	}
	var members map[string]json.RawMessage
	if jsonread.Decode(text, &members) != nil {
		return nil
	}
	_, e.signed = members["mac"]
	var s signature
	if jsonread.Decode(text, &s) == nil && s.readable() {
		e.signature = s
	}
	return nil
}

// claims reports whether the signature names this key.
func (e *envelope) claims(key []byte) bool {
	return e.signature.readable() && e.signature.KeyID == keyID(key)
}

// trusted reports whether the backup is signed with this key.
func (e *envelope) trusted(ctx context.Context, key []byte) (bool, error) {
	if !e.claims(key) {
		return false, nil
	}
	mac := newMAC(key)
	if err := e.canonicalize(ctx, mac); err != nil {
		return false, err
	}
	return e.signature.matches(key, mac), nil
}

// canonicalize writes all members except the signature in the form of RFC 8785.
func (e *envelope) canonicalize(ctx context.Context, mac hash.Hash) error {
	names := make([]string, 0, len(e.members))
	for name := range e.members {
		if name != memberSignature {
			names = append(names, name)
		}
	}
	sortNames(names)
	before := "{"
	for _, name := range names {
		quoted, err := canonicalText(name)
		if err != nil {
			return invalid(name, -1, err)
		}
		mac.Write([]byte(before + quoted + ":"))
		before = ","
		if err := e.canonicalizeMember(ctx, name, mac); err != nil {
			return err
		}
	}
	mac.Write([]byte("}"))
	return nil
}

func (e *envelope) canonicalizeMember(ctx context.Context, name string, mac hash.Hash) error {
	if !e.members[name].Array {
		text, err := e.text(name)
		if err != nil {
			return err
		}
		if text, err = jsonread.Canonical(text); err != nil {
			return invalid(name, -1, err)
		}
		mac.Write(text)
		return nil
	}
	before := "["
	err := e.records(ctx, name, func(value []byte) error {
		value, err := jsonread.Canonical(value)
		if err != nil {
			return err
		}
		mac.Write([]byte(before))
		mac.Write(value)
		before = ","
		return nil
	})
	if before == "[" {
		mac.Write([]byte(before))
	}
	mac.Write([]byte("]"))
	return err
}
