package archtest_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/archtest"
)

// TestModule runs every check on this module.
func TestModule(t *testing.T) {
	t.Parallel()
	m := load(t, "../..")
	for name, check := range map[string]func(*archtest.Module) ([]archtest.Finding, error){
		"imports":  archtest.Imports,
		"surface":  archtest.Surface,
		"docs":     archtest.Docs,
		"markers":  archtest.Markers,
		"language": archtest.Language,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, finding := range run(t, m, check) {
				t.Error(finding)
			}
		})
	}
}

// broken is the module in testdata, which breaks the rules.
var broken = sync.OnceValues(func() (*archtest.Module, error) {
	dir, err := filepath.Abs("testdata/broken")
	if err != nil {
		return nil, err
	}
	return archtest.Load(context.Background(), dir)
})

func load(t *testing.T, dir string) *archtest.Module {
	t.Helper()
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	m, err := archtest.Load(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Packages) == 0 {
		t.Fatalf("%s has no packages", dir)
	}
	return m
}

// run returns the findings of a check, sorted.
func run(t *testing.T, m *archtest.Module, check func(*archtest.Module) ([]archtest.Finding, error)) []string {
	t.Helper()
	found, err := check(m)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, f := range found {
		texts = append(texts, f.String())
	}
	slices.Sort(texts)
	return texts
}

// expect compares the findings of a check in the broken module.
func expect(t *testing.T, check func(*archtest.Module) ([]archtest.Finding, error), want ...string) {
	t.Helper()
	m, err := broken()
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, run(t, m, check)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestLoadFails(t *testing.T) {
	t.Parallel()
	_, err := archtest.Load(t.Context(), t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "go list") {
		t.Errorf("a folder that is no module: error %v", err)
	}
}
