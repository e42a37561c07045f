package manual

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/program/cmdline"
)

// Uses reports whether a command uses a flag of the program, which is not one of its own.
type Uses func(command string, flag *cmdline.Value) bool

// shared returns the flags of the program that a command uses.
func (uses Uses) shared(p *cmdline.Program, command *cmdline.Command) (all []*cmdline.Value) {
	for _, flag := range p.Flags {
		if uses(command.Name, flag) {
			all = append(all, flag)
		}
	}
	return all
}

// synopsis returns a command with what it needs.
func synopsis(command *cmdline.Command) string {
	words := []string{command.Name}
	for _, flag := range command.Flags {
		if flag.Required {
			words = append(words, withValue(flag))
		}
	}
	for _, argument := range command.Args {
		words = append(words, argument.Summary())
	}
	return strings.Join(words, " ")
}

// withValue returns a flag with the placeholder of its value.
func withValue(flag *cmdline.Value) string {
	if flag.IsSwitch() {
		return "--" + flag.Name
	}
	return "--" + flag.Name + "=" + flag.Placeholder
}

// helpOf adds the default and the environment variable to the help of a flag. The help of flags
// without a variable names the default itself.
func helpOf(v *cmdline.Value) string {
	switch {
	case v.Default != "" && v.Variable != "":
		return fmt.Sprintf("%s (default %s, $%s)", v.Help, v.Default, v.Variable)
	case v.Variable != "":
		return fmt.Sprintf("%s ($%s)", v.Help, v.Variable)
	}
	return v.Help
}

// paragraphs returns the paragraphs of a text, and whether they are examples, which begin with space.
func paragraphs(text string) iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		for part := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
			if part != "" && !yield(part, strings.HasPrefix(part, "  ")) {
				return
			}
		}
	}
}

// values returns the fixed values of a flag or an argument: its choices, those of the tag values,
// or those of a placeholder such as csv|json.
func values(v *cmdline.Value) []string {
	all := v.Choices
	switch list := v.Tag.Get("values"); {
	case all != nil:
	case list != "":
		all = strings.Split(list, ",")
	case v.Tag.Get("type") == "switch":
		all = []string{"on", "off"}
	case strings.Contains(v.Placeholder, "|"):
		all = strings.Split(v.Placeholder, "|")
	}
	return slices.DeleteFunc(slices.Clone(all), func(value string) bool { return value == "" })
}

// arguments returns the fixed values of the first argument of a command.
func arguments(command *cmdline.Command) []string {
	if len(command.Args) == 0 {
		return nil
	}
	return values(command.Args[0])
}

// takesFile reports whether an argument or the value of a flag is a file or folder.
func takesFile(name string) bool {
	return slices.Contains([]string{"file", "folder"}, strings.ToLower(name))
}

// takesFiles reports whether the first argument of a command is a file.
func takesFiles(command *cmdline.Command) bool {
	return len(command.Args) > 0 && takesFile(command.Args[0].Name)
}
