package flags

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Reader reads settings for kong. It records the settings that are not understood, so that all
// of them can be named at once.
type Reader struct {
	lookup   func(string) (string, bool)
	variable map[string]string // by flag, the environment variable that its value comes from
	faults   map[string]error  // by flag
}

// NewReader returns a reader of the environment that lookup reads; nil: it is empty.
func NewReader(lookup func(string) (string, bool)) *Reader {
	if lookup == nil {
		lookup = func(string) (string, bool) { return "", false }
	}
	return &Reader{lookup, make(map[string]string), make(map[string]error)}
}

// Parse parses a command line, whose flags may have one dash or two. Its error does not
// include the settings that are not understood, see [Reader.Complete].
func (r *Reader) Parse(parser *kong.Kong, args []string) (*kong.Context, error) {
	return parser.Parse(twoDashes(args, AllFlags(parser.Model)))
}

// Name returns the flag or variable that a setting was read from.
func (r *Reader) Name(flag string) string {
	if variable := r.variable[flag]; variable != "" {
		return variable
	}
	return "-" + flag
}

// FromVariable reports whether a setting was read from its variable.
func (r *Reader) FromVariable(flag string) bool { return r.variable[flag] != "" }

// Complete reads the token of the settings from its file, and checks their combination. It
// joins the error of [Reader.Parse], if any, and those of all settings of the program that are
// wrong, each with the name of its flag or variable.
func (r *Reader) Complete(s *Settings, parser *kong.Kong, err error) error {
	if refused, ok := errors.AsType[*kong.ParseError](err); ok { // check the settings nevertheless
		err = errors.Join(withAdviceOnSwitches(err), refused.Context.Resolve())
	}
	faults := []error{err}
	for _, flag := range parser.Model.Flags {
		faults = append(faults, r.faults[flag.Name])
	}
	err = s.readToken(r.Name("admin-token"), r.Name("admin-token-file"))
	if err == nil {
		err = s.checkAccess(r)
	}
	return errors.Join(append(faults, err)...)
}

// FlagFaults joins the errors of settings that were given as flags, without those of variables.
func (r *Reader) FlagFaults() error {
	var faults []error
	for _, flag := range slices.Sorted(maps.Keys(r.faults)) {
		if r.variable[flag] == "" {
			faults = append(faults, r.faults[flag])
		}
	}
	return errors.Join(faults...)
}

// withAdviceOnSwitches says for "--page off" that a switch takes its value after "=".
func withAdviceOnSwitches(err error) error {
	value, ok := strings.CutPrefix(err.Error(), "unexpected argument ")
	if _, wrong := parseBool(value); !ok || wrong != nil {
		return err
	}
	return fmt.Errorf("%w; if it is for a switch, write it after =, such as --page=%s", err, value)
}

// resolve returns the value of a flag that is not on the command line, from the environment.
func (r *Reader) resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
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

// Options returns the options of kong that read the settings.
func (r *Reader) Options() []kong.Option {
	return []kong.Option{
		kong.Resolvers(kong.ResolverFunc(r.resolve)), kong.ValueFormatter(HelpOf),
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
		kong.NamedMapper("userheader", mapper(r, parseUserHeader)),
	}
}

// mapper returns a mapper that sets a setting to the value that parse returns. A blank value
// means the default. Errors are recorded and not returned, so that kong continues with the
// other settings.
func mapper[T any](r *Reader, parse func(string) (T, error)) kong.Mapper {
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
		if blank := text != "" && strings.TrimSpace(text) == ""; blank && (name == "admin-token" || name == "admin-token-file") {
			// The default would be no token, which protects nothing.
			r.faults[name] = fmt.Errorf("%s: it is blank", r.Name(name))
		}
		if text = strings.TrimSpace(text); text == "" {
			text = ctx.Value.Default
		}
		if text == "" {
			return nil
		}
		value, err := parse(text)
		if err != nil {
			r.faults[name] = fmt.Errorf("%s: %w", r.Name(name), err)
			return nil
		}
		if into := reflect.ValueOf(value); into.Kind() == reflect.Slice { // a flag that is given again adds to the list
			target.Set(reflect.AppendSlice(target, into))
		} else {
			target.Set(into)
		}
		return nil
	})
}
