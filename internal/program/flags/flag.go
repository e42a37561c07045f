package flags

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// AllFlags returns the flags of the program and of its commands.
func AllFlags(app *kong.Application) []*kong.Flag {
	all := slices.Clone(app.Flags)
	for _, command := range app.Children {
		all = append(all, command.Flags...)
	}
	return all
}

// HelpOf adds the default and the environment variable to the help of a flag.
func HelpOf(v *kong.Value) string {
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
