package netguard_test

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/netip"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// resolverFor returns a resolver that answers from a table only.
func resolverFor(t *testing.T, table map[string]string) *net.Resolver {
	t.Helper()
	return &net.Resolver{
		PreferGo: true,
		Dial: func(context.Context, string, string) (net.Conn, error) {
			client, server := net.Pipe()
			go answer(server, table)
			return client, nil
		},
	}
}

// answer speaks DNS over a stream: RFC 1035, section 4.2.2, with a length first.
func answer(conn net.Conn, table map[string]string) {
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
		addr, err := netip.ParseAddr(table[q.Name.String()])
		header := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class, TTL: 1}
		switch {
		case err != nil:
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
