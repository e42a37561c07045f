package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// StorefrontRound is how often the apps with a tag are read in some storefronts.
type StorefrontRound struct {
	Tag       string
	Countries []string
	Every     time.Duration
}

const (
	maxRounds         = 20
	maxRoundCountries = 20
	maxRoundsText     = 2000 // characters
)

// errRounds describes a valid value of [StorefrontSchedule].
var errRounds = errors.New(`must be tags with the storefronts to read, such as "games: us, de, jp weekly; kids: us, fr daily", or empty`)

// ParseStorefronts reads a value of [StorefrontSchedule]. Rounds are separated by semicolons. The
// last colon of each is before its countries, and its last word says how often.
func ParseStorefronts(text string) (rounds []StorefrontRound, err error) {
	for part := range strings.SplitSeq(text, ";") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		round, err := parseRound(part)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(rounds, func(other StorefrontRound) bool { return other.Tag == round.Tag }) {
			return nil, fmt.Errorf("%w: the tag %q is named twice", errRounds, round.Tag)
		}
		if rounds = append(rounds, round); len(rounds) > maxRounds {
			return nil, fmt.Errorf("%w: at most %d tags", errRounds, maxRounds)
		}
	}
	return rounds, nil
}

func parseRound(text string) (round StorefrontRound, err error) {
	colon := strings.LastIndexByte(text, ':')
	if colon < 0 {
		return round, fmt.Errorf("%w: %.40q has no colon after the tag", errRounds, text)
	}
	tag, ok := storage.TagOf(text[:colon])
	if !ok {
		return round, fmt.Errorf("%w: %.60q is not a tag", errRounds, text[:colon])
	}
	words := strings.FieldsFunc(text[colon+1:], func(r rune) bool { return r == ',' || r == ' ' })
	round.Tag = tag
	if last := len(words) - 1; last >= 0 {
		switch words[last] {
		case Daily:
			round.Every = 24 * time.Hour
		case Weekly:
			round.Every = 7 * 24 * time.Hour
		}
		words = words[:last]
	}
	if round.Every == 0 {
		return round, fmt.Errorf("%w: %.40q does not end with %s or %s", errRounds, text, Daily, Weekly)
	}
	for _, country := range words {
		country = strings.ToLower(country)
		if !storage.IsCountry(country) || slices.Contains(round.Countries, country) {
			return round, fmt.Errorf("%w: %.20q is not a country of two letters, or named twice", errRounds, country)
		}
		round.Countries = append(round.Countries, country)
	}
	if len(round.Countries) == 0 || len(round.Countries) > maxRoundCountries {
		return round, fmt.Errorf("%w: a tag has 1 to %d countries", errRounds, maxRoundCountries)
	}
	return round, nil
}

// String returns the form that [ParseStorefronts] reads.
func (r StorefrontRound) String() string {
	every := Weekly
	if r.Every == 24*time.Hour {
		every = Daily
	}
	return r.Tag + ": " + strings.Join(r.Countries, ", ") + " " + every
}

func storefrontRounds() kind {
	return kind{
		Values: Values{Form: TextForm, Most: maxRoundsText},
		read: func(sent json.RawMessage, _ storage.Time) (string, error) {
			text, ok := asText(sent)
			if !ok || len(text) > maxRoundsText {
				return "", errRounds
			}
			rounds, err := ParseStorefronts(text)
			var words []string
			for _, round := range rounds {
				words = append(words, round.String())
			}
			return strings.Join(words, "; "), err
		},
		show: func(kept string) any { return kept },
	}
}
