package settings

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/privacylabels/auditor/storage"
)

// choice is the kind of a value that is one of these words. The first is the default.
func choice(words ...string) kind {
	return kind{
		Values: Values{Form: ChoiceForm, Choices: words},
		read: func(sent json.RawMessage, _ storage.Time) (string, error) {
			word, ok := asText(sent)
			if !ok || !slices.Contains(words, word) {
				return "", errors.New("must be " + list(words))
			}
			return word, nil
		},
		show: func(kept string) any {
			if slices.Contains(words, kept) {
				return kept
			}
			return words[0]
		},
	}
}

// flag is the kind of a boolean.
func flag(standard bool) kind {
	return kind{
		Values: Values{Form: FlagForm},
		read: func(sent json.RawMessage, _ storage.Time) (string, error) {
			var on *bool
			if json.Unmarshal(sent, &on) != nil || on == nil {
				return "", errors.New("must be true or false")
			}
			return strconv.FormatBool(*on), nil
		},
		show: func(kept string) any {
			if on, err := strconv.ParseBool(kept); err == nil {
				return on
			}
			return standard
		},
	}
}

// number is the kind of a whole number within bounds; other numbers are rounded down, but not
// to zero, which often means never. The default is an int64, or nil if the number need not be set.
func number(standard any, least, most int64) kind {
	return kind{
		Values: Values{Form: NumberForm, Least: least, Most: most, Optional: standard == nil},
		read:   func(sent json.RawMessage, _ storage.Time) (string, error) { return readNumber(sent, least, most) },
		show: func(kept string) any {
			if n, err := strconv.ParseInt(kept, 10, 64); err == nil && n >= least && n <= most {
				return n
			}
			return standard
		},
	}
}

// moment is the kind of a time that need not be set.
func moment() kind {
	k := number(nil, 0, maxExact)
	k.Form = TimeForm
	k.read = func(sent json.RawMessage, _ storage.Time) (string, error) { return readMoment(sent, maxExact) }
	return k
}

// past is the kind of a time that is not in the future, with some slack for different clocks.
func past(slack time.Duration) kind {
	k := moment()
	k.read = func(sent json.RawMessage, now storage.Time) (string, error) {
		return readMoment(sent, int64(now.Add(slack)))
	}
	return k
}

// readMoment reads a time, of which fractions of a millisecond are dropped.
func readMoment(sent json.RawMessage, most int64) (string, error) {
	var n float64
	if json.Unmarshal(sent, &n) == nil && n >= 1 {
		sent = strconv.AppendFloat(nil, math.Floor(n), 'f', -1, 64)
	}
	return readNumber(sent, 0, most)
}

func readNumber(sent json.RawMessage, least, most int64) (string, error) {
	if string(sent) == `""` {
		return "", nil
	}
	var n *float64
	switch {
	case json.Unmarshal(sent, &n) != nil || n == nil || *n < float64(least) || *n > float64(most):
		return "", fmt.Errorf("must be a number from %d to %d", least, most)
	case *n != math.Trunc(*n):
		return "", errors.New("must be a whole number")
	}
	return strconv.FormatInt(int64(*n), 10), nil
}

// text is the kind of a line of at most most characters, without leading and trailing space.
func text(most int) kind {
	return kind{
		Values: Values{Form: TextForm, Most: int64(most)},
		read: func(sent json.RawMessage, _ storage.Time) (string, error) {
			line, ok := asText(sent)
			line = strings.TrimSpace(line)
			if !ok || utf8.RuneCountInString(line) > most || strings.ContainsFunc(line, unicode.IsControl) {
				return "", fmt.Errorf("must be a line of at most %d characters", most)
			}
			return line, nil
		},
		show: func(kept string) any { return kept },
	}
}

// stays is shown instead of a secret that has no mask. In a change it leaves the secret
// unchanged.
const stays = "__SET__"

// secret is the kind of a text that is never shown.
func secret(most int) kind {
	k := text(most)
	k.Form, k.secret = SecretForm, true
	k.show = func(kept string) any {
		if kept == "" {
			return ""
		}
		return stays
	}
	k.unchanged = func(text, _ string) (bool, error) { return text == stays, nil }
	return k
}

// signingKey is the kind of a secret in the form of Standard Webhooks: whsec_ followed by 24 to
// 64 bytes in base64.
func signingKey() kind {
	k := secret(128)
	k.Most = 0
	read := k.read
	k.read = func(sent json.RawMessage, now storage.Time) (string, error) {
		line, err := read(sent, now)
		if err == nil && (line == "" || line == stays) {
			return line, nil
		}
		if _, ok := SigningKey(line); err != nil || !ok {
			return "", errors.New("must be whsec_ and then 24 to 64 bytes in base64")
		}
		return line, nil
	}
	return k
}

// SigningKey decodes a signing secret.
func SigningKey(secret string) ([]byte, bool) {
	text, prefixed := strings.CutPrefix(secret, "whsec_")
	key, err := base64.StdEncoding.DecodeString(text)
	if !prefixed || err != nil || len(key) < 24 || len(key) > 64 {
		return nil, false
	}
	return key, true
}

// country is the kind of a storefront. Other texts are converted to one, see [Country].
func country() kind {
	k := text(1 << 10)
	k.Most = 0
	read := k.read
	k.read = func(sent json.RawMessage, now storage.Time) (string, error) {
		line, err := read(sent, now)
		if err != nil || line == "" {
			return "", err
		}
		return Country(line), nil
	}
	return k
}

// asText returns a JSON string.
func asText(sent json.RawMessage) (string, bool) {
	var text *string
	if json.Unmarshal(sent, &text) != nil || text == nil {
		return "", false
	}
	return *text, true
}
