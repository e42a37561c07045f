package manual

import (
	"fmt"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/program/cmdline"
)

// Completion returns a script that completes commands, flags and fixed values in a shell: zsh,
// fish or else bash.
func Completion(p *cmdline.Program, uses Uses, shell string) string {
	switch shell {
	case "zsh":
		return zsh(p, uses)
	case "fish":
		return fish(p, uses)
	}
	return bash(p, uses)
}

// function returns the name of the function that completes in bash and zsh.
func function(p *cmdline.Program) string { return "_" + strings.ReplaceAll(p.Name, "-", "_") }

// zsh returns the function of bash, which zsh can call. The script is sourced, or is a file in
// fpath, whose first run has to complete as well.
func zsh(p *cmdline.Program, uses Uses) string {
	return fmt.Sprintf("#compdef %[1]s\nautoload -Uz bashcompinit && bashcompinit\n%[2]s"+
		"if [ \"${funcstack[1]:-}\" = %[3]s ]; then _bash_complete -o filenames -F %[3]s; fi\n", p.Name, bash(p, uses), function(p))
}

// bash returns a function that looks for the command among the words before, and then
// offers what fits.
func bash(p *cmdline.Program, uses Uses) string {
	var b strings.Builder
	name := function(p)
	fmt.Fprintf(&b, "# Completion of %s for bash. To use it: source <(%[1]s completion bash)\n%s() {\n", p.Name, name)
	// zsh has no mapfile, so lines are split here.
	b.WriteString(`	local word=${COMP_WORDS[COMP_CWORD]} before= command= prefix= joined= i IFS=$'\n'
	COMPREPLY=()
	if [ "$COMP_CWORD" -gt 0 ]; then before=${COMP_WORDS[COMP_CWORD - 1]}; fi
	# A flag and its value are one word in zsh, and three in bash.
	case $word in
	=) word= joined==;;
	-*=*) before=${word%%=*} prefix=${word%%=*}= word=${word#*=} joined==;;
	*) if [ "$before" = = ] && [ "$COMP_CWORD" -gt 1 ]; then before=${COMP_WORDS[COMP_CWORD - 2]} joined==; fi ;;
	esac
	case $before$joined in
`)
	seen := make(map[string]bool)
	for _, flag := range p.AllFlags() {
		if !seen[flag.Name] {
			seen[flag.Name] = true
			b.WriteString(bashValues(flag))
		}
	}
	b.WriteString("\tesac\n")
	names := names(p)
	fmt.Fprintf(&b, "\tfor ((i = 1; i < COMP_CWORD; i++)); do\n\t\tcase ${COMP_WORDS[i]} in\n\t\t%s) command=${COMP_WORDS[i]}; break ;;\n\t\tesac\n\tdone\n",
		strings.Join(names, " | "))
	b.WriteString("\tlocal flags= words= files=\n\tcase $command in\n")
	for _, command := range p.Commands {
		files := ""
		if takesFiles(command) {
			files = "yes"
		}
		fmt.Fprintf(&b, "\t%s) flags=%q words=%q files=%q ;;\n", command.Name, dashed(slices.Concat(command.Flags, uses.shared(p, command))), strings.Join(arguments(command), " "), files)
	}
	fmt.Fprintf(&b, "\t*) flags=%q words=%q ;;\n\tesac\n", dashed(p.Flags), strings.Join(names, " "))
	b.WriteString("\tcase $word in\n\t-*) COMPREPLY=($(IFS=' '; compgen -W \"$flags\" -- \"$word\" || :)) ;;\n")
	b.WriteString("\t*)\n\t\tCOMPREPLY=($(IFS=' '; compgen -W \"$words\" -- \"$word\" || :))\n")
	b.WriteString("\t\tif [ -n \"$files\" ]; then COMPREPLY+=($(compgen -f -- \"$word\" || :)); fi ;;\n\tesac\n}\n")
	fmt.Fprintf(&b, "complete -o filenames -F %s %s\n", name, p.Name)
	return b.String()
}

// bashValues returns the case that completes the value of a flag. A switch has a value only
// after an equals sign.
func bashValues(flag *cmdline.Value) string {
	pattern := fmt.Sprintf("--%s | -%[1]s | --%[1]s= | -%[1]s=", flag.Name)
	if flag.IsSwitch() {
		pattern = fmt.Sprintf("--%s= | -%[1]s=", flag.Name)
	}
	found := ""
	switch some := values(flag); {
	case len(some) > 0:
		found = fmt.Sprintf("COMPREPLY=($(IFS=' '; compgen -P \"$prefix\" -W %q -- \"$word\" || :)); ", strings.Join(some, " "))
	case takesFile(flag.Placeholder):
		found = "COMPREPLY=($(compgen -P \"$prefix\" -f -- \"$word\" || :)); "
	}
	return fmt.Sprintf("\t%s) %sreturn ;;\n", pattern, found)
}

// dashed returns the flags with their dashes.
func dashed(all []*cmdline.Value) string {
	names := make([]string, len(all))
	for i, flag := range all {
		names[i] = "--" + flag.Name
	}
	return strings.Join(names, " ")
}

// fish returns a line for each command, flag and value.
func fish(p *cmdline.Program, uses Uses) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Completion of %s for fish. To use it: %[1]s completion fish | source\n", p.Name)
	fmt.Fprintf(&b, "complete -c %s -f\n", p.Name) // no files, except as below
	line := func(condition, rest, help string) {
		fmt.Fprintf(&b, "complete -c %s -n %s %s -d %s\n", p.Name, quoted(condition), rest, quoted(help))
	}
	flag := func(condition string, f *cmdline.Value) {
		rest := "-l " + f.Name
		switch some := values(f); {
		case f.IsSwitch():
		case len(some) > 0:
			rest += " -x -a " + quoted(strings.Join(some, " "))
		case takesFile(f.Placeholder):
			rest += " -r -F"
		default:
			rest += " -x"
		}
		line(condition, rest, f.Help)
	}
	const within = "__fish_seen_subcommand_from "
	for _, f := range p.Flags {
		condition := "true"
		if others := slices.DeleteFunc(names(p), func(command string) bool { return uses(command, f) }); len(others) > 0 {
			condition = "not " + within + strings.Join(others, " ")
		}
		flag(condition, f)
	}
	for _, command := range p.Commands {
		line("not "+within+strings.Join(names(p), " "), "-a "+command.Name, command.Help)
		for _, f := range command.Flags {
			flag(within+command.Name, f)
		}
		switch some := arguments(command); {
		case len(some) > 0:
			line(within+command.Name, "-a "+quoted(strings.Join(some, " ")), command.Args[0].Help)
		case takesFiles(command):
			line(within+command.Name, "-F", command.Args[0].Help)
		}
	}
	return b.String()
}

// names returns the names of the commands.
func names(p *cmdline.Program) (all []string) {
	for _, command := range p.Commands {
		all = append(all, command.Name)
	}
	return all
}

// quoted returns a text as a word of fish.
func quoted(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
}
