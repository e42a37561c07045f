package program

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// groups are the commands that a name in the tag for of a flag stands for.
var groups = map[string][]string{
	"apps":    {"track", "import", "list", "show", "changes", "run", "export", "audit"},
	"backups": {"backup", "restore", "verify"},
}

// uses reports whether a command uses a flag of the program.
func uses(command string, flag *kong.Flag) bool {
	names := "serve"
	if flag.Tag.Has("for") {
		names = flag.Tag.Get("for")
	}
	for name := range strings.SplitSeq(names, ",") {
		if name == command || slices.Contains(groups[name], command) {
			return true
		}
	}
	return flag.Name == "help"
}

// usesSettings reports whether a command depends on any setting. One that does not also works
// where the settings of the service are wrong or cannot be read, such as in a shell that asks
// for completion.
func usesSettings(command string) bool {
	return !slices.Contains([]string{"completion", "man", "version"}, command)
}
