package feature_test

import (
	"encoding/csv"
	"maps"
	"os"
	"testing"

	"github.com/privacylabels/auditor/internal/feature"
)

// model works out all flags at once, the way they are described: column after
// column of the table is laid over the defaults, then what hangs on a flag that
// is not on goes off, again and again until nothing does any more.
type model struct {
	columns []string
	rows    map[string]map[string]string // by flag, by column
}

// readModel reads the table. A flag is named without "flag." in it.
func readModel(t testing.TB) model {
	t.Helper()
	f, err := os.Open("testdata/flags.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma = '\t'
	lines, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	m := model{columns: lines[0][3:], rows: make(map[string]map[string]string)}
	for _, line := range lines[1:] {
		row := make(map[string]string)
		for i, cell := range line {
			row[lines[0][i]] = cell
		}
		m.rows["flag."+line[0]] = row
	}
	return m
}

// defaults returns the hard defaults.
func (m model) defaults() map[string]feature.Value {
	values := make(map[string]feature.Value)
	for key, row := range m.rows {
		values[key] = feature.Value(row["default"])
	}
	return values
}

// values returns what all flags are with these columns laid over the defaults.
func (m model) values(active map[string]bool, overrides map[string]feature.Value) map[string]feature.Value {
	values := m.defaults()
	if overrides[feature.System] == feature.Off {
		return values
	}
	for _, column := range m.columns {
		for key, row := range m.rows {
			if active[column] && row[column] != "" {
				values[key] = feature.Value(row[column])
			}
		}
	}
	maps.Copy(values, overrides)
	for again := true; again; {
		again = false
		for key, row := range m.rows {
			_, overridden := overrides[key]
			if row["parent"] == "" || overridden || values[key] == feature.Off || values["flag."+row["parent"]] == feature.On {
				continue
			}
			values[key], again = feature.Off, true
		}
	}
	return values
}

// columnsOf names the columns that count under a focus.
func columnsOf(f feature.Focus, desktop bool) map[string]bool {
	return map[string]bool{
		f.Audience: true, "monitor": f.Monitor && !f.Minimal, "cleanup": f.Cleanup && !f.Minimal,
		"minimal": f.Minimal, "accessibility": f.Accessibility, "desktop": desktop,
	}
}

// focuses returns every focus there is, as far as flags go.
func focuses() []feature.Focus {
	var all []feature.Focus
	for _, audience := range []string{feature.AudienceSelf, feature.AudienceLovedOne, feature.AudienceGuardian} {
		for goals := range 16 {
			all = append(all, feature.Focus{
				Audience: audience,
				Monitor:  goals&1 != 0, Cleanup: goals&2 != 0, Minimal: goals&4 != 0, Accessibility: goals&8 != 0,
			})
		}
	}
	return all
}

// current returns what all flags are.
func current(f feature.Flags) map[string]feature.Value {
	values := make(map[string]feature.Value)
	for _, s := range f.List() {
		values[s.Key] = s.CurrentValue
	}
	return values
}
