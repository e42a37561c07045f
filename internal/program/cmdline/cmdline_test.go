package cmdline_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/program/cmdline"
)

// options are a command line with a flag, an argument and a command of each kind.
type options struct {
	Serve serveCommand `cmd:"" help:"Serve."`
	Copy  copyCommand  `cmd:"" help:"Copy files."`
	Other struct{}     `cmd:"" name:"move-all" help:"Move all."`

	LogLevel string `default:"info" var:"LEVEL" help:"The level."`
	common

	Ignored int // not on the command line
}

type common struct {
	Size  int64  `type:"size" var:"SIZE" help:"The size."`
	Page  bool   `default:"on" var:"PAGE" help:"Serve a page."`
	Hosts []byte `type:"letters" help:"A list that a parser adds to."`
}

type serveCommand struct{}

type copyCommand struct {
	From  string   `arg:"" help:"What to copy."`
	To    []string `arg:"" optional:"" name:"target" help:"Where to."`
	Mode  string   `enum:"fast,safe" default:"safe" help:"How."`
	Kinds []string `name:"kind" enum:"a,b" help:"What."`
	URLs  []string `name:"url" sep:"none" help:"Addresses."`
	Depth int      `help:"How deep."`
	Key   upper    `required:"" help:"The key."`
}

// Help returns examples.
func (copyCommand) Help() string { return "Examples:\n\n  test copy a b" }

type upper string

func (u *upper) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		return errors.New("it is empty")
	}
	*u = upper(strings.ToUpper(string(text)))
	return nil
}

func newProgram(o *options) *cmdline.Program {
	return cmdline.New("test", "A test.", o, map[string]cmdline.Parser{
		"size": func(flag *cmdline.Value, text string) (any, error) {
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				return nil, errors.New("not a size")
			}
			return n << 10, nil
		},
		"letters": func(_ *cmdline.Value, text string) (any, error) { return []byte(text), nil },
	})
}

// words returns the words of a line. The word ~ is an empty one.
func words(line string) []string {
	all := strings.Fields(line)
	for i, word := range all {
		if word == "~" {
			all[i] = ""
		}
	}
	return all
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args    string // see words
		env     map[string]string
		command string
		want    func(*options)
	}{
		{args: "", command: "serve", want: func(*options) {}},
		{args: "-log-level debug --page=off", command: "serve", want: func(o *options) { o.LogLevel, o.Page = "debug", false }},
		{args: "move-all -page", env: map[string]string{"LEVEL": "warn", "SIZE": "2", "PAGE": "no"}, command: "move-all",
			want: func(o *options) { o.LogLevel, o.Size = "warn", 2<<10 }},
		{args: "-size 1", env: map[string]string{"LEVEL": "", "SIZE": "not read"}, command: "serve", want: func(o *options) { o.Size = 1 << 10 }},
		{args: "-log-level -page", command: "serve", want: func(o *options) { o.LogLevel = "-page" }},
		{args: "-log-level -- --log-level=a=b", command: "serve", want: func(o *options) { o.LogLevel = "a=b" }},
		{args: "-log-level ~", env: map[string]string{"LEVEL": "warn"}, command: "serve", want: func(o *options) { o.LogLevel = "" }},
		{args: "-hosts ab -hosts=c", command: "serve", want: func(o *options) { o.Hosts = []byte("abc") }},
		{args: "-size 1 copy a -key k", command: "copy", want: func(o *options) {
			o.Size, o.Copy = 1<<10, copyCommand{From: "a", Mode: "safe", Key: "K"}
		}},
		{args: "copy --key=k - --mode fast x,y -size 1 z --depth -3", command: "copy", want: func(o *options) {
			o.Size, o.Copy = 1<<10, copyCommand{From: "-", To: []string{"x,y", "z"}, Mode: "fast", Depth: -3, Key: "K"}
		}},
		{args: "copy -key k -kind a,b -kind a -url x,y --url=z -- -a --page=off --", command: "copy", want: func(o *options) {
			o.Copy = copyCommand{
				From: "-a", To: []string{"--page=off", "--"}, Mode: "safe", Kinds: []string{"a", "b", "a"}, URLs: []string{"x,y", "z"}, Key: "K",
			}
		}},
		{args: "-page -- move-all", command: "move-all", want: func(*options) {}},
	} {
		t.Run(tt.args, func(t *testing.T) {
			t.Parallel()
			var got options
			p := newProgram(&got)
			command, err := p.Parse(words(tt.args), func(name string) (string, bool) { value, ok := tt.env[name]; return value, ok })
			if err != nil || p.Faults(command) != nil {
				t.Fatal(err, p.Faults(command))
			}
			want := options{LogLevel: "info", common: common{Page: true}}
			tt.want(&want)
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(options{})); diff != "" || command.Name != tt.command {
				t.Errorf("command %s, want %s (-want +got):\n%s", command.Name, tt.command, diff)
			}
		})
	}
}

