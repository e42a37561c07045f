package translate

import (
	"slices"
	"strconv"
	"strings"
	"text/template/parse"
)

// read are the attributes that people read or hear.
var read = []string{
	"aria-label", "placeholder", "title", "alt", "data-th", "data-zone", "data-many", "data-one", "data-some", "data-chosen", "data-unanswered", "data-unreached", "data-say",
}

// attributes translates the nodes of a tag, or of a part of one.
func (t *translator) attributes(nodes []parse.Node) (out []parse.Node) {
	for i := 0; i < len(nodes); i++ {
		text, ok := nodes[i].(*parse.TextNode)
		if !ok {
			t.node(nodes[i], inTag)
			out = append(out, nodes[i])
			continue
		}
		rest := string(text.Text)
		for {
			before, after, name := cutValue(rest)
			if name == "" {
				out = append(out, textNode(rest))
				break
			}
			out = append(out, textNode(before))
			value, then, used := valueOf(after, nodes[i+1:])
			i += used
			if slices.Contains(read, name) {
				out = append(out, t.sentence(value)...)
			} else {
				out = append(out, t.untouched(value)...)
			}
			if rest = then; rest == "" {
				break
			}
		}
	}
	return out
}

// cutValue cuts a text after the quote that begins the value of an attribute.
func cutValue(text string) (before, after, name string) {
	at := strings.Index(text, `="`)
	if at < 0 {
		return text, "", ""
	}
	name = text[:at]
	if space := strings.LastIndexAny(name, " \n\t"); space >= 0 {
		name = name[space+1:]
	}
	if name == "" {
		name = "?"
	}
	return text[:at+2], text[at+2:], name
}

// valueOf returns the pieces of a value that begins in a text, what follows it, and how many of the
// nodes after the text it reaches into.
func valueOf(text string, next []parse.Node) (value []piece, rest string, used int) {
	for {
		if end := strings.IndexByte(text, '"'); end >= 0 {
			if end > 0 {
				value = append(value, piece{text: text[:end]})
			}
			return value, text[end:], used
		}
		if text != "" {
			value = append(value, piece{text: text})
		}
		text = ""
		if used == len(next) {
			return value, "", used
		}
		if node, ok := next[used].(*parse.TextNode); ok {
			text = string(node.Text)
		} else {
			value = append(value, piece{nodes: []parse.Node{next[used]}})
		}
		used++
	}
}

// untouched returns the nodes of a value that people do not read.
func (t *translator) untouched(value []piece) (out []parse.Node) {
	for _, p := range value {
		if p.isText() {
			out = append(out, textNode(p.text))
		} else {
			out = append(out, p.nodes...)
		}
	}
	return out
}

// node translates a node that is not text.
func (t *translator) node(node parse.Node, in where) {
	switch node := node.(type) {
	case *parse.ActionNode:
		t.pipe(node.Pipe)
		if in == outside && len(node.Pipe.Decl) == 0 && shows(node.Pipe) {
			words := parse.NewIdentifier("words").SetTree(t.tree).SetPos(node.Pos)
			node.Pipe.Cmds = append(node.Pipe.Cmds, &parse.CommandNode{NodeType: parse.NodeCommand, Pos: node.Pos, Args: []parse.Node{words}})
		}
	case *parse.TemplateNode:
		t.pipe(node.Pipe)
	case *parse.RangeNode:
		t.pipe(node.Pipe)
	}
	for _, list := range lists(node) {
		t.list(list, in)
	}
}

// What shows no words of the catalogue: functions, and fields that views have for what people and
// stores have named, and for numbers. Long tables are made of these.
var (
	markup = []string{"ago", "since", "date", "clock", "count", "plural", "static", "len", "named", "join"}
	given  = []string{"Name", "AppName", "Developer", "Own", "Track", "Linked", "Unlinked", "ID", "Value", "Month", "Category", "Data", "Uses"}
)

// shows reports whether a pipeline may show words of the catalogue.
func shows(pipe *parse.PipeNode) bool {
	switch last := pipe.Cmds[len(pipe.Cmds)-1].Args[0].(type) {
	case *parse.IdentifierNode:
		return !slices.Contains(markup, last.Ident)
	case *parse.FieldNode:
		return !slices.Contains(given, last.Ident[len(last.Ident)-1])
	case *parse.VariableNode:
		return !slices.Contains(given, last.Ident[len(last.Ident)-1])
	}
	return true
}

// labels are the keys of the function dict of the templates whose values are words.
var labels = []string{"Label", "t"}

// pipe translates the words in a pipeline: what stands in for something missing, and labels.
func (t *translator) pipe(pipe *parse.PipeNode) {
	if pipe == nil {
		return
	}
	for _, cmd := range pipe.Cmds {
		name, _ := cmd.Args[0].(*parse.IdentifierNode)
		for i, arg := range cmd.Args {
			switch arg := arg.(type) {
			case *parse.PipeNode:
				t.pipe(arg)
			case *parse.StringNode:
				if name == nil || !hasWord(arg.Text) {
					continue
				}
				before, _ := cmd.Args[i-1].(*parse.StringNode)
				if name.Ident == "or" || name.Ident == "dict" && i%2 == 0 && before != nil && slices.Contains(labels, before.Text) {
					arg.Text = t.text(arg.Text)
					arg.Quoted = strconv.Quote(arg.Text)
				}
			}
		}
		if name != nil && name.Ident == "plural" && len(cmd.Args) == 4 {
			one, isOne := cmd.Args[2].(*parse.StringNode)
			many, isMany := cmd.Args[3].(*parse.StringNode)
			if isOne && isMany {
				t.text("%s " + one.Text + "|%s " + many.Text) // the function plural looks it up
			}
		}
	}
}
