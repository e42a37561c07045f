package language

import (
	"fmt"
	"strings"
	"time"
)

// Format returns a time in a layout of package time, in which names of months and of days of the
// week are those of the language. The layout is a text of the catalogue, so its order is as well.
func (l *Language) Format(at time.Time, layout string) string {
	layout = l.Words(Words(layout))
	var out strings.Builder
	for layout != "" {
		before, name, after := cutName(layout)
		out.WriteString(at.Format(before))
		if name != "" {
			out.WriteString(l.Words(Words(at.Format(name))))
		}
		layout = after
	}
	text := out.String()
	// The first day of a month is an ordinal number in some languages.
	first, _, _ := strings.Cut(l.Words("1 January"), " ")
	return strings.Replace(" "+text, " 1 ", " "+first+" ", 1)[1:]
}

// cutName cuts a layout around the first name in it.
func cutName(layout string) (before, name, after string) {
	at := -1
	for _, n := range []string{"January", "Monday", "Jan", "Mon"} {
		if i := strings.Index(layout, n); i >= 0 && (at < 0 || i < at) {
			at, name = i, n
		}
	}
	if at < 0 {
		return layout, "", ""
	}
	return layout[:at], name, layout[at+len(name):]
}

// Ago returns how long before now a time was, in words.
func (l *Language) Ago(at, now time.Time) string {
	d := now.Sub(at)
	switch {
	case d < -time.Minute:
		return string(l.span(-d, "in %s minute|in %s minutes", "in %s hour|in %s hours", "in %s day|in %s days"))
	case d < -5*time.Second: // not the difference of two clocks
		return l.Words("in a moment")
	case d < time.Minute:
		return l.Words("just now")
	case d < 45*24*time.Hour:
		return string(l.span(d, "%s minute ago|%s minutes ago", "%s hour ago|%s hours ago", "%s day ago|%s days ago"))
	}
	return l.Date(at, now)
}

// span returns a length of time in its largest unit.
func (l *Language) span(d time.Duration, minutes, hours, days string) Words {
	n, key := int(d/(24*time.Hour)), days
	switch {
	case d < time.Hour:
		n, key = int(d/time.Minute), minutes
	case d < 24*time.Hour:
		n, key = int(d/time.Hour), hours
	}
	one, many, _ := strings.Cut(key, between)
	return l.Plural(n, one, many)
}

// Lasting returns a length of time in seconds or, if it is longer than two minutes, in minutes.
func (l *Language) Lasting(d time.Duration) Words {
	if d <= 2*time.Minute {
		return l.Plural(int((d+time.Second-1)/time.Second), "%s second", "%s seconds")
	}
	return l.Plural(int((d+time.Minute-1)/time.Minute), "%s minute", "%s minutes")
}

// Date returns the day of a time: without the year if it is this one.
func (l *Language) Date(at, now time.Time) string {
	at, now = at.UTC(), now.UTC()
	if at.Year() == now.Year() {
		return l.Format(at, "2 January")
	}
	return l.Format(at, "2 January 2006")
}

// Day returns the day of a time as a heading, and what is said beside it: Today, Yesterday,
// or a day of the last six, with the date; before that the date, with the day of the week.
func (l *Language) Day(at, now time.Time) (day, beside string) {
	at, now = at.UTC(), now.UTC()
	days := int(now.Truncate(24*time.Hour).Sub(at.Truncate(24*time.Hour)) / (24 * time.Hour))
	weekday := l.Words(Words(at.Weekday().String()))
	switch {
	case days == 0:
		return l.Words("Today"), l.Date(at, now)
	case days == 1:
		return l.Words("Yesterday"), l.Date(at, now)
	case days > 6 || days < 0:
		return l.Date(at, now), weekday
	}
	return weekday, l.Date(at, now)
}

// Count returns a number with a mark between thousands, if it has five digits or more.
func (l *Language) Count(n any) string {
	digits := fmt.Sprint(n)
	sign := ""
	if rest, ok := strings.CutPrefix(digits, "-"); ok {
		sign, digits = "−", rest
	}
	if len(digits) < 5 {
		return sign + digits
	}
	mark := mark(l.Words("10\u202f000"))
	var out strings.Builder
	for i, c := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			out.WriteString(mark)
		}
		out.WriteRune(c)
	}
	return sign + out.String()
}

// Percent returns a share in percent with one decimal.
func (l *Language) Percent(share float64) string {
	pattern := l.Words("1.5%")
	return strings.Replace(fmt.Sprintf("%.1f", 100*share), ".", mark(strings.TrimRight(pattern, "%\u00a0\u202f")), 1) + pattern[strings.LastIndexAny(pattern, "5")+1:]
}

// Size returns a number of bytes in words.
func (l *Language) Size(bytes int64) string {
	switch {
	case bytes < 1<<10:
		return string(l.Plural(int(bytes), "%s byte", "%s bytes"))
	case bytes < 1<<20:
		return string(l.Text("%s KB", fmt.Sprint(bytes>>10)))
	}
	return string(l.Text("%s MB", strings.Replace(fmt.Sprintf("%.1f", float64(bytes)/(1<<20)), ".", mark(l.Words("1.5")), 1)))
}

// mark returns what is between the digits of a number.
func mark(number string) string { return strings.Trim(number, "0123456789") }
