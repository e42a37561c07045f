package main

import (
	"cmp"
	"errors"
	"io"

	"github.com/privacylabels/auditor/internal/program/cmdline"
	"github.com/privacylabels/auditor/internal/program/flags"
	"github.com/privacylabels/auditor/internal/program/manual"
)

// config is the command line: what to do, and the settings. A setting comes from its flag or,
// if that is missing, from its environment variable or its default.
type config struct {
	command string

	Serve struct{}    `cmd:"" help:"Serve the HTTP API and run scheduled work. This is the default command."`
	Move  moveCommand `cmd:"" help:"Copy the data folder of a SQLite installation into the database, which must be empty, and compare both."`

	DatabaseURL          string `type:"text" name:"database-url" var:"DATABASE_URL" placeholder:"URL" help:"URL of the PostgreSQL database, required; as a flag it shows in process lists."`
	DatabasePasswordFile string `type:"text" var:"DATABASE_PASSWORD_FILE" placeholder:"FILE" help:"File to read the password of the database from, at each connection. PGPASSFILE and passfile= in the URL work as well."`
	SecretFile           string `type:"text" var:"AUDITOR_SECRET_FILE" placeholder:"FILE" help:"File with the key of the installation, 32 bytes, the same for all replicas. Default: secret.key in the data folder, created if missing."`
	Replica              string `type:"text" var:"AUDITOR_REPLICA" placeholder:"NAME" help:"Name of the address that requests of this replica come from: when the App Store refuses one, the replicas with this name pause. Default: the name of the host."`
	DataDir              string `type:"text" var:"SERVICE_DATA_DIR" default:"./data" placeholder:"FOLDER" help:"Folder of scheduled backups, icons and temporary files; created if missing."`

	flags.Settings // those that the program with SQLite has as well
}

type moveCommand struct {
	From string `required:"" type:"folder" placeholder:"FOLDER" help:"The data folder of the SQLite installation, which must not be in use. It is left as it is."`
}

// readConfig reads the command line and, through lookup, the environment. It joins all
// errors. If help is requested, it writes it to output and returns [cmdline.ErrHelp].
func readConfig(args []string, lookup func(string) (string, bool), output io.Writer) (c config, err error) {
	p := newProgram(&c)
	command, err := p.Parse(args, lookup)
	switch {
	case errors.Is(err, cmdline.ErrHelp):
		_, wrong := io.WriteString(output, manual.Help(p, command, func(string, *cmdline.Value) bool { return true }))
		return config{}, cmp.Or(wrong, err)
	case err == nil:
		c.command = command.Name
	}
	err = c.Complete(p, command, err)
	if c.DatabaseURL == "" {
		err = errors.Join(err, errors.New("DATABASE_URL is missing: set it to the URL of the PostgreSQL database, such as postgres://auditor@db.example/auditor"))
	}
	return c, err
}

// newProgram returns the command line of the program, which is read into c.
func newProgram(c *config) *cmdline.Program {
	return cmdline.New(programName, "The service on PostgreSQL, for several replicas.", c, flags.Types())
}
