package postgres

import "io/fs"

// Migrations is the migrations that the program knows.
func Migrations() fs.FS { return migrations }

// WithMigrations makes [Open] use other migrations, as a program of another version would.
func WithMigrations(files fs.FS) Option {
	return func(c *config) error {
		c.migrations = files
		return nil
	}
}
