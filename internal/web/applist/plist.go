package applist

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxNested is how deep the values of a property list may be nested.
const maxNested = 64

// looksLikeXML reports whether a text begins as an XML document does, such as a property list.
func looksLikeXML(text string) bool {
	return strings.HasPrefix(text, "<?xml") || strings.HasPrefix(text, "<!DOCTYPE") || strings.HasPrefix(text, "<plist")
}

// fromPlist reads a property list in its XML form, which programs of Apple write in place of
// JSON, and with the same members.
func fromPlist(text string) ([]App, error) {
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if err != nil {
			return nil, notPlist(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local == "plist" {
			continue
		}
		value, err := plistValue(d, start, 0)
		if err != nil {
			return nil, notPlist(err)
		}
		converted, err := json.Marshal(value)
		if err != nil {
			return nil, notPlist(err)
		}
		return fromJSON(string(converted))
	}
}

func notPlist(err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("%w: %w", ErrNotPlist, err)
}

// plistValue returns the value of an element: a dict, an array or a text.
func plistValue(d *xml.Decoder, start xml.StartElement, depth int) (any, error) {
	if depth > maxNested {
		return nil, errors.New("nested too deep")
	}
	switch start.Name.Local {
	case "string", "integer", "real", "date", "data", "key":
		var text string
		err := d.DecodeElement(&text, &start)
		return strings.TrimSpace(text), err
	case "true", "false":
		return nil, d.Skip()
	case "dict", "array":
	default:
		return nil, fmt.Errorf("unknown element %.40q", start.Name.Local)
	}
	members, items, key := map[string]any{}, []any{}, ""
	for {
		token, err := d.Token()
		if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.EndElement:
			if start.Name.Local == "dict" {
				return members, nil
			}
			return items, nil
		case xml.StartElement:
			value, err := plistValue(d, token, depth+1)
			switch {
			case err != nil:
				return nil, err
			case start.Name.Local == "array":
				items = append(items, value)
			case token.Name.Local == "key":
				key, _ = value.(string)
			default:
				members[key] = value
			}
		}
	}
}
