package cmdline

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// Program is a command line, and what was read from it.
type Program struct {
	Name, Help string
	Flags      []*Value // those that do not belong to a command
	Commands   []*Command

	parsers map[string]Parser
	help    bool // whether help is asked for
}

// Command is a command of a program.
type Command struct {
	Name, Help  string
	Detail      string // further help, from the method Help of the command
	Flags, Args []*Value
}

// Value is a flag or an argument.
type Value struct {
	Name, Help  string
	Default     string
	Placeholder string // for the value in help
	Variable    string // the environment variable; empty: none
	Choices     []string
	Required    bool
	Tag         reflect.StructTag // with the tags that are for others

	field  reflect.Value
	parse  Parser
	label  string // what errors call it
	source string // what it was read from: the label or the variable; empty: nothing
	err    error
}

// Parser returns the value of a flag that text stands for, in the type of the field. If the field
// is a slice, the elements are added to it. A nil value leaves the field as it is.
type Parser func(flag *Value, text string) (any, error)

// New returns the command line that the struct at target describes. The parsers are for the tag
// type. It panics if a field has no parser, or two flags have one name.
func New(name, help string, target any, parsers map[string]Parser) *Program {
	p := &Program{Name: name, Help: help, parsers: parsers}
	p.Flags = []*Value{p.value(reflect.StructField{Name: "help", Tag: `help:"Show context-sensitive help."`}, reflect.ValueOf(&p.help).Elem())}
	p.scan(reflect.ValueOf(target).Elem(), nil)
	for _, command := range append([]*Command{{}}, p.Commands...) {
		for flags := slices.Concat(command.Flags, p.Flags); len(flags) > 0; flags = flags[1:] {
			if find(flags[1:], flags[0].Name) != nil {
				panic("cmdline: two flags have the name " + flags[0].Name)
			}
		}
	}
	return p
}

// AllFlags returns the flags of the program and of its commands.
func (p *Program) AllFlags() []*Value {
	all := slices.Clone(p.Flags)
	for _, command := range p.Commands {
		all = append(all, command.Flags...)
	}
	return all
}

// scan adds the fields of a struct to a command; nil: to the program.
func (p *Program) scan(fields reflect.Value, command *Command) {
	for field, value := range fields.Fields() {
		_, isPart := field.Tag.Lookup("help")
		_, isCommand := field.Tag.Lookup("cmd")
		_, isArgument := field.Tag.Lookup("arg")
		switch {
		case field.Anonymous:
			p.scan(value, command)
		case !isPart:
		case isCommand:
			sub := &Command{Name: nameOf(field), Help: field.Tag.Get("help")}
			if more, ok := value.Interface().(interface{ Help() string }); ok {
				sub.Detail = more.Help()
			}
			p.Commands = append(p.Commands, sub)
			p.scan(value, sub)
		case isArgument:
			v := p.value(field, value)
			_, isOptional := field.Tag.Lookup("optional")
			v.Required, v.label = !isOptional, "<"+v.Name+">"
			command.Args = append(command.Args, v)
		case command == nil:
			v := p.value(field, value)
			v.label = "-" + v.Name // as the documents write settings
			p.Flags = append(p.Flags, v)
		default:
			command.Flags = append(command.Flags, p.value(field, value))
		}
	}
}

// value returns a flag.
func (p *Program) value(field reflect.StructField, value reflect.Value) *Value {
	tag, name := field.Tag, nameOf(field)
	v := &Value{
		Name: name, Help: tag.Get("help"), Default: tag.Get("default"), Variable: tag.Get("var"), Tag: tag, field: value, label: "--" + name,
		Placeholder: cmp.Or(tag.Get("placeholder"), strings.ToUpper(name)),
	}
	_, v.Required = tag.Lookup("required")
	if choices := tag.Get("enum"); choices != "" {
		v.Choices = strings.Split(choices, ",")
	}
	if v.parse = p.parsers[tag.Get("type")]; v.parse == nil {
		v.parse = parserOf(value)
	}
	if v.parse == nil {
		panic(fmt.Sprintf("cmdline: no parser for the field %s of type %s", field.Name, field.Type))
	}
	return v
}

// nameOf returns the name that a field has on the command line.
func nameOf(field reflect.StructField) string {
	if name := field.Tag.Get("name"); name != "" {
		return name
	}
	var b strings.Builder
	small := false
	for _, letter := range field.Name {
		if small && unicode.IsUpper(letter) {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(letter))
		small = unicode.IsLower(letter)
	}
	return b.String()
}

// IsSwitch reports whether a flag needs no value.
func (v *Value) IsSwitch() bool { return v.field.Kind() == reflect.Bool }

// IsList reports whether a flag or an argument can be given more than once.
func (v *Value) IsList() bool { return v.field.Kind() == reflect.Slice }

// Source returns what a value was read from, a flag, an argument or a variable, for errors.
func (v *Value) Source() string { return cmp.Or(v.source, v.label) }

// FromVariable reports whether a value was read from its variable.
func (v *Value) FromVariable() bool { return v.Variable != "" && v.source == v.Variable }

// Err returns why a value was not understood, with its source. It is nil if it was, or is missing.
func (v *Value) Err() error { return v.err }
