package manual

import (
	"fmt"
	"strings"

	"github.com/privacylabels/auditor/internal/program/cmdline"
)

// Page is what a manual page says beside the command line.
type Page struct {
	Version string
	Date    string // of the version, such as 2026-11-23; may be empty
	Exit    []string
	Uses    Uses
}

// Man returns the manual page of a command line, as roff with the macros of man(7).
func Man(p *cmdline.Program, page Page) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 %s %s\n", roff(strings.ToUpper(p.Name)), word(page.Date), word(p.Name+" "+page.Version))
	summary, rest, _ := strings.Cut(p.Help, "\n\n")
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(p.Name), roff(strings.TrimSuffix(lowerFirst(summary), ".")))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n.RI [ command ]\n.RI [ flags ]\n", roff(p.Name))
	b.WriteString(".SH DESCRIPTION\n")
	roffProse(&b, rest)
	b.WriteString(".SH COMMANDS\n")
	for _, command := range p.Commands {
		fmt.Fprintf(&b, ".SS %s\n%s\n", word(synopsis(command)), line(command.Help))
		for _, argument := range command.Args {
			fmt.Fprintf(&b, ".TP\n.I %s\n%s\n", roff(argument.Name), line(helpOf(argument)))
		}
		flagList(&b, command.Flags)
		if shared := page.Uses.named(p, command); shared != "" {
			fmt.Fprintf(&b, ".PP\nSee FLAGS for %s.\n", shared)
		}
		if command.Detail != "" {
			b.WriteString(".PP\n")
			roffProse(&b, command.Detail)
		}
	}
	b.WriteString(".SH FLAGS\n")
	flagList(&b, p.Flags)
	if len(page.Exit) > 0 {
		b.WriteString(".SH EXIT STATUS\n")
		for code, means := range page.Exit {
			fmt.Fprintf(&b, ".TP\n.B %d\n%s\n", code, line(means))
		}
	}
	return b.String()
}

// named names the flags of the program that a command uses, unless these are most of them.
func (uses Uses) named(p *cmdline.Program, command *cmdline.Command) string {
	var names []string
	for _, flag := range uses.shared(p, command) {
		if flag.Name != "help" {
			names = append(names, roff("--"+flag.Name))
		}
	}
	if n := len(names); n == 0 || n > len(p.Flags)/2 {
		return ""
	} else if n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return names[0]
}

func flagList(b *strings.Builder, all []*cmdline.Value) {
	for _, flag := range all {
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff(withValue(flag)), line(helpOf(flag)))
	}
}

// roffProse writes the paragraphs of a text.
func roffProse(b *strings.Builder, text string) {
	between := ""
	for part, isExample := range paragraphs(text) {
		b.WriteString(between)
		between = ".PP\n"
		if !isExample {
			b.WriteString(line(strings.Join(strings.Fields(part), " ")) + "\n")
			continue
		}
		b.WriteString(".nf\n")
		for example := range strings.SplitSeq(part, "\n") {
			b.WriteString(line(example) + "\n")
		}
		b.WriteString(".fi\n")
	}
}

// roff returns a text without characters that mean something to roff.
func roff(text string) string { return strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text) }

// line returns a text as a line that is not a request.
func line(text string) string {
	text = roff(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		return `\&` + text
	}
	return text
}

// word returns a text as one argument of a request.
func word(text string) string { return `"` + strings.ReplaceAll(roff(text), `"`, `\(dq`) + `"` }

func lowerFirst(text string) string {
	if text == "" {
		return text
	}
	return strings.ToLower(text[:1]) + text[1:]
}
