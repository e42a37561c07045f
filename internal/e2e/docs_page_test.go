package e2e_test

import (
	"fmt"
	"strings"
)

// block is a fenced block of a page, in the language that its fence names.
type block struct {
	line     int // of its first line in the page, from 1
	language string
	text     string
}

// blocks returns the fenced blocks of a Markdown page, in order.
func blocks(page string) ([]block, error) {
	var found []block
	var open *block
	for i, line := range strings.Split(page, "\n") {
		language, fence := strings.CutPrefix(strings.TrimSpace(line), "```")
		switch {
		case fence && open == nil:
			open = &block{line: i + 2, language: language}
		case fence:
			found = append(found, *open)
			open = nil
		case open != nil:
			open.text += line + "\n"
		}
	}
	if open != nil {
		return nil, fmt.Errorf("the block of line %d has no end", open.line)
	}
	return found, nil
}

// part is a command of a block that stands alone, or what is between two of those.
type part struct {
	text  string
	alone bool
}

// parts returns a block of a shell in parts, in order. Which lines stand alone is
// the caller's to say.
func (b block) parts(alone func(line string) bool) []part {
	var all []part
	for line := range strings.Lines(b.text) {
		switch command := strings.TrimSpace(line); {
		case alone(command):
			all = append(all, part{command, true})
		case len(all) > 0 && !all[len(all)-1].alone:
			all[len(all)-1].text += line
		default:
			all = append(all, part{text: line})
		}
	}
	return all
}

// lacking returns what an answer that a page shows has and the real one has not:
// a member, or its type. Of an array the first element counts. A shown null says
// nothing about the real value.
func lacking(shown, real any, path string) []string {
	switch want := shown.(type) {
	case nil:
		return nil
	case map[string]any:
		got, ok := real.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s is no object but %T", path, real)}
		}
		var all []string
		for name, value := range want {
			member, ok := got[name]
			if !ok {
				all = append(all, path+"."+name+" is not there")
				continue
			}
			all = append(all, lacking(value, member, path+"."+name)...)
		}
		return all
	case []any:
		got, ok := real.([]any)
		switch {
		case !ok:
			return []string{fmt.Sprintf("%s is no array but %T", path, real)}
		case len(want) == 0:
			return nil
		case len(got) == 0:
			return []string{path + " is empty"}
		}
		return lacking(want[0], got[0], path+"[0]")
	}
	if fmt.Sprintf("%T", shown) != fmt.Sprintf("%T", real) {
		return []string{fmt.Sprintf("%s is %T, shown is %T", path, real, shown)}
	}
	return nil
}
