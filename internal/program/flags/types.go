package flags

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/privacylabels/auditor/internal/program/cmdline"
)

// Types returns the parsers of settings, by the names in the tag type.
func Types() map[string]cmdline.Parser {
	return map[string]cmdline.Parser{
		"addr":       setting(parseAddr),
		"bytes":      setting(parseCount[int64]),
		"count":      setting(parseCount[int]),
		"country":    setting(parseCountry),
		"folder":     setting(filepath.Abs),
		"hosts":      setting(parseHosts),
		"logformat":  setting(parseLogFormat),
		"loglevel":   setting(parseLogLevel),
		"names":      setting(parseList),
		"networks":   setting(parseNetworks),
		"prefixes":   setting(parsePrefixes),
		"scope":      setting(parseScope),
		"secret":     parseSecret,
		"switch":     setting(cmdline.ParseSwitch),
		"text":       setting(parseText),
		"tick":       setting(parseTick),
		"url":        setting(parseBaseURL),
		"userheader": setting(parseUserHeader),
	}
}

// setting returns the parser of a setting. A blank value means the default.
func setting[T any](parse func(string) (T, error)) cmdline.Parser {
	return func(flag *cmdline.Value, text string) (any, error) {
		if text = strings.TrimSpace(text); text == "" {
			text = flag.Default
		}
		if text == "" {
			return nil, nil
		}
		return parse(text)
	}
}

// parseSecret parses a setting whose default would protect nothing, so a blank value is an error.
func parseSecret(flag *cmdline.Value, text string) (any, error) {
	if text != "" && strings.TrimSpace(text) == "" {
		return nil, errors.New("it is blank")
	}
	return setting(parseText)(flag, text)
}

// Complete reads the token of the settings from its file, and checks their combination. It joins
// err, which is that of [cmdline.Program.Parse], and the errors of all settings of the program that
// are wrong, each with the name of its flag or variable.
func (s *Settings) Complete(p *cmdline.Program, command *cmdline.Command, err error) error {
	wrong := s.readToken(p)
	if wrong == nil {
		wrong = s.checkAccess(p)
	}
	return errors.Join(err, p.Faults(command), wrong)
}
