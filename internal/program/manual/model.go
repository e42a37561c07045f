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

// Uses reports whether a command uses a flag of the program, which is not one of its own.
type Uses func(command string, flag *kong.Flag) bool

// offered returns the flags of the program that a command uses, and its own.
func (uses Uses) offered(app *kong.Application, command *kong.Node) []*kong.Flag {
	all := flags(command)
	for _, flag := range flags(app.Node) {
		if uses(command.Name, flag) {
			all = append(all, flag)
		}
	}
	return all
}

// values returns the fixed values of a flag or an argument: those of its enum, of the tag
// values, or of a placeholder such as csv|json.
func values(v *kong.Value) (all []string) {
	list := v.Enum
	switch {
	case list != "":
	case v.Tag.Get("values") != "":
		list = v.Tag.Get("values")
	case v.Tag.Type == "switch":
		list = "on,off"
	case v.Flag != nil && strings.Contains(v.Flag.PlaceHolder, "|"):
		list = strings.ReplaceAll(v.Flag.PlaceHolder, "|", ",")
	}
	for value := range strings.SplitSeq(list, ",") {
		if value = strings.TrimSpace(value); value != "" {
			all = append(all, value)
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

// takesFiles reports whether the first argument of a command is a file.
func takesFiles(node *kong.Node) bool {
	return len(node.Positional) > 0 && takesFile(node.Positional[0].Name)
}
