package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"

	"github.com/privacylabels/auditor/internal/jsonstream"
	"github.com/privacylabels/auditor/storage"
)

// contents is where in a bundle its members lie, and what its head says.
type contents struct {
	bundle     *Bundle
	members    map[string]jsonstream.Span
	tables     map[string]jsonstream.Span // the rows of those of another service, see foreign.go
	exportedAt storage.Time
	signature  signature
	signed     bool // it has a signature, whoever made it and however

	origin *contents // the foreign envelope that this one was made of; nil: it was not
}

// open reads a bundle to its end and finds its members.
func open(b *Bundle) (*contents, error) {
	c := &contents{bundle: b, members: make(map[string]jsonstream.Span), tables: make(map[string]jsonstream.Span)}
	if err := jsonstream.Nested(b.section(0, b.size), limits, ofTables, c.place); err != nil {
		return nil, c.fault("", -1, err)
	}
	var version int64
	if err := c.whole(memberVersion, &version); err != nil {
		return nil, err
	}
	if version > Version {
		return nil, c.fault(memberVersion, -1, fmt.Errorf("%w: %d", ErrVersion, version))
	}
	if err := c.whole(memberExportedAt, &c.exportedAt); err != nil {
		return nil, err
	}
	if c.foreign() {
		if err := c.mustRows(); err != nil {
			return nil, err
		}
		return c, c.readSignature()
	}
	if err := c.mustApps(); err != nil {
		return nil, err
	}
	for _, k := range kinds() {
		if err := c.mustList(k.member()); err != nil {
			return nil, err
		}
	}
	return c, c.readSignature()
}

// ofTables says which objects of an envelope may be larger than one value.
func ofTables(path []string) bool { return path[0] == memberTables && len(path) <= 2 }

// place remembers where a member lies.
func (c *contents) place(path []string, at jsonstream.Span) error {
	switch {
	case len(path) == 1:
		c.members[path[0]] = at
	case len(path) == 3 && path[2] == "rows":
		c.tables[path[1]] = at
	}
	return nil
}

// ignored returns the members that no part of a restore looks at.
func (c *contents) ignored() []string {
	if c.origin != nil {
		c = c.origin
	}
	known := []string{memberVersion, memberExportedAt, memberAppName, memberFocus, memberSignature}
	for _, k := range kinds() {
		known = append(known, k.member())
	}
	if c.foreign() {
		known = []string{memberVersion, memberExportedAt, memberAppName, memberTables, memberSignature}
	}
	var names []string
	for name := range c.members {
		if !slices.Contains(known, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// fault makes an error of the text one of the bundle. What the file itself failed
// with stays what it is.
func (c *contents) fault(member string, index int, err error) error {
	if c.bundle.broke(err) {
		return fmt.Errorf("read a backup: %w", err)
	}
	return &FormatError{member, index, err}
}

// whole reads a member that must be there.
func (c *contents) whole(name string, into any) error {
	text, err := c.text(name)
	switch {
	case err != nil:
		return err
	case text == nil || string(text) == "null":
		return c.fault(name, -1, ErrMissing)
	}
	if err := jsonstream.Decode(text, into); err != nil {
		return c.fault(name, -1, err)
	}
	return nil
}

// text returns a member that is no list, nil when it is not there.
func (c *contents) text(name string) ([]byte, error) {
	at, there := c.members[name]
	switch {
	case !there:
		return nil, nil
	case at.Array:
		return nil, c.fault(name, -1, fmt.Errorf("%w: a list", jsonstream.ErrType))
	}
	if at.To-at.From > int64(limits.Bytes) {
		return nil, c.fault(name, -1, fmt.Errorf("%w: more than %d bytes", jsonstream.ErrTooLarge, limits.Bytes))
	}
	text, err := io.ReadAll(c.bundle.section(at.From, at.To))
	if err != nil {
		return nil, fmt.Errorf("read a backup: %w", err)
	}
	return text, nil
}

// mustApps refuses an envelope without a list of apps: to restore it would empty the
// fleet.
func (c *contents) mustApps() error {
	if c.members[memberApps].Array {
		return nil
	}
	if err := c.mustList(memberApps); err != nil {
		return err
	}
	return c.fault(memberApps, -1, fmt.Errorf("%w: a list of apps is needed", ErrMissing)) // also where it is null
}

// mustList refuses a member that is there and neither a list nor null.
func (c *contents) mustList(name string) error {
	if at, there := c.members[name]; !there || at.Array {
		return nil
	}
	text, err := c.text(name)
	if err == nil && string(text) != "null" {
		err = c.fault(name, -1, fmt.Errorf("%w: not a list", jsonstream.ErrType))
	}
	return err
}

// records calls yield with each element of a list, and puts its place to the error.
func (c *contents) records(ctx context.Context, name string, yield func(value []byte) error) error {
	at := c.members[name]
	if !at.Array {
		return nil
	}
	index := -1
	err := jsonstream.Elements(c.bundle.section(at.From, at.To), limits, func(i int, value []byte) error {
		index = i
		if err := ctx.Err(); err != nil {
			return &outside{err}
		}
		return yield(value)
	})
	var out *outside
	switch {
	case err == nil:
		return nil
	case errors.As(err, &out):
		return out.err
	}
	return c.fault(name, index, err)
}

// outside is an error that is not of the bundle.
type outside struct{ err error }

func (o *outside) Error() string { return o.err.Error() }
func (o *outside) Unwrap() error { return o.err }

// readSignature takes what is no signature for none. An object that has a mac is
// one, though maybe none that can be verified here.
func (c *contents) readSignature() error {
	at, there := c.members[memberSignature]
	if !there || at.Array {
		return nil
	}
	text, err := c.text(memberSignature)
	if err != nil {
		return err
	}
	var members map[string]json.RawMessage
	if jsonstream.Decode(text, &members) != nil {
		return nil
	}
	_, c.signed = members["mac"]
	var s signature
	if jsonstream.Decode(text, &s) == nil && s.readable() {
		c.signature = s
	}
	return nil
}

// trusted says whether the bundle is signed with this key.
func (c *contents) trusted(ctx context.Context, key []byte) (bool, error) {
	if !c.signature.readable() || c.signature.KeyID != keyID(key) {
		return false, nil
	}
	mac := newMAC(key)
	if err := c.canonize(ctx, mac); err != nil {
		return false, err
	}
	return c.signature.matches(key, mac), nil
}

// canonize writes the form of RFC 8785 of all members but the signature.
func (c *contents) canonize(ctx context.Context, mac hash.Hash) error {
	names := make([]string, 0, len(c.members))
	for name := range c.members {
		if name != memberSignature {
			names = append(names, name)
		}
	}
	sortNames(names)
	before := "{"
	for _, name := range names {
		quoted, err := canonicalText(name)
		if err != nil {
			return c.fault(name, -1, err)
		}
		mac.Write([]byte(before + quoted + ":"))
		before = ","
		if err := c.canonizeMember(ctx, name, mac); err != nil {
			return err
		}
	}
	mac.Write([]byte("}"))
	return nil
}

func (c *contents) canonizeMember(ctx context.Context, name string, mac hash.Hash) error {
	if !c.members[name].Array {
		text, err := c.text(name)
		if err != nil {
			return err
		}
		if text, err = canonical(text); err != nil {
			return c.fault(name, -1, err)
		}
		mac.Write(text)
		return nil
	}
	before := "["
	err := c.records(ctx, name, func(value []byte) error {
		value, err := canonical(value)
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