// TestErrors has lines that are wrong, with the error of the line and those of values.
func TestErrors(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"-colour red copy":                "unknown flag --colour",
		"-log-leve x":                     `unknown flag --log-leve, did you mean "--log-level"?`,
		"-loglevel x":                     `unknown flag --loglevel, did you mean "--log-level"?`,
		"-x":                              "unknown flag -x",
		"--=5":                            "unknown flag --",
		"-key k copy":                     "unknown flag --key",
		"cop a":                           `unexpected argument cop, did you mean "copy"?`,
		"mov":                             `unexpected argument mov, did you mean "move-all"?`,
		"nothing-like-it":                 "unexpected argument nothing-like-it",
		"--page off":                      "unexpected argument off; if it is for a switch, write it after =, such as --page=off",
		"serve copy":                      "unexpected argument copy",
		"-- --page":                       "unexpected argument --page",
		"-log-level":                      "--log-level: a value is missing",
		"copy -key k":                     `expected "<from>"`,
		"copy a":                          "missing flags: --key=KEY",
		"-size x -page=y -colour":         "unknown flag --colour\n-size: not a size\n-page: \"y\" is not one of 1, true, yes, on, 0, false, no, off",
		"-colour -size x":                 "unknown flag --colour\n-size: not a size",
		"copy a -key= -depth 1.5 -mode ~": "--mode must be one of \"fast\",\"safe\" but got \"\"\n--depth: \"1.5\" is not a whole number\n--key: it is empty",
		"copy a -key k -kind a,c":         `--kind must be one of "a","b" but got "c"`,
		"-colour --help":                  "unknown flag --colour",
	} {
		p := newProgram(new(options))
		command, err := p.Parse(words(args), nil)
		if err = errors.Join(err, p.Faults(command)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
	}
}

func TestFaultsOfVariables(t *testing.T) {
	t.Parallel()
	p := newProgram(new(options))
	command, err := p.Parse([]string{"-page=maybe"}, func(name string) (string, bool) { return "x", name == "SIZE" })
	if err != nil {
		t.Fatal(err)
	}
	const page = `-page: "maybe" is not one of 1, true, yes, on, 0, false, no, off`
	if got := p.ArgFaults(command); got == nil || got.Error() != page {
		t.Errorf("%v, want %s", got, page)
	}
	if got, want := p.Faults(command), "SIZE: not a size\n"+page; got == nil || got.Error() != want {
		t.Errorf("%v, want %s", got, want)
	}
	if size := p.Flag("size"); size.Source() != "SIZE" || !size.FromVariable() || size.Err() == nil {
		t.Errorf("the size is from %s, %v", size.Source(), size.Err())
	}
	if page := p.Flag("page"); page.Source() != "-page" || page.FromVariable() {
		t.Errorf("the page is from %s", page.Source())
	}
}

// TestHelp checks whose help is asked for, wherever the flag stands.
func TestHelp(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"--help": "", "-h": "", "-help -size x": "", "copy -h": "copy", "-h copy": "copy", "copy a -mode bad --help": "copy", "serve --help": "serve",
	} {
		command, err := newProgram(new(options)).Parse(words(args), nil)
		name := ""
		if command != nil {
			name = command.Name
		}
		if !errors.Is(err, cmdline.ErrHelp) || name != want {
			t.Errorf("%s: help of %q, %v; want that of %q", args, name, err, want)
		}
	}
}

func TestDescription(t *testing.T) {
	t.Parallel()
	p := newProgram(new(options))
	var got []string
	for _, flag := range p.AllFlags() {
		got = append(got, flag.Name)
	}
	want := strings.Fields("help log-level size page hosts mode kind url depth key")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("flags (-want +got):\n%s", diff)
	}
	files := p.Commands[1]
	if got := files.Args[0].Summary() + " " + files.Args[1].Summary(); got != "<from> [<target> ...]" || !strings.HasPrefix(files.Detail, "Examples:") {
		t.Errorf("arguments %s, detail %q", got, files.Detail)
	}
	if mode := files.Flags[0]; mode.Placeholder != "MODE" || mode.Default != "safe" || mode.IsSwitch() || !p.Flag("page").IsSwitch() {
		t.Errorf("the flag %+v", mode)
	}
}

func TestNewPanics(t *testing.T) {
	t.Parallel()
	for name, target := range map[string]any{
		"no parser": &struct {
			Size float64 `help:"The size."`
		}{},
		"two flags": &struct {
			Help string `help:"A second flag of this name."`
		}{},
		"a flag of a command": &struct {
			Copy struct {
				Page bool `help:"A page."`
			} `cmd:"" help:"Copy."`
			Page bool `help:"Another page."`
		}{},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			defer func() {
				if recover() == nil {
					t.Error("New did not panic")
				}
			}()
			cmdline.New("test", "A test.", target, nil)
		})
	}
}

// FuzzParse checks that any arguments give a command or an error.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "copy a -key k -- -x", "-size\n1", "--page=off -h", "-- copy", "---", "-=", "copy -kind a,,b"} {
		f.Add(strings.ReplaceAll(seed, " ", "\n"))
	}
	f.Fuzz(func(t *testing.T, args string) {
		command, err := newProgram(new(options)).Parse(strings.Split(args, "\n"), nil)
		if command == nil && !errors.Is(err, cmdline.ErrHelp) {
			t.Errorf("no command, %v", err)
		}
	})
}
