package manual

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// Page is what a manual page says beside the command line.
type Page struct {
	Version string
	Date    string // of the version, such as 2026-11-23; may be empty
	Exit    []string
	Help    func(*kong.Value) string
	Uses    Uses
}

// Man returns the manual page of a command line, as roff with the macros of man(7).
func Man(app *kong.Application, page Page) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 %s %s\n", roff(strings.ToUpper(app.Name)), word(page.Date), word(app.Name+" "+page.Version))
	summary, rest, _ := strings.Cut(app.Help, "\n\n")
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(app.Name), roff(strings.TrimSuffix(lowerFirst(summary), ".")))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n.RI [ command ]\n.RI [ flags ]\n", roff(app.Name))
	b.WriteString(".SH DESCRIPTION\n")
	paragraphs(&b, rest)
	b.WriteString(".SH COMMANDS\n")
	for _, command := range commands(app) {
		fmt.Fprintf(&b, ".SS %s\n%s\n", word(synopsis(command)), line(command.Help))
		for _, argument := range command.Positional {
			fmt.Fprintf(&b, ".TP\n.I %s\n%s\n", roff(argument.Name), line(page.Help(argument)))
		}
		flagList(&b, flags(command), page.Help)
		if shared := page.Uses.shared(app, command); shared != "" {
			fmt.Fprintf(&b, ".PP\nSee FLAGS for %s.\n", shared)
		}
		if command.Detail != "" {
			b.WriteString(".PP\n")
			paragraphs(&b, command.Detail)
		}
	}
	b.WriteString(".SH FLAGS\n")
	flagList(&b, flags(app.Node), page.Help)
	if len(page.Exit) > 0 {
		b.WriteString(".SH EXIT STATUS\n")
		for code, means := range page.Exit {
			fmt.Fprintf(&b, ".TP\n.B %d\n%s\n", code, line(means))
		}
	}
	return b.String()
}

// shared names the flags of the program that a command uses, unless these are most of them.
func (uses Uses) shared(app *kong.Application, command *kong.Node) string {
	var names []string
	for _, flag := range flags(app.Node) {
		if flag.Name != "help" && uses(command.Name, flag) {
			names = append(names, roff("--"+flag.Name))
		}
	}
	if n := len(names); n == 0 || n > len(app.Flags)/2 {
		return ""
	} else if n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return names[0]
}

// synopsis returns a command with its arguments.
func synopsis(command *kong.Node) string {
	words := []string{command.Name}
	for _, argument := range command.Positional {
		words = append(words, argument.Summary())
	}
	return strings.Join(words, " ")
}

func flagList(b *strings.Builder, all []*kong.Flag, help func(*kong.Value) string) {
	for _, flag := range all {
		fmt.Fprintf(b, ".TP\n.B %s", roff("--"+flag.Name))
		if !flag.IsBool() {
			fmt.Fprintf(b, "=%s", roff(flag.FormatPlaceHolder()))
		}
		fmt.Fprintf(b, "\n%s\n", line(help(flag.Value)))
	}
}

// paragraphs writes a text. Lines that begin with space are examples.
func paragraphs(b *strings.Builder, text string) {
	for i, part := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		if strings.HasPrefix(part, "  ") {
			b.WriteString(".nf\n")
			for example := range strings.SplitSeq(part, "\n") {
				b.WriteString(line(example) + "\n")
			}
			b.WriteString(".fi\n")
			continue
		}
		b.WriteString(line(strings.Join(strings.Fields(part), " ")) + "\n")
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
