package program

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// The exit codes. All commands use the first three. Commands on apps also use exitPartial and
// exitOpen, run uses exitPartial to exitCancelled, and the commands on backups exitOpen and the last two.
const (
	exitDone        = 0
	exitFault       = 1
	exitUsage       = 2
	exitPartial     = 3 // done, but some apps failed
	exitOpen        = 4 // stopped or paused; the rest can be done later
	exitInterrupted = 5 // interrupted by rate limiting; the run can be resumed
	exitCancelled   = 6
	exitUntrusted   = 7 // the backup is complete, but not signed by this installation
	exitBusy        = 8 // a run is in progress, so nothing was restored
)

const description = `Watches the privacy labels of apps in the App Store.

The commands work on the data folder, also while a service uses it, or with --url on a running service, whose token they
take from AUDITOR_ADMIN_TOKEN or its file. Flags may stand anywhere, with one dash or two. "auditor list --help" shows the
flags of a command, and examples.

Exit codes: 0 done, 1 fault, 2 command line not understood, 3 done but some apps failed, 4 stopped or paused, 5 run
interrupted by rate limiting, 6 run cancelled, 7 backup not signed by this installation, 8 a run is in progress. After 4
and 5, the same command or the service resumes the run.`

// exitMeanings describes the exit codes, by code.
var exitMeanings = []string{
	exitDone:        "Done.",
	exitFault:       "A fault. Standard error says which.",
	exitUsage:       "The command line or a setting was not understood.",
	exitPartial:     "Done, but some apps failed, or were not found.",
	exitOpen:        "Stopped or paused. The same command or the service does the rest.",
	exitInterrupted: "A run was interrupted by rate limiting, and can be resumed.",
	exitCancelled:   "A run was cancelled.",
	exitUntrusted:   "The backup is complete, but not signed by this installation.",
	exitBusy:        "A run is in progress, so nothing was restored.",
}

// errHelp means that help was requested and has been written.
var errHelp = errors.New("help was requested")

// readConfig reads the command line and, through lookup, the environment. It joins all
// errors, each with the name of its flag or variable. If help is requested, it writes it to
// output and returns [errHelp].
func readConfig(args []string, lookup func(string) (string, bool), output io.Writer) (c config, err error) {
	r := settingsReader{lookup: lookup, variable: make(map[string]string), faults: make(map[string]error)}
	var help bool
	parser, err := newParser(&c, &r, output, func() { help = true })
	if err != nil {
		return config{}, err
	}
	parsed, err := parser.Parse(twoDashes(args, allFlags(parser.Model)))
	if help {
		return config{}, errHelp
	}
	if err == nil {
		c.Command, _, _ = strings.Cut(parsed.Command(), " ")
		if c.Version {
			c.Command = "version"
		}
		if !usesSettings(c.Command) {
			return c, r.flagFaults()
		}
	}
	// A command on a running service works whatever that stores in.
	if remote := err == nil && c.ServiceURL != "" && c.Command != "serve"; !remote {
		if err := refusePostgres(args, lookup); err != nil {
			return config{}, err
		}
	}
	if refused, ok := errors.AsType[*kong.ParseError](err); ok { // check the settings nevertheless
		err = errors.Join(withAdviceOnSwitches(err), refused.Context.Resolve())
	}
	faults := []error{err}
	for _, flag := range parser.Model.Flags {
		faults = append(faults, r.faults[flag.Name])
	}
	err = readToken(&c, r.name("admin-token"), r.name("admin-token-file"))
	if err == nil && r.faults["trusted-header"] == nil && r.faults["trusted-proxies"] == nil {
		err = c.access().Check(r.name)
	}
	faults = append(faults, err)
	if c.Command == "serve" && c.ServiceURL != "" && r.variable["url"] == "" {
		faults = append(faults, errors.New("-url: serve starts a service and does not use a running one; commands such as list and healthcheck do"))
	}
	c.Proxy, err = readProxy(lookup)
	return c, errors.Join(append(faults, err)...)
}

// withAdviceOnSwitches says for "--page off" that a switch takes its value after "=".
func withAdviceOnSwitches(err error) error {
	value, ok := strings.CutPrefix(err.Error(), "unexpected argument ")
	if _, wrong := parseBool(value); !ok || wrong != nil {
		return err
	}
	return fmt.Errorf("%w; if it is for a switch, write it after =, such as --page=%s", err, value)
}

// refusePostgres refuses the URL of a PostgreSQL database in any argument or variable.
// Otherwise this program would ignore it and store everything in the data folder.
func refusePostgres(args []string, lookup func(string) (string, bool)) error {
	isPostgres := func(text string) bool {
		return strings.Contains(text, "postgres://") || strings.Contains(text, "postgresql://")
	}
	const instead = "this program stores in SQLite. For PostgreSQL run the one of examples/cluster, see docs/OPERATIONS.md"
	if slices.ContainsFunc(args, isPostgres) {
		return errors.New("an argument is the URL of a PostgreSQL database: " + instead)
	}
	for _, name := range []string{"DATABASE_URL", "SERVICE_DATA_DIR"} {
		if value, ok := lookup(name); ok && isPostgres(value) {
			return errors.New(name + " is the URL of a PostgreSQL database: " + instead + ", or unset it")
		}
	}
	return nil
}

