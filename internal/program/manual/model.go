package manual

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// commands returns the commands that are shown, in their order.
func commands(app *kong.Application) (all []*kong.Node) {
	for _, node := range app.Children {
		if node.Type == kong.CommandNode && !node.Hidden {
			all = append(all, node)
		}
	}
	return all
}

// flags returns the flags that are shown of a command line or a command.
func flags(node *kong.Node) (all []*kong.Flag) {
	for _, flag := range node.Flags {
		if !flag.Hidden {
			all = append(all, flag)
		}
	}
	return all
}

// values returns the fixed values of a flag or an argument.
func values(v *kong.Value) (all []string) {
	for value := range strings.SplitSeq(v.Enum, ",") {
		if value = strings.TrimSpace(value); value != "" {
			all = append(all, value)
		}
	}
	if all == nil { // a placeholder such as text|json lists them
		if v.Flag != nil && strings.Contains(v.Flag.PlaceHolder, "|") {
			return strings.Split(v.Flag.PlaceHolder, "|")
		}
	}
	return all
}

// arguments returns the fixed values of the first argument of a command.
func arguments(node *kong.Node) []string {
	if len(node.Positional) == 0 {
		return nil
	}
	return values(node.Positional[0])
}

// takesFile reports whether an argument or the value of a flag is a file or folder.
func takesFile(name string) bool {
	return slices.Contains([]string{"file", "folder"}, strings.ToLower(name))
}
