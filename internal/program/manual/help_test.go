package manual_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/program/cmdline"
	"github.com/privacylabels/auditor/internal/program/manual"
)

type options struct {
	Serve struct{}    `cmd:"" help:"Serve."`
	Copy  copyCommand `cmd:"" help:"Copy a file. It appears under its new name when it is complete, and is readable by its owner only."`

	Demo     bool   `help:"Make no requests."`
	Level    string `default:"info" var:"LEVEL" placeholder:"LEVEL" help:"Lowest level to log."`
	LongName string `name:"a-name-that-is-very-long-indeed" placeholder:"FILE" help:"A file."`
}

type copyCommand struct {
	File string `arg:"" help:"The file, whose name may be long, and whose help has more than a line: – is a dash."`
	To   string `arg:"" optional:"" help:"The new name."`
	Mode string `required:"" help:"How to copy."`
}

// Help returns examples.
func (copyCommand) Help() string {
	return "The file stays. Examples:\n\n  test copy a b\n  test copy --mode=safe a a-file-with-a-name-so-long-that-the-example-has-more-columns-than-a-terminal"
}

const programHelp = `Usage: test <command> [flags]

A test.

It has two paragraphs, of which the second is longer than a line of eighty
columns.

Commands:
  serve [flags]
    Serve.

  copy --mode=MODE <file> [<to>] [flags]
    Copy a file. It appears under its new name when it is complete, and is
    readable by its owner only.

Flags:
  -h, --help                       Show context-sensitive help.
      --demo                       Make no requests.
      --level=LEVEL                Lowest level to log. (default info, $LEVEL)
      --a-name-that-is-very-long-indeed=FILE
                                   A file.

Run "test <command> --help" for more information on a command.
`

const copyHelp = `Usage: test copy --mode=MODE <file> [<to>] [flags]

Copy a file. It appears under its new name when it is complete, and is readable
by its owner only.

The file stays. Examples:

    test copy a b
    test copy --mode=safe a a-file-with-a-name-so-long-that-the-example-has-more-columns-than-a-terminal

Arguments:
  <file>    The file, whose name may be long, and whose help has more than a
            line: – is a dash.
  [<to>]    The new name.

Flags:
      --mode=MODE    How to copy.

  -h, --help         Show context-sensitive help.
      --demo         Make no requests.
`

func TestHelp(t *testing.T) {
	t.Parallel()
	p := cmdline.New("test", "A test.\n\nIt has two paragraphs, of which the second is longer than a line of eighty columns.", new(options), nil)
	uses := func(command string, flag *cmdline.Value) bool {
		return flag.Name == "help" || command == "copy" && flag.Name == "demo"
	}
	if diff := cmp.Diff(programHelp, manual.Help(p, nil, uses)); diff != "" {
		t.Errorf("help of the program (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(copyHelp, manual.Help(p, p.Commands[1], uses)); diff != "" {
		t.Errorf("help of a command (-want +got):\n%s", diff)
	}
}
