package ui

import (
	"bytes"
	"fmt"
	"html/template"
	"reflect"
	"strings"
	"text/template/parse"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/language"
)

// The marks around a text that a template fills in and that may be read from right to left. No text has these
// characters, which Unicode reserves for the use within a program. [visible] makes an element of them.
const (
	isolateBegin    = "\ufdd0"
	isolateEnd      = "\ufdd1"
	isolateSentence = "\ufdd2" // begins a sentence of the page, which is read from left to right in all languages that there are
)

var withoutMarks = strings.NewReplacer(isolateBegin, "", isolateEnd, "", isolateSentence, "")

// isolateAll makes all texts that a template fills in pass the function isolate, so that no screen has to. It leaves
// out what is filled in within tags, and reports whether a list ends within one. Where that depends on a condition it may
// be wrong, which does no harm: [visible] removes marks from tags.
func isolateAll(list *parse.ListNode, inTag bool) (endsInTag bool) {
	if list == nil {
		return inTag
	}
	for _, node := range list.Nodes {
		switch node := node.(type) {
		case *parse.TextNode:
			if at := bytes.LastIndexAny(node.Text, "<>"); at >= 0 {
				inTag = node.Text[at] == '<'
			}
		case *parse.ActionNode:
			if !inTag && len(node.Pipe.Decl) == 0 {
				call := &parse.CommandNode{NodeType: parse.NodeCommand, Pos: node.Pos, Args: []parse.Node{parse.NewIdentifier("isolate").SetPos(node.Pos)}}
				node.Pipe.Cmds = append(node.Pipe.Cmds, call)
			}
		case *parse.IfNode:
			inTag = isolateBranch(node.BranchNode, inTag)
		case *parse.RangeNode:
			inTag = isolateBranch(node.BranchNode, inTag)
		case *parse.WithNode:
			inTag = isolateBranch(node.BranchNode, inTag)
		}
	}
	return inTag
}

func isolateBranch(b parse.BranchNode, inTag bool) (endsInTag bool) {
	isolateAll(b.ElseList, inTag)
	return isolateAll(b.List, inTag)
}

// isolate marks a text with characters that are read from right to left, or that change the direction, so that it does
// not reorder what is beside it.
func isolate(value any) any {
	text, begin := "", isolateBegin
	switch v := value.(type) {
	case nil, template.HTML, template.HTMLAttr, template.URL:
		return value
	case string:
		text = v
	case language.Words:
		text, begin = string(v), isolateSentence
	case fmt.Stringer:
		return value // a number or a constant
	default:
		of := reflect.ValueOf(value)
		if of.Kind() != reflect.String {
			return value
		}
		text = of.String()
	}
	if !fromRight(text) {
		return value
	}
	return begin + withoutMarks.Replace(text) + isolateEnd
}

// fromRight reports whether a text has a character of a script that is read from right to left (Unicode annex 9), or
// one that controls the direction.
func fromRight(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return strings.ContainsFunc(text[i:], isFromRight)
		}
	}
	return false
}

func isFromRight(r rune) bool {
	switch {
	case r < 0x590:
		return false
	case r <= 0x8ff, r == 0x200e, r == 0x200f, turns(r):
		return true
	}
	return r >= 0xfb1d && r <= 0xfdff || r >= 0xfe70 && r <= 0xfefe || r >= 0x10800 && r <= 0x10fff || r >= 0x1e800 && r <= 0x1efff
}
