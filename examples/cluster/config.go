package main

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/privacylabels/auditor/internal/program/flags"
)

// config is the command line: what to do, and the settings. A setting comes from its flag or,
// if that is missing, from its environment variable or its default.
type config struct {
	command string

	Serve struct{}    `cmd:"" default:"1" help:"Serve the HTTP API and run scheduled work. This is the default command."`
	Move  moveCommand `cmd:"" help:"Copy the data folder of a SQLite installation into the database, which must be empty, and compare both."`

	DatabaseURL          string `type:"text" name:"database-url" var:"DATABASE_URL" placeholder:"URL" help:"URL of the PostgreSQL database, required; as a flag it shows in process lists."`
	DatabasePasswordFile string `type:"text" var:"DATABASE_PASSWORD_FILE" placeholder:"FILE" help:"File to read the password of the database from, at each connection. PGPASSFILE and passfile= in the URL work as well."`
	SecretFile           string `type:"text" var:"AUDITOR_SECRET_FILE" placeholder:"FILE" help:"File with the key of the installation, 32 bytes, the same for all replicas. Default: secret.key in the data folder, created if missing."`
	Replica              string `type:"text" var:"AUDITOR_REPLICA" placeholder:"NAME" help:"Name of the address that requests of this replica come from: when the App Store refuses one, the replicas with this name pause. Default: the name of the host."`
	DataDir              string `type:"text" var:"SERVICE_DATA_DIR" default:"./data" placeholder:"FOLDER" help:"Folder of scheduled backups, icons and temporary files; created if missing."`

	flags.Settings // those that the program with SQLite has as well
}

type moveCommand struct {
	From string `required:"" type:"path" placeholder:"FOLDER" help:"The data folder of the SQLite installation, which must not be in use. It is left as it is."`
}

// errHelp reports that help was asked for and has been written.
var errHelp = errors.New("help was asked for")

// readConfig reads the command line and, through lookup, the environment. It joins all
// errors. If help was asked for, it is written to output and the error is [errHelp].
func readConfig(args []string, lookup func(string) (string, bool), output io.Writer) (c config, err error) {
	r := flags.NewReader(lookup)
	var help bool
	parser, err := newParser(&c, r, output, func() { help = true })
	if err != nil {
		return config{}, err
	}
	parsed, err := r.Parse(parser, args)
	if help {
		return config{}, errHelp
	}
	if err == nil {
		c.command = parsed.Command()
	}
	wrong := r.Complete(&c.Settings, parser, err)
	// After some errors of the command line nothing is stored in c.
	given := r.FromVariable("database-url") || slices.ContainsFunc(args, func(arg string) bool { return strings.Contains(arg, "-database-url") })
	if c.DatabaseURL == "" && !given {
		wrong = errors.Join(wrong, errors.New("DATABASE_URL is missing: set it to the URL of the PostgreSQL database, such as postgres://auditor@db.example/auditor"))
	}
	return c, wrong
}

// newParser returns the parser of the command line. It calls helped after it has written help
// to output.
func newParser(c *config, r *flags.Reader, output io.Writer, helped func()) (*kong.Kong, error) {
	return kong.New(c, append(r.Options(), kong.Name(programName), kong.Description("The service on PostgreSQL, for several replicas."),
		kong.Writers(output, io.Discard), kong.Exit(func(int) { helped() }), kong.ConfigureHelp(kong.HelpOptions{FlagsLast: true}))...)
}

// unknownVariables returns a warning for each variable that no setting is read from.
func unknownVariables(environ []string) ([]string, error) {
	parser, err := newParser(new(config), flags.NewReader(nil), io.Discard, func() {})
	if err != nil {
		return nil, err
	}
	return flags.UnknownVariables(parser.Model, environ), nil
}
