package program

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/privacylabels/auditor/internal/checksums"
)

// member is a file of a zip.
type member struct {
	name    string
	content []byte
}

func membersOf(t *testing.T, zipped []byte) (all []member) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(zipped), int64(len(zipped)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, member{f.Name, content})
	}
	return all
}

func zipOf(t *testing.T, members ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range members {
		w, err := z.Create(m.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(m.content); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func keyOf(t *testing.T, file string) checksums.PublicKey {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	key, err := checksums.ParsePublicKey(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// TestVerifyPackage verifies a data set with its key alone, as it is and changed in each file.
func TestVerifyPackage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "panel.zip")
	command(t, nil, "dataset", path, "-data-dir", newShop(t, "Maps").dir).expect(t, exitDone, "", "")
	zipped, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	members, key := membersOf(t, zipped), filepath.Join(dir, "key.pem")
	for _, m := range members {
		if m.name == checksums.KeyName {
			write(t, key, string(m.content))
		}
	}
	verify := func(content []byte, arguments ...string) result {
		t.Helper()
		file := filepath.Join(t.TempDir(), "panel.zip")
		write(t, file, string(content))
		return command(t, nil, append([]string{"verify", file, "-data-dir", filepath.Join(dir, "none")}, arguments...)...)
	}
	other := base64.StdEncoding.EncodeToString(make([]byte, 32))
	verify(zipped, "--key", key).expect(t, exitDone, "signed with this key", "")
	verify(zipOf(t, members...), "--key", key).expect(t, exitDone, "signed with this key", "") // as another program packs it
	verify(zipped).expect(t, exitUntrusted, "not known here", "")
	statement := filepath.Join(dir, "statement.json") // as GET /api/signing-key answers
	write(t, statement, fmt.Sprintf(`{"algorithm":"Ed25519","publicKey":%q}`, keyOf(t, key).Base64()))
	verify(zipped, "--key", statement).expect(t, exitDone, "signed with this key", "")
	verify(zipped, "--key", filepath.Join(dir, "no.pem")).expect(t, exitFault, "", "no.pem: there is no such file, and it is not an Ed25519 public key")
	command(t, nil, "verify", t.TempDir(), "--key", key).expect(t, exitFault, "", "is a folder without SHA256SUMS")
	verify(zipped, "--key", other).expect(t, exitUntrusted, "another key", "")
	verify(zipped[:len(zipped)-30], "--key", key).expect(t, exitFault, "", "its end is missing")
	for i, m := range members {
		for _, content := range [][]byte{append(bytes.Clone(m.content), '\n'), m.content[:len(m.content)-1]} {
			changed := append([]member{}, members...)
			changed[i].content = content
			verify(zipOf(t, changed...), "--key", key).expect(t, exitFault, "", "auditor: verify")
		}
		without := append(append([]member{}, members[:i]...), members[i+1:]...)
		verify(zipOf(t, without...), "--key", key).expect(t, exitFault, "", "auditor: verify")
	}
	verify(zipOf(t, append(members, member{"further.csv", nil})...), "--key", key).expect(t, exitFault, "", "further.csv")
}
