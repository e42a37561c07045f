package sqlite

import (
	"io/fs"
	"slices"
)

// FirstVersion is the version of the schema of the first migration.
const FirstVersion = firstVersion

// Migrations is the migrations that the program knows.
func Migrations() fs.FS { return migrations }

// WithMigrations makes [Open] use other migrations, as a program of another version would.
func WithMigrations(files fs.FS) Option {
	return func(c *config) (err error) {
		c.history, err = historyOf(files)
		return err
	}
}

// Digests returns the digests of the schemas that the migrations name, and those that the
// migrations make.
func Digests() (known, made []string, err error) {
	all, err := historyOf(migrations)
	if err != nil {
		return nil, nil, err
	}
	for version := firstVersion; version <= all.newest(); version++ {
		digest, err := all.digest(version)
		if err != nil {
			return nil, nil, err
		}
		known = append(known, digest)
		s, err := all.schema(version)
		if err != nil {
			return nil, nil, err
		}
		made = append(made, s.digest())
	}
	return known, made, nil
}

// Triggers returns the names of the triggers that have an upkeep, by table.
func Triggers() map[string][]string {
	all := make(map[string][]string)
	for table, of := range upkeeps {
		all[table] = slices.Sorted(slices.Values(of.triggers))
	}
	return all
}
