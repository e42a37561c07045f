package appstore

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/digits"
)

// offer is what a page or a lookup says about the price of an app. Its parts may contradict
// each other: an app for pre-order, for example, has the amount 0 beside the price on its
// button.
type offer struct {
	free     *bool    // whether the app is free; nil: not told
	amount   *float64 // nil: not told
	currency string
	text     string // of the button, such as "$4.99" or "Get"
}

// or takes from another offer what this one does not tell. A button to buy does not tell the
// price.
func (o offer) or(other offer) offer {
	text := cmp.Or(o.text, other.text)
	if isButton(fold(o.text)) && strings.ContainsFunc(other.text, unicode.IsDigit) {
		text = other.text
	}
	return offer{cmp.Or(o.free, other.free), cmp.Or(o.amount, other.amount), cmp.Or(o.currency, other.currency), text}
}

// settle sets the price of a listing by this table. What contradicts itself is unknown.
//
//	told                                    price
//	free, and "Buy", or a price above 0     unknown
//	not free, and a text that means free    unknown
//	a text above 0                          that of the text
//	an amount above 0                       the amount
//	not free, or a button to buy            unknown
//	free, or an amount or a text of 0       free
func (o offer) settle(l *fleet.Listing) {
	text := line(o.text, maxShort)
	shown, legible := shownAmount(text)
	word := fold(text)

	free := o.free != nil && *o.free || legible && shown == 0 || word == "free" || word == "get"
	above := o.amount != nil && *o.amount > 0
	paid := o.free != nil && !*o.free || above || legible && shown > 0
	price := o.amount
	if legible && shown > 0 {
		price = &shown
	}
	switch {
	case free && (paid || word == buy):
	case paid && price != nil && *price > 0:
		l.PriceAmount, l.PriceCurrency, l.PriceFormatted = price, text1(maxShort, o.currency), text1(maxShort, text)
	case paid:
		if strings.ContainsFunc(text, unicode.IsDigit) { // in a form that is not known
			l.PriceFormatted = &text
		}
	case free || o.amount != nil && !isButton(word):
		l.PriceAmount, l.PriceCurrency, l.PriceFormatted = new(0.0), text1(maxShort, o.currency), new("Free")
	}
}

const western = "0123456789"

const buy = "buy" // on the button of an app that is not free

// isButton reports whether a folded text is that of a button that does not tell the price.
func isButton(word string) bool { return word == buy || word == "pre-order" }

// currencies are the letters that stand behind a number as the sign of a currency.
const currencies = "円元圓圆원"

// amount returns a number that can be a price, or nil.
func amount(price loose) *float64 {
	n, ok := price.Float()
	if !ok || math.IsNaN(n) || math.IsInf(n, 0) || n < 0 {
		return nil
	}
	return &n
}

// thousands drops the separators of thousands that are never a decimal mark.
var thousands = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "'", "", "\u2019", "", "\u066c", "")

// shownAmount returns the number in the text of a price, such as 1299.5 for "1.299,50 €", in the
// digits of any script. It returns false if there is none, or it may be read in two ways.
func shownAmount(text string) (float64, bool) {
	text = strings.Map(digits.Western, text)
	from, to := strings.IndexAny(text, western), strings.LastIndexAny(text, western)+1
	if from < 0 {
		return 0, false
	}
	next, _ := utf8.DecodeRuneInString(text[to:])
	if unicode.IsLetter(next) && !strings.ContainsRune(currencies, next) || strings.HasSuffix(text[:from], "-") {
		return 0, false // a word for thousands, or no price
	}
	number := thousands.Replace(text[from:to])
	whole, fraction := number, ""
	if mark := strings.LastIndexAny(number, ".,"); mark >= 0 {
		whole, fraction = number[:mark], number[mark+1:]
		switch repeated := strings.Contains(whole, number[mark:mark+1]); {
		case len(fraction) == 3 && (repeated || !strings.ContainsAny(whole, ".,")): // a separator of thousands
			whole, fraction = whole+fraction, ""
		case len(fraction) > 2 || repeated:
			return 0, false
		}
	}
	whole = strings.NewReplacer(".", "", ",", "").Replace(whole)
	n, err := strconv.ParseFloat(whole+"."+fraction, 64)
	return n, err == nil
}