// newParser returns the parser of the command line. It calls helped after it has written help
// to output.
func newParser(c *config, r *settingsReader, output io.Writer, helped func()) (*kong.Kong, error) {
	return kong.New(c, append(r.mappers(),
		kong.Name(programName), kong.Description(description),
		kong.Writers(output, io.Discard), kong.Exit(func(int) { helped() }),
		kong.ConfigureHelp(kong.HelpOptions{FlagsLast: true}), kong.ValueFormatter(helpOf), kong.Help(printHelp),
		kong.Resolvers(kong.ResolverFunc(r.resolve)))...)
}

// printHelp prints the help of a command with the flags that apply to it.
func printHelp(options kong.HelpOptions, ctx *kong.Context) error {
	if command := ctx.Selected(); command != nil {
		for _, flag := range ctx.Model.Flags {
			flag.Hidden = !uses(command.Name, flag)
		}
	}
	return kong.DefaultHelpPrinter(options, ctx)
}

// allFlags returns the flags of the program and of its commands.
func allFlags(app *kong.Application) []*kong.Flag {
	all := slices.Clone(app.Flags)
	for _, command := range app.Children {
		all = append(all, command.Flags...)
	}
	return all
}

// helpOf adds the default and the environment variable to the help of a flag.
func helpOf(v *kong.Value) string {
	switch name := v.Tag.Get("var"); {
	case v.Default != "" && name != "":
		return fmt.Sprintf("%s (default %s, $%s)", v.Help, v.Default, name)
	case name != "":
		return fmt.Sprintf("%s ($%s)", v.Help, name)
	}
	return v.Help
}

// twoDashes converts arguments to the form that kong expects: flags with two dashes, and values,
// which may begin with a dash, joined to their flags.
func twoDashes(args []string, flags []*kong.Flag) []string {
	takesValue := make(map[string]bool)
	for _, flag := range flags {
		takesValue[flag.Name] = !flag.IsBool()
	}
	var out []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if name := strings.TrimLeft(arg, "-"); len(name) > 1 && name != arg {
			arg = "--" + name
			if takesValue[name] && i+1 < len(args) {
				i++
				arg += "=" + args[i]
			}
		}
		out = append(out, arg)
	}
	return out
}

// settingsReader reads settings for kong.
type settingsReader struct {
	lookup   func(string) (string, bool)
	variable map[string]string // by flag, the environment variable that its value comes from
	faults   map[string]error  // by flag
}

// name returns the flag or variable that a setting was read from.
func (r *settingsReader) name(flag string) string {
	if variable := r.variable[flag]; variable != "" {
		return variable
	}
	return "-" + flag
}

// flagFaults returns the faults of settings that were given as flags, without those of variables.
func (r *settingsReader) flagFaults() error {
	var faults []error
	for _, flag := range slices.Sorted(maps.Keys(r.faults)) {
		if r.variable[flag] == "" {
			faults = append(faults, r.faults[flag])
		}
	}
	return errors.Join(faults...)
}

// resolve returns the value of a flag that is not on the command line, from the environment.
func (r *settingsReader) resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	variable := flag.Tag.Get("var")
	if variable == "" {
		return nil, nil
	}
	if value, ok := r.lookup(variable); ok && value != "" {
		r.variable[flag.Name] = variable
		return value, nil
	}
	return nil, nil
}

func (r *settingsReader) mappers() []kong.Option {
	return []kong.Option{
		kong.NamedMapper("addr", mapper(r, parseAddr)),
		kong.NamedMapper("bytes", mapper(r, parseCount[int64])),
		kong.NamedMapper("count", mapper(r, parseCount[int])),
		kong.NamedMapper("country", mapper(r, parseCountry)),
		kong.NamedMapper("hosts", mapper(r, parseHosts)),
		kong.NamedMapper("logformat", mapper(r, parseLogFormat)),
		kong.NamedMapper("loglevel", mapper(r, parseLogLevel)),
		kong.NamedMapper("names", mapper(r, parseList)),
		kong.NamedMapper("networks", mapper(r, parseNetworks)),
		kong.NamedMapper("prefixes", mapper(r, parsePrefixes)),
		kong.NamedMapper("scope", mapper(r, parseScope)),
		kong.NamedMapper("switch", mapper(r, parseBool)),
		kong.NamedMapper("text", mapper(r, parseText)),
		kong.NamedMapper("tick", mapper(r, parseTick)),
		kong.NamedMapper("url", mapper(r, parseBaseURL)),
	}
}

// mapper returns a mapper that sets a setting to the value that parse returns. A blank value
// means the default. Errors are recorded and not returned, so that kong continues with the
// other settings.
func mapper[T any](r *settingsReader, parse func(string) (T, error)) kong.Mapper {
	return kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
		text := "on" // the value of a switch without one
		if !ctx.Value.IsBool() || ctx.Scan.Peek().Type == kong.FlagValueToken {
			if ctx.Scan.Peek().IsEOL() {
				return errors.New("a value is missing")
			}
			if err := ctx.Scan.PopValueInto("value", &text); err != nil {
				return err
			}
		}
		name := ctx.Value.Name
		if name == "admin-token" && text != "" && strings.TrimSpace(text) == "" {
			// The default would be no token, which protects nothing.
			r.faults[name] = fmt.Errorf("%s: the token is blank", r.name(name))
		}
		if text = strings.TrimSpace(text); text == "" {
			text = ctx.Value.Default
		}
		if text == "" {
			return nil
		}
		value, err := parse(text)
		if err != nil {
			r.faults[name] = fmt.Errorf("%s: %w", r.name(name), err)
			return nil
		}
		target.Set(reflect.ValueOf(value))
		return nil
	})
}
