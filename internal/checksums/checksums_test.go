package checksums_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"maps"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/checksums"
)

func newKey(t testing.TB, secret byte) checksums.Key {
	t.Helper()
	key, err := checksums.NewKey(bytes.Repeat([]byte{secret}, 32))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func signed(t testing.TB, key checksums.Key, files map[string]string, names ...string) fstest.MapFS {
	t.Helper()
	pkg := make(fstest.MapFS)
	var list checksums.List
	for _, name := range names {
		pkg[name] = &fstest.MapFile{Data: []byte(files[name])}
		list.Add(name, sha256.Sum256([]byte(files[name])))
	}
	added, err := list.Sign(key)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range added {
		pkg[f.Name] = &fstest.MapFile{Data: f.Content}
	}
	return pkg
}

func TestVerify(t *testing.T) {
	t.Parallel()
	key, other := newKey(t, 1), newKey(t, 2)
	files := map[string]string{"apps.csv": "app_id\n1\n", "README.md": "# Data\n"}
	public, foreign := key.Public(), other.Public()
	for _, test := range []struct {
		name    string
		change  func(fstest.MapFS)
		trusted *checksums.PublicKey
		want    error
	}{
		{name: "as it was signed"},
		{name: "by the key that is trusted", trusted: &public},
		{name: "by another key", trusted: &foreign, want: checksums.ErrSignature},
		{name: "a changed file", change: func(p fstest.MapFS) { p["apps.csv"].Data = []byte("app_id\n2\n") }, want: checksums.ErrContent},
		{name: "a missing file", change: func(p fstest.MapFS) { delete(p, "apps.csv") }, want: checksums.ErrContent},
		{name: "a further file", change: func(p fstest.MapFS) { p["x.csv"] = &fstest.MapFile{} }, want: checksums.ErrContent},
		{name: "a changed list", change: func(p fstest.MapFS) {
			p[checksums.ListName].Data = append(bytes.Clone(p[checksums.ListName].Data), ' ')
		}, want: checksums.ErrSignature},
		{name: "no signature", change: func(p fstest.MapFS) { delete(p, checksums.SignatureName) }, want: checksums.ErrNoList},
		{name: "another key beside it", change: func(p fstest.MapFS) {
			text, err := foreign.PEM()
			if err != nil {
				t.Fatal(err)
			}
			p[checksums.KeyName].Data = []byte(text)
		}, want: checksums.ErrSignature},
		{name: "more than the key", change: func(p fstest.MapFS) {
			p[checksums.KeyName].Data = append(bytes.Clone(p[checksums.KeyName].Data), "see example.com\n"...)
		}, want: checksums.ErrContent},
		{name: "an empty folder", change: func(p fstest.MapFS) { clear(p) }, want: checksums.ErrNoList},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			pkg := maps.Clone(signed(t, key, files, "apps.csv", "README.md"))
			if test.change != nil {
				test.change(pkg)
			}
			report, err := checksums.Verify(t.Context(), pkg, test.trusted)
			if !errors.Is(err, test.want) {
				t.Fatalf("the error is %v, want %v", err, test.want)
			}
			if err == nil && (report.Files != 2 || report.Key.ID() != public.ID()) {
				t.Errorf("got %+v", report)
			}
		})
	}
}

func TestPublicKeyForms(t *testing.T) {
	t.Parallel()
	key := newKey(t, 1).Public()
	text, err := key.PEM()
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{text, key.Base64(), "  " + key.Base64() + "\n", `{"algorithm": "Ed25519", "publicKey": "` + key.Base64() + `"}`} {
		read, err := checksums.ParsePublicKey(form)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(key.ID(), read.ID()); diff != "" {
			t.Errorf("another key (-want +got):\n%s", diff)
		}
	}
}

func FuzzParsePublicKey(f *testing.F) {
	f.Add("MCowBQYDK2VwAyEA")
	f.Add("-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n")
	f.Fuzz(func(t *testing.T, text string) {
		key, err := checksums.ParsePublicKey(text)
		if err != nil {
			return
		}
		again, err := checksums.ParsePublicKey(key.Base64())
		if err != nil || again.ID() != key.ID() {
			t.Errorf("%q is read as another key: %v", text, err)
		}
	})
}

func FuzzVerify(f *testing.F) {
	f.Add([]byte("00  x\n"), []byte("sig"), []byte("key"))
	f.Fuzz(func(t *testing.T, list, signature, key []byte) {
		pkg := fstest.MapFS{
			checksums.ListName: {Data: list}, checksums.SignatureName: {Data: signature}, checksums.KeyName: {Data: key}, "x": {Data: []byte("x")},
		}
		if _, err := checksums.Verify(t.Context(), pkg, nil); err == nil {
			t.Errorf("a package that no key signed is valid")
		}
	})
}
