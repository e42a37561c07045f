package cmdline

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/nearest"
)

// ErrHelp means that help is asked for.
var ErrHelp = errors.New("help is asked for")

// Parse reads the arguments and, through lookup, the environment; a nil lookup reads nothing. It
// returns the command, and as an error the first word that the program does not know or misses,
// or [ErrHelp], with the command that help is asked for; nil: for the program. Unless help
// is asked for, it reads all flags nevertheless. A value that is not understood is no error of it, so that all of them can be
// reported, see [Program.Faults].
func (p *Program) Parse(args []string, lookup func(string) (string, bool)) (*Command, error) {
	l := line{program: p, command: new(Command)}
	if len(p.Commands) > 0 {
		l.command = p.Commands[0]
	}
	var first error
	for onlyWords := false; len(args) > 0; {
		arg := args[0]
		args = args[1:]
		var err error
		switch {
		case !onlyWords && arg == "--":
			onlyWords = true
		case !onlyWords && len(arg) > 1 && arg[0] == '-':
			args, err = l.flag(arg, args)
		case first == nil: // it could be the value of a flag that is not known
			err = l.word(arg)
		}
		first = cmp.Or(first, err)
	}

	switch {
	case first != nil:
	case p.help && !l.isNamed:
		return nil, ErrHelp
	case p.help:
		return l.command, ErrHelp
	default:
		first = l.missing()
	}
	for _, v := range slices.Concat(p.Flags, l.command.Flags, l.command.Args) {
		v.resolve(lookup)
	}
	return l.command, first
}

// Faults joins the errors of the values that were not understood, each with its source.
func (p *Program) Faults(command *Command) error { return p.faults(command, true) }

// ArgFaults is like Faults, without those of variables.
func (p *Program) ArgFaults(command *Command) error { return p.faults(command, false) }

func (p *Program) faults(command *Command, ofVariables bool) error {
	var faults []error
	for _, v := range slices.Concat(command.Args, command.Flags, p.Flags) {
		if ofVariables || !v.FromVariable() {
			faults = append(faults, v.err)
		}
	}
	return errors.Join(faults...)
}

// Flag returns a flag of the program, which must have it.
func (p *Program) Flag(name string) *Value { return find(p.Flags, name) }

func find(flags []*Value, name string) *Value {
	if i := slices.IndexFunc(flags, func(v *Value) bool { return v.Name == name }); i >= 0 {
		return flags[i]
	}
	return nil
}

// line is a command line that is being read.
type line struct {
	program *Program
	command *Command
	isNamed bool // whether it names a command
	words   int  // the number of arguments of the command
}

// flag reads a flag, and returns the arguments after it and its value.
func (l *line) flag(arg string, rest []string) ([]string, error) {
	name, text, hasValue := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	if arg == "-h" {
		name = "help"
	}
	flags := slices.Concat(l.program.Flags, l.command.Flags)
	v := find(flags, name)
	switch {
	case v == nil:
		known := make([]string, len(flags))
		for i, flag := range flags {
			known[i] = "--" + flag.Name
		}
		return rest, fmt.Errorf("unknown flag %.80s%s", dashed(name), suggestion("--"+name, known))
	case hasValue:
	case v.IsSwitch():
		text = "on"
	case len(rest) == 0:
		v.source = v.label // not the variable in its place
		return nil, fmt.Errorf("--%s: a value is missing", name)
	default:
		text, rest = rest[0], rest[1:]
	}
	v.set(v.label, text)
	return rest, nil
}

// dashed returns the name of a flag with the dashes that are usual for it.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// word reads the name of the command or one of its arguments.
func (l *line) word(text string) error {
	names := make([]string, len(l.program.Commands))
	for i, command := range l.program.Commands {
		if names[i] = command.Name; text == command.Name && !l.isNamed && l.words == 0 {
			l.command, l.isNamed = command, true
			return nil
		}
	}
	args := l.command.Args
	if n := len(args); n == 0 || l.words >= n && !args[n-1].IsList() {
		return l.unexpected(text, names)
	}
	v := args[min(l.words, len(args)-1)]
	v.set(v.label, text)
	l.words++
	return nil
}

// unexpected returns the error for an argument too many, which may be meant as a command, or as the
// value of a switch.
func (l *line) unexpected(text string, commands []string) error {
	advice := ""
	if _, err := ParseSwitch(text); err == nil {
		advice = "; if it is for a switch, write it after =, such as --page=" + text
	} else if !l.isNamed {
		advice = suggestion(text, commands)
	}
	return fmt.Errorf("unexpected argument %.80s%s", text, advice)
}

// missing returns an error for what a command needs and does not have.
func (l *line) missing() error {
	for _, v := range l.command.Flags {
		if v.Required && v.source == "" {
			return fmt.Errorf("missing flags: --%s=%s", v.Name, v.Placeholder)
		}
	}
	for _, v := range l.command.Args {
		if v.Required && v.source == "" {
			return fmt.Errorf("expected %q", v.Summary())
		}
	}
	return nil
}

// Summary returns an argument as help shows it, such as "[<file>]".
func (v *Value) Summary() string {
	summary := "<" + v.Name + ">"
	if v.IsList() {
		summary += " ..."
	}
	if !v.Required {
		summary = "[" + summary + "]"
	}
	return summary
}

// suggestion returns the known name that a wrong one probably stands for, as the end of a sentence,
// or "" if none is near. Dashes before names do not count.
func suggestion(wrong string, known []string) string {
	plain := strings.TrimLeft(wrong, "-")
	near := nearest.Name(plain, known)
	if begins := slices.IndexFunc(known, func(name string) bool { return len(plain) > 1 && strings.HasPrefix(name, wrong) }); begins >= 0 {
		near = known[begins]
	} else if near == "" || nearest.Distance(plain, near) > min(2, len(plain)/2) {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", near)
}
