package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/fakedns"
)

// yard is a site that may be asked, at 127.0.0.1, and one that may not, at
// 127.0.0.2 and the same port, which counts who knocks.
type yard struct {
	port    string
	knocks  atomic.Int32
	fetcher *fetch.Client
}

func newYard(t *testing.T, serve http.HandlerFunc, table map[string][]string) *yard {
	t.Helper()
	y := &yard{}
	site := httptest.NewServer(serve)
	t.Cleanup(site.Close)
	u, err := url.Parse(site.URL)
	if err != nil {
		t.Fatal(err)
	}
	y.port = u.Port()
	private, err := net.Listen("tcp", "127.0.0.2:"+y.port)
	if err != nil {
		t.Skipf("no second address on this machine: %v", err)
	}
	t.Cleanup(func() { private.Close() })
	go func() {
		for {
			conn, err := private.Accept()
			if err != nil {
				return
			}
			y.knocks.Add(1)
			conn.Close()
		}
	}()
	y.fetcher = newClient(t, fetch.Config{Allowed: []string{"127.0.0.1"}, Resolver: fakedns.Resolver(table)})
	return y
}

// forbidden are addresses that may not be asked, PORT being that of the sites.
func forbidden() []string {
	return []string{
		"http://127.0.0.2:PORT/privacy", "http://private.test:PORT/privacy", "http://PRIVATE.test.:PORT/privacy", "http://sixes.test:PORT/privacy",
		"http://2130706434:PORT/privacy", "http://0177.0.0.2:PORT/privacy", "http://0x7f000002:PORT/privacy", "http://127.2:PORT/privacy",
		"http://[::1]:PORT/privacy", "http://[::ffff:127.0.0.2]:PORT/privacy", "http://[::ffff:7f00:2]:PORT/privacy", "http://[::127.0.0.2]:PORT/privacy",
		"http://[64:ff9b::127.0.0.2]/privacy", "http://[64:ff9b:1::7f00:2]/privacy", "http://[2002:7f00:2::1]/privacy", "http://[fe80::1%25lo]/privacy", "http://[fd00::1]/privacy",
		"http://10.0.0.1/privacy", "http://172.16.0.1/privacy", "http://192.168.0.1/privacy", "http://100.64.0.1/privacy", "http://0.0.0.0:PORT/privacy", "http://[::]:PORT/privacy",
		"http://169.254.169.254/privacy", "http://metadata.test/privacy", "http://168.63.129.16/privacy", "http://100.100.100.200/privacy", "http://[fd00:ec2::254]/privacy",
		"http://[::ffff:169.254.169.254]/privacy", "http://[64:ff9b::a9fe:a9fe]/privacy", "http://[2002:a9fe:a9fe::]/privacy",
		"http://224.0.0.1/privacy", "http://255.255.255.255/privacy", "http://198.18.0.1/privacy", "http://93.184.216.34:22/privacy",
		"ftp://127.0.0.2/privacy", "gopher://127.0.0.2/privacy", "file:///etc/passwd", "http://user:pass@127.0.0.1:PORT/privacy",
	}
}

func forbiddenNames() map[string][]string {
	return map[string][]string{
		"site.test.": {"127.0.0.1"}, "private.test.": {"127.0.0.2"}, "sixes.test.": {"::ffff:7f00:2"}, "metadata.test.": {"169.254.169.254"},
	}
}

// No link of a site leads to a request to a forbidden address.
func TestClientIsGuarded(t *testing.T) {
	t.Parallel()
	ways := map[string]func(w http.ResponseWriter, to string){
		"redirect": func(w http.ResponseWriter, to string) {
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
		},
		"refresh": func(w http.ResponseWriter, to string) {
			send(w, "text/html", []byte("<meta http-equiv=refresh content='0;url="+to+"'>"))
		},
		"script": func(w http.ResponseWriter, to string) {
			send(w, "text/html", []byte("<script>location.replace('"+to+"')</script>"))
		},
		"frame": func(w http.ResponseWriter, to string) { send(w, "text/html", []byte("<iframe src='"+to+"'></iframe>")) },
		"object": func(w http.ResponseWriter, to string) {
			send(w, "text/html", []byte("<object data='"+to+"'></object>"))
		},
		"form": func(w http.ResponseWriter, to string) {
			send(w, "text/html", []byte("<link rel=amphtml href='"+to+"'>"))
		},
		"link": func(w http.ResponseWriter, to string) { send(w, "text/html", []byte("<a href='"+to+"'>Privacy</a>")) },
		"a link that redirects": func(w http.ResponseWriter, to string) {
			send(w, "text/html", []byte("<a href='/redirect?to="+url.QueryEscape(to)+"'>Privacy</a>"))
		},
	}
	y := newYard(t, func(w http.ResponseWriter, r *http.Request) {
		ways[strings.TrimPrefix(r.URL.Path, "/")](w, r.URL.Query().Get("to"))
	}, forbiddenNames())
	for _, address := range forbidden() {
		address = strings.ReplaceAll(address, "PORT", y.port)
		ctx, enough := context.WithTimeout(t.Context(), 20*time.Second)
		if _, err := y.fetcher.Fetch(ctx, address); !errors.Is(err, fetch.ErrAddress) {
			t.Errorf("%s: %v, want ErrAddress", address, err)
		}
		for way := range ways {
			asked := "http://site.test:" + y.port + "/" + url.PathEscape(way) + "?to=" + url.QueryEscape(address)
			doc, err := y.fetcher.Fetch(ctx, asked)
			if err == nil {
				_, err = fetch.Judge(doc, "")
			}
			if !errors.Is(err, fetch.ErrAddress) && !errors.Is(err, fetch.ErrTooShort) || way == "redirect" && !errors.Is(err, fetch.ErrAddress) {
				t.Errorf("%s to %s: %v", way, address, err)
			}
		}
		enough()
	}
	if n := y.knocks.Load(); n != 0 {
		t.Errorf("%d connections to what may not be asked", n)
	}
}

// A name that resolves to another address the second time cannot evade the guard.
func TestClientGuardsAgainstRebinding(t *testing.T) {
	t.Parallel()
	table := map[string][]string{"changing.test.": {"127.0.0.1", "127.0.0.2"}, "later.test.": {"127.0.0.1", "127.0.0.1", "127.0.0.2"}}
	y := newYard(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close")
		w.Header().Set("Location", "/again"+r.URL.Path)
		w.WriteHeader(http.StatusFound)
	}, table)
	for name := range table {
		if _, err := y.fetcher.Fetch(t.Context(), fmt.Sprintf("http://%s:%s/", strings.TrimSuffix(name, "."), y.port)); !errors.Is(err, fetch.ErrAddress) {
			t.Errorf("%s: %v, want ErrAddress", name, err)
		}
	}
	if n := y.knocks.Load(); n != 0 {
		t.Errorf("%d connections to what may not be asked", n)
	}
}
