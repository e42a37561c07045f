package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// desktopPrefix is the prefix of the stored settings of the desktop application.
const desktopPrefix = "desktop."

// desktopTable returns the settings of the desktop application, by their names in the
// interface.
func desktopTable() map[string]setting {
	return map[string]setting{
		"hideDock":            {kind: flag(false), note: "Whether the desktop program hides its icon in the dock"},
		"launchHidden":        {kind: flag(false), note: "Whether the desktop program starts without a window"},
		"autostart":           {kind: flag(false), note: "Whether the desktop program starts with the computer"},
		"nativeNotifications": {kind: flag(true), note: "Whether the desktop program shows notifications of the system"},
		"globalShortcut":      {kind: shortcut(), note: "The keys that show the desktop program; empty: none"},
		"requireUnlock":       {kind: flag(false), note: "Whether the desktop program asks for the user's password"},
		"autoLockIdleMinutes": {kind: whole(number(int64(15), 0, 24*60)), note: "Minutes without input after which the desktop program locks; 0: never"},
		"themeOverride":       {kind: choice("system", "light", "dark"), note: "The theme of the desktop program, if not that of the system"},
		"devtoolsOpen":        {kind: flag(false), note: "Whether the desktop program opens its developer tools"},
		"trayVisible":         {kind: flag(true), note: "Whether the desktop program has an icon in the tray"},
		"zoomLevel":           {kind: factor(1, 0.5, 3), note: "The zoom of the desktop program; 1: none"},
	}
}

// ShowDesktop returns the settings of the desktop application.
func ShowDesktop(tx *storage.Tx) (map[string]any, error) {
	shown := make(map[string]any)
	for name, k := range desktopTable() {
		kept, err := Text(tx, desktopPrefix+name)
		if err != nil {
			return nil, err
		}
		shown[name] = k.show(kept)
	}
	return shown, nil
}

// ChangeDesktop sets settings of the desktop application. It ignores invalid values, and returns
// their names. If a name is unknown, it sets nothing and the error is a [*Fault].
func ChangeDesktop(tx *storage.Tx, now storage.Time, sent map[string]json.RawMessage) (ignored []string, err error) {
	if err := Unknown(sent, slices.Sorted(maps.Keys(desktopTable()))); err != nil {
		return nil, err
	}
	for name, k := range desktopTable() {
		raw, ok := sent[name]
		if !ok || string(raw) == "null" {
			continue
		}
		text, err := k.read(raw, now)
		if err != nil {
			ignored = append(ignored, name)
			continue
		}
		if err := put(tx, desktopPrefix+name, text); err != nil {
			return nil, err
		}
	}
	slices.Sort(ignored)
	return ignored, nil
}

// shortcut is the kind of a keyboard shortcut.
func shortcut() kind {
	const standard = "CmdOrCtrl+Shift+P"
	k := text(64)
	k.Least = 1
	read := k.read
	k.read = func(sent json.RawMessage, now storage.Time) (string, error) {
		line, err := read(sent, now)
		if err == nil && line == "" {
			return "", errors.New("must not be empty")
		}
		return line, err
	}
	k.show = func(kept string) any {
		if kept == "" {
			return standard
		}
		return kept
	}
	return k
}

// whole restricts a kind of numbers to whole numbers.
func whole(k kind) kind {
	read := k.read
	k.read = func(sent json.RawMessage, now storage.Time) (string, error) {
		if bytes.ContainsAny(sent, ".eE\"") {
			if f, err := strconv.ParseFloat(string(sent), 64); err != nil || f != float64(int64(f)) {
				return "", errors.New("must be a whole number")
			}
		}
		return read(sent, now)
	}
	return k
}

// factor is the kind of a number within bounds that need not be whole.
func factor(standard, least, most float64) kind {
	within := func(n float64) bool { return n >= least && n <= most }
	return kind{
		Values: Values{Form: FactorForm},
		read: func(sent json.RawMessage, _ storage.Time) (string, error) {
			n, err := strconv.ParseFloat(strings.TrimSpace(string(sent)), 64)
			if err != nil || !within(n) {
				return "", errors.New("must be a number within its bounds")
			}
			return strconv.FormatFloat(n, 'g', -1, 64), nil
		},
		show: func(kept string) any {
			if n, err := strconv.ParseFloat(kept, 64); err == nil && within(n) {
				return n
			}
			return standard
		},
	}
}
