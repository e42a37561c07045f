package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// certificate writes a certificate of a server and its key to a folder, and returns the
// path of the first.
func certificate(t testing.TB, dir, host string) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: host}, DNSNames: []string{host}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	public, err := x509.CreateCertificate(rand.Reader, &template, &template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "server.crt")
	for name, block := range map[string]*pem.Block{path: {Type: "CERTIFICATE", Bytes: public}, filepath.Join(dir, "server.key"): {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// TestTLSAndPassword connects to a server that asks for a password and whose certificate is
// verified, all by the settings.
func TestTLSAndPassword(t *testing.T) {
	db := newInstance(t)
	public := certificate(t, db.dir, "localhost")
	password := filepath.Join(db.dir, "password")
	if err := os.WriteFile(password, []byte("p:a ss\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	trusted := filepath.Join(t.TempDir(), "root.crt")
	text, err := os.ReadFile(public)
	if err == nil {
		err = os.WriteFile(trusted, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	passfile := filepath.Join(t.TempDir(), "pgpass")
	if err := os.WriteFile(passfile, []byte("localhost:*:*:auditor:p\\:a ss\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(t.TempDir(), "password") // of the replicas
	if err := os.WriteFile(own, []byte("p:a ss\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{public, filepath.Join(db.dir, "server.key"), password} {
		db.own(path)
	}
	db.more = "-c ssl=on -c ssl_cert_file=" + public + " -c ssl_key_file=" + filepath.Join(db.dir, "server.key")
	db.create("-A scram-sha-256 --pwfile=" + password)

	address := fmt.Sprintf("postgres://auditor@localhost:%d/postgres?sslmode=verify-full&sslrootcert=", db.port)
	keys := t.TempDir() // of all replicas
	for name, env := range map[string]string{"a password file": "DATABASE_PASSWORD_FILE=" + own, "a file of passwords": "PGPASSFILE=" + passfile} {
		c := newCluster(t, address+trusted, env)
		c.dir = keys
		r := c.start()
		must[any](r, "GET", "/api/ready", "")
		r.Stop()
		if strings.Contains(r.Log.String(), "a ss") {
			t.Errorf("with %s the password is in the log: %s", name, r.Log)
		}
	}
	other := certificate(t, t.TempDir(), "localhost")
	for says, c := range map[string]*cluster{
		"certificate signed by unknown authority": newCluster(t, address+other, "DATABASE_PASSWORD_FILE="+own),
		"for 127.0.0.1": newCluster(t, strings.Replace(address, "localhost", "127.0.0.1", 1)+trusted, "DATABASE_PASSWORD_FILE="+own),
		"password":      newCluster(t, address+trusted, "PGPASSFILE=/dev/null"),
	} {
		if out, err := c.command("--addr", "127.0.0.1:0").CombinedOutput(); err == nil || !strings.Contains(string(out), says) || strings.Contains(string(out), "a ss") {
			t.Errorf("want a refusal with %q: %v\n%s", says, err, out)
		}
	}
}
