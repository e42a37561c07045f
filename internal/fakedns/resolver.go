package fakedns

import (
	"context"
	"encoding/binary"
	"io"
	"maps"
	"net"
	"net/netip"
	"strings"
	"sync"

	"golang.org/x/net/dns/dnsmessage"
)

// Resolver returns a resolver that answers from a table only: by name, in lower case and
// with a dot at its end, the addresses. A name with several addresses has one after the
// other, and then the last one for good. One whose address cannot be parsed does not exist.
func Resolver(table map[string][]string) *net.Resolver {
	n := &names{table: maps.Clone(table)}
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go n.serve(server)
		return client, nil
	}}
}

type names struct {
	mu    sync.Mutex
	table map[string][]string
}

func (n *names) next(name string, kind dnsmessage.Type) (addr netip.Addr, found bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	name = strings.ToLower(name)
	left := n.table[name]
	if len(left) == 0 {
		return addr, false
	}
	addr, err := netip.ParseAddr(left[0])
	if len(left) > 1 && addr.Is4() == (kind == dnsmessage.TypeA) {
		n.table[name] = left[1:]
	}
	return addr, err == nil
}

// serve speaks DNS over a stream: RFC 1035, section 4.2.2, with a length first.
func (n *names) serve(conn net.Conn) {
	defer conn.Close()
	for {
		var length uint16
		if binary.Read(conn, binary.BigEndian, &length) != nil {
			return
		}
		packed := make([]byte, length)
		if _, err := io.ReadFull(conn, packed); err != nil {
			return
		}
		var m dnsmessage.Message
		if m.Unpack(packed) != nil || len(m.Questions) != 1 {
			return
		}
		m.Header.Response, m.Additionals = true, nil
		q := m.Questions[0]
		addr, found := n.next(q.Name.String(), q.Type)
		header := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class, TTL: 1}
		switch {
		case !found:
			m.Header.RCode = dnsmessage.RCodeNameError
		case addr.Is4() && q.Type == dnsmessage.TypeA:
			m.Answers = []dnsmessage.Resource{{Header: header, Body: &dnsmessage.AResource{A: addr.As4()}}}
		case addr.Is6() && q.Type == dnsmessage.TypeAAAA:
			m.Answers = []dnsmessage.Resource{{Header: header, Body: &dnsmessage.AAAAResource{AAAA: addr.As16()}}}
		}
		reply, err := m.Pack()
		if err != nil {
			return
		}
		if _, err := conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(reply))), reply...)); err != nil {
			return
		}
	}
}
