package language

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Message is a text in the file of a language.
type Message struct {
	Key  string // the text in English
	Text string // empty: it is missing
}

// Read reads the file of a language: a line with the text in English and below it, after a tab, a
// line with the translation. A line that begins with // is a comment.
func Read(file string) (all []Message) {
	for line := range strings.Lines(file) {
		line = strings.TrimRight(line, "\n")
		switch text, indented := strings.CutPrefix(line, "\t"); {
		case indented && len(all) > 0:
			all[len(all)-1].Text = text
		case line != "" && !strings.HasPrefix(line, "//"):
			all = append(all, Message{Key: line})
		}
	}
	return all
}

// Section is the keys that one source file has.
type Section struct {
	Name string
	Keys []string
}

// Write writes the file of a language with the keys of sections, each once, and their translations
// as far as another file has them. What is missing has an empty line.
func Write(sections []Section, before []Message) string {
	texts := make(map[string]string)
	for _, m := range before {
		texts[m.Key] = m.Text
	}
	var out strings.Builder
	done := make(map[string]bool)
	for _, s := range sections {
		keys := slices.DeleteFunc(slices.Clone(s.Keys), func(key string) bool { return done[key] })
		if len(keys) == 0 {
			continue
		}
		out.WriteString("// " + s.Name + "\n")
		for _, key := range keys {
			if !done[key] {
				done[key] = true
				out.WriteString(key + "\n\t" + texts[key] + "\n")
			}
		}
	}
	return out.String()
}

// Pack compresses the file of a language as programs have it. Equal texts give equal bytes.
func Pack(text string) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("compress messages: %w", err)
	}
	if _, err := io.WriteString(w, text); err != nil {
		return nil, fmt.Errorf("compress messages: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("compress messages: %w", err)
	}
	return out.Bytes(), nil
}

// Unpack returns what [Pack] has compressed.
func Unpack(compressed []byte) (string, error) {
	r, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return "", fmt.Errorf("unpack messages: %w", err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return "", fmt.Errorf("unpack messages: %w", err)
	}
	return string(text), nil
}
