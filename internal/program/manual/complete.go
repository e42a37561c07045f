package manual

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// Shells are the shells that [Completion] knows.
func Shells() []string { return []string{"bash", "fish", "zsh"} }

// Completion returns a script that completes commands, flags and fixed values in a shell,
// one of [Shells].
func Completion(app *kong.Application, shell string) (string, error) {
	switch shell {
	case "bash":
		return bash(app), nil
	case "zsh": // which reads the scripts of bash
		return "#compdef " + app.Name + "\nautoload -Uz bashcompinit && bashcompinit\n" + bash(app), nil
	case "fish":
		return fish(app), nil
	}
	return "", fmt.Errorf("%.40q is not one of %s", shell, strings.Join(Shells(), ", "))
}

// bash returns a function that looks for the command among the words before, and then
// offers what fits.
func bash(app *kong.Application) string {
	var b strings.Builder
	name := "_" + strings.ReplaceAll(app.Name, "-", "_")
	fmt.Fprintf(&b, "# Completion of %s for bash. To use it: source <(%[1]s completion bash)\n%s() {\n", app.Name, name)
	b.WriteString("\tlocal word=${COMP_WORDS[COMP_CWORD]} before= command= i IFS=$'\\n'\n") // zsh has no mapfile, so lines are split here
	b.WriteString("\tif [ \"$COMP_CWORD\" -gt 0 ]; then before=${COMP_WORDS[COMP_CWORD - 1]}; fi\n")
	b.WriteString("\tCOMPREPLY=()\n")
	b.WriteString("\tif [ \"$word\" = = ]; then word=; elif [ \"$before\" = = ] && [ \"$COMP_CWORD\" -gt 1 ]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi\n")
	b.WriteString("\tcase $before in\n")
	fixed := func(flags []*kong.Flag) {
		for _, flag := range flags {
			switch some := values(flag.Value); {
			case len(some) > 0:
				fmt.Fprintf(&b, "\t--%s | -%[1]s) COMPREPLY=($(IFS=' '; compgen -W %q -- \"$word\" || :)); return ;;\n", flag.Name, strings.Join(some, " "))
			case takesFile(flag.PlaceHolder):
				fmt.Fprintf(&b, "\t--%s | -%[1]s) COMPREPLY=($(compgen -f -- \"$word\" || :)); return ;;\n", flag.Name)
			case !flag.IsBool():
				fmt.Fprintf(&b, "\t--%s | -%[1]s) return ;;\n", flag.Name)
			}
		}
	}
	seen := make(map[string]bool)
	unseen := func(all []*kong.Flag) (first []*kong.Flag) {
		for _, flag := range all {
			if !seen[flag.Name] {
				seen[flag.Name] = true
				first = append(first, flag)
			}
		}
		return first
	}
	fixed(unseen(flags(app.Node)))
	var names []string
	for _, command := range commands(app) {
		names = append(names, command.Name)
		fixed(unseen(flags(command)))
	}
	b.WriteString("\tesac\n")
	fmt.Fprintf(&b, "\tfor ((i = 1; i < COMP_CWORD; i++)); do\n\t\tcase ${COMP_WORDS[i]} in\n\t\t%s) command=${COMP_WORDS[i]}; break ;;\n\t\tesac\n\tdone\n",
		strings.Join(names, " | "))
	fmt.Fprintf(&b, "\tlocal flags=%q own= words= files=\n\tcase $command in\n", dashed(flags(app.Node)))
	for _, command := range commands(app) {
		files := ""
		if len(command.Positional) > 0 && takesFile(command.Positional[0].Name) {
			files = "yes"
		}
		fmt.Fprintf(&b, "\t%s) own=%q words=%q files=%q ;;\n", command.Name, dashed(flags(command)), strings.Join(arguments(command), " "), files)
	}
	fmt.Fprintf(&b, "\t*) words=%q ;;\n\tesac\n", strings.Join(names, " "))
	b.WriteString("\tcase $word in\n\t-*) COMPREPLY=($(IFS=' '; compgen -W \"$own $flags\" -- \"$word\" || :)) ;;\n")
	b.WriteString("\t*)\n\t\tCOMPREPLY=($(IFS=' '; compgen -W \"$words\" -- \"$word\" || :))\n")
	b.WriteString("\t\tif [ -n \"$files\" ]; then COMPREPLY+=($(compgen -f -- \"$word\" || :)); fi ;;\n\tesac\n}\n")
	fmt.Fprintf(&b, "complete -o filenames -F %s %s\n", name, app.Name)
	return b.String()
}

// dashed returns the flags with their dashes.
func dashed(all []*kong.Flag) string {
	names := make([]string, len(all))
	for i, flag := range all {
		names[i] = "--" + flag.Name
	}
	return strings.Join(names, " ")
}

// fish returns a line for each command, flag and value.
func fish(app *kong.Application) string {
	var b strings.Builder
	var names []string
	for _, command := range commands(app) {
		names = append(names, command.Name)
	}
	fmt.Fprintf(&b, "# Completion of %s for fish. To use it: %[1]s completion fish | source\n", app.Name)
	line := func(condition, rest, help string) {
		fmt.Fprintf(&b, "complete -c %s -n %s %s -d %s\n", app.Name, quoted(condition), rest, quoted(help))
	}
	none := "not __fish_seen_subcommand_from " + strings.Join(names, " ")
	flag := func(condition string, f *kong.Flag) {
		rest := "-l " + f.Name
		switch some := values(f.Value); {
		case len(some) > 0:
			rest += " -x -a " + quoted(strings.Join(some, " "))
		case takesFile(f.PlaceHolder):
			rest += " -r -F"
		case !f.IsBool():
			rest += " -x"
		}
		line(condition, rest, f.Help)
	}
	for _, f := range flags(app.Node) {
		flag("true", f)
	}
	for _, command := range commands(app) {
		line(none, "-f -a "+command.Name, command.Help)
		within := "__fish_seen_subcommand_from " + command.Name
		for _, f := range flags(command) {
			flag(within, f)
		}
		if some := arguments(command); len(some) > 0 {
			line(within, "-f -a "+quoted(strings.Join(some, " ")), command.Positional[0].Help)
		}
	}
	return b.String()
}

// quoted returns a text as a word of fish.
func quoted(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
}
