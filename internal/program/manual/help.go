package manual

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/program/cmdline"
)

const (
	helpColumns = 80
	maxLeft     = 35 // columns of flags and arguments, before their help
)

// Help returns the help of a command, with the flags that it uses; nil: of the program.
func Help(p *cmdline.Program, command *cmdline.Command, uses Uses) string {
	var b strings.Builder
	if command == nil {
		fmt.Fprintf(&b, "Usage: %s <command> [flags]\n", p.Name)
		prose(&b, p.Help)
		b.WriteString("\nCommands:\n")
		for i, command := range p.Commands {
			if i > 0 {
				b.WriteString("\n")
			}
			fmt.Fprintf(&b, "  %s [flags]\n", synopsis(command))
			wrap(&b, 4, 4, command.Help)
		}
		b.WriteString("\nFlags:\n")
		rows := flagRows(p.Flags)
		table(&b, rows, columnOf(rows))
		fmt.Fprintf(&b, "\nRun \"%s <command> --help\" for more information on a command.\n", p.Name)
		return b.String()
	}

	fmt.Fprintf(&b, "Usage: %s %s [flags]\n", p.Name, synopsis(command))
	prose(&b, command.Help)
	prose(&b, command.Detail)
	if len(command.Args) > 0 {
		b.WriteString("\nArguments:\n")
		var rows [][2]string
		for _, argument := range command.Args {
			rows = append(rows, [2]string{argument.Summary(), argument.Help})
		}
		table(&b, rows, columnOf(rows))
	}
	b.WriteString("\nFlags:\n")
	own, shared := flagRows(command.Flags), flagRows(uses.shared(p, command))
	column := columnOf(slices.Concat(own, shared))
	if table(&b, own, column); len(own) > 0 {
		b.WriteString("\n")
	}
	table(&b, shared, column)
	return b.String()
}

// prose writes the paragraphs of a text, each after an empty line.
func prose(b *strings.Builder, text string) {
	for part, isExample := range paragraphs(text) {
		b.WriteString("\n")
		if !isExample {
			wrap(b, 0, 0, part)
			continue
		}
		for line := range strings.SplitSeq(part, "\n") {
			fmt.Fprintf(b, "  %s\n", line)
		}
	}
}

// flagRows returns the rows of flags in a [table].
func flagRows(flags []*cmdline.Value) (rows [][2]string) {
	for _, flag := range flags {
		left := "    " + withValue(flag)
		if flag.Name == "help" {
			left = "-h, --help"
		}
		rows = append(rows, [2]string{left, helpOf(flag)})
	}
	return rows
}

// columnOf returns where the second column of a [table] begins.
func columnOf(rows [][2]string) int {
	column := 0
	for _, row := range rows {
		column = max(column, len(row[0])+6)
	}
	return min(column, maxLeft)
}

// table writes rows of two columns. The second begins on a line of its own where the first one is too
// wide.
func table(b *strings.Builder, rows [][2]string, column int) {
	for _, row := range rows {
		fmt.Fprintf(b, "  %s", row[0])
		used := len(row[0]) + 2
		if used+2 > column {
			b.WriteString("\n")
			used = 0
		}
		wrap(b, column-used, column, row[1])
	}
}

// wrap writes a text in lines, the first of which is indented by first columns more than what is
// written, and the others by rest columns.
func wrap(b *strings.Builder, first, rest int, text string) {
	b.WriteString(strings.Repeat(" ", first))
	at := rest
	for i, word := range strings.Fields(text) {
		width := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case at+1+width > helpColumns:
			b.WriteString("\n" + strings.Repeat(" ", rest))
			at = rest
		default:
			b.WriteString(" ")
			at++
		}
		b.WriteString(word)
		at += width
	}
	b.WriteString("\n")
}
