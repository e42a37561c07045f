package cmdline

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// parserOf returns the parser for the type of a field, or nil.
func parserOf(field reflect.Value) Parser {
	if into, ok := field.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return func(_ *Value, text string) (any, error) { return nil, into.UnmarshalText([]byte(text)) }
	}
	switch field.Interface().(type) {
	case string:
		return func(_ *Value, text string) (any, error) { return text, nil }
	case bool:
		return func(_ *Value, text string) (any, error) { return ParseSwitch(text) }
	case int:
		return func(_ *Value, text string) (any, error) { n, err := parseInt(text); return int(n), err }
	case int64:
		return func(_ *Value, text string) (any, error) { return parseInt(text) }
	case []string:
		return func(v *Value, text string) (any, error) { return v.elements(text), nil }
	}
	return nil
}

// ParseSwitch parses the value of a switch. A misspelt value is an error, so that no protection is
// silently off.
func ParseSwitch(text string) (bool, error) {
	switch strings.ToLower(text) {
	case "1", "true", "yes", "on":
		return true, nil
	case "0", "false", "no", "off":
		return false, nil
	}
	return false, fmt.Errorf("%.40q is not one of 1, true, yes, on, 0, false, no, off", text)
}

func parseInt(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, strconv.IntSize)
	if err != nil {
		return 0, fmt.Errorf("%.40q is not a whole number", text)
	}
	return n, nil
}

// elements returns the elements of a list that a text has. Any other value is one.
func (v *Value) elements(text string) []string {
	if _, isArgument := v.Tag.Lookup("arg"); isArgument || !v.IsList() || v.Tag.Get("sep") == "none" {
		return []string{text}
	}
	return strings.Split(text, ",")
}

// set stores the value that a text from a source stands for, or an error.
func (v *Value) set(source, text string) {
	v.source, v.err = source, nil
	for _, element := range v.elements(text) {
		if v.Choices != nil && !slices.Contains(v.Choices, element) {
			v.err = fmt.Errorf("%s must be one of \"%s\" but got %.80q", source, strings.Join(v.Choices, `","`), element)
			return
		}
	}
	value, err := v.parse(v, text)
	if err != nil {
		v.err = fmt.Errorf("%s: %w", source, err)
		return
	}
	switch parsed := reflect.ValueOf(value); {
	case value == nil:
	case v.IsList():
		v.field.Set(reflect.AppendSlice(v.field, parsed))
	default:
		v.field.Set(parsed)
	}
}

// resolve reads a value that is not on the command line from its variable, or takes the default.
func (v *Value) resolve(lookup func(string) (string, bool)) {
	if v.source != "" {
		return
	}
	if v.Variable != "" && lookup != nil {
		if text, ok := lookup(v.Variable); ok && text != "" {
			v.set(v.Variable, text)
			return
		}
	}
	if v.Default != "" {
		v.set(v.label, v.Default)
	}
}
