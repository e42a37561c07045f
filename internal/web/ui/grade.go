package ui

import (
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/storage"
)

// Grade is the risk of an app in a word, with the class that colours it.
type Grade struct {
	Class string
	Word  language.Words
}

// Grades are the grades of all risks.
var Grades = map[storage.Risk]Grade{
	storage.RiskHigh: {"track", "High"}, storage.RiskModerate: {"linked", "Moderate"}, storage.RiskLow: {"unlinked", "Low"},
	storage.RiskMinimal: {"", "Minimal"}, storage.RiskUnknown: {"", "No details"},
}
