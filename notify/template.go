package notify

import (
	"errors"
	"reflect"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/usertemplate"
)

const (
	maxTitleTemplate = 500      // characters
	maxBodyTemplate  = 4000     // characters
	maxTemplateText  = 16 << 10 // bytes of the text without a template
)

// templates is the language of templates: what they are about is in facts.go.
var templates = usertemplate.New(reflect.TypeFor[facts](), shorten)

// render returns what a template writes about the facts of a message. The error is a sentence that names
// the line.
func render(text string, about facts) (string, error) {
	written, err := templates.Render(text, about)
	if err != nil {
		return "", errors.New(line(err.Error(), maxSentence))
	}
	return written, nil
}

// checkTemplates refuses templates that are too long, or wrong, or that fail on samples.
func (s *stored) checkTemplates() error {
	for _, t := range []struct {
		name, text string
		most       int
	}{{"titleTemplate", s.TitleTemplate, maxTitleTemplate}, {"bodyTemplate", s.BodyTemplate, maxBodyTemplate}} {
		if !utf8.ValidString(t.text) || utf8.RuneCountInString(t.text) > t.most {
			return invalid(t.name, "must be at most %d characters", t.most)
		}
		for _, sample := range samples() {
			if _, err := render(t.text, factsOf(messageOf(language.English, sample, samplePage), sample, samplePage)); t.text != "" && err != nil {
				return invalid(t.name, "is not a template for every message: %v", err)
			}
		}
	}
	return nil
}
