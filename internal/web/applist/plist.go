package applist

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// maxNested is how deep the values of a property list may be nested.
const maxNested = 64

// xmlStart matches the beginning of an XML document, such as a property list.
var xmlStart = regexp.MustCompile(`^(?i)<(?:\?xml|!doctype|plist|html|head|body)\b`)

// fromPlist reads a property list in its XML form, which programs of Apple write in place of
// JSON, and with the same members. It is read as the JSON that it stands for, so that the
// limits of that hold.
func fromPlist(text string) (List, error) {
	p := plist{Decoder: xml.NewDecoder(strings.NewReader(text))}
	for {
		token, err := p.Token()
		if err != nil {
			return List{}, notPlist(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local == "plist" {
			continue
		}
		if err := p.value(start, 0); err != nil {
			return List{}, notPlist(err)
		}
		return fromJSON(p.json.String())
	}
}

func notPlist(err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("%w: %w", ErrNotPlist, err)
}

// plist is a property list that is being written as JSON.
type plist struct {
	*xml.Decoder
	json bytes.Buffer
}

// value writes the value of an element: a dict, an array or a text.
func (p *plist) value(start xml.StartElement, depth int) error {
	if depth > maxNested {
		return errors.New("nested too deep")
	}
	switch start.Name.Local {
	case "string", "integer", "real", "date", "data":
		text, err := p.text(start)
		if err != nil {
			return err
		}
		return p.write(text)
	case "true", "false":
		p.json.WriteString("null")
		return p.Skip()
	case "dict":
		return p.items('{', '}', func(member xml.StartElement, first bool) (bool, error) {
			return p.member(member, first, depth)
		})
	case "array":
		return p.items('[', ']', func(item xml.StartElement, first bool) (bool, error) {
			if !first {
				p.json.WriteByte(',')
			}
			return true, p.value(item, depth+1)
		})
	}
	return fmt.Errorf("unknown element %.40q", start.Name.Local)
}

// items writes what is in a dict or an array. Write writes an element, and reports whether it
// was an item.
func (p *plist) items(begin, end byte, write func(item xml.StartElement, first bool) (bool, error)) error {
	p.json.WriteByte(begin)
	for first := true; ; {
		token, err := p.Token()
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.EndElement:
			p.json.WriteByte(end)
			return nil
		case xml.StartElement:
			written, err := write(token, first)
			if err != nil {
				return err
			}
			first = first && !written
		}
	}
}

// member writes a key of a dict with the value that follows it.
func (p *plist) member(start xml.StartElement, first bool, depth int) (written bool, err error) {
	if start.Name.Local != "key" {
		return false, fmt.Errorf("a %.40q without a key", start.Name.Local)
	}
	key, err := p.text(start)
	if err != nil {
		return false, err
	}
	for {
		token, err := p.Token()
		if err != nil {
			return false, err
		}
		switch token := token.(type) {
		case xml.EndElement:
			return false, fmt.Errorf("the key %.40q without a value", key)
		case xml.StartElement:
			if !first {
				p.json.WriteByte(',')
			}
			if err := p.write(key); err != nil {
				return false, err
			}
			p.json.WriteByte(':')
			return true, p.value(token, depth+1)
		}
	}
}

func (p *plist) text(start xml.StartElement) (text string, err error) {
	err = p.DecodeElement(&text, &start)
	return strings.TrimSpace(text), err
}

func (p *plist) write(text string) error {
	encoded, err := json.Marshal(text)
	p.json.Write(encoded)
	return err
}
