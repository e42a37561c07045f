package ui

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"github.com/privacylabels/auditor/internal/language"
)

// Flash is a message that the next screen shows once: what a form did, or why not.
type Flash struct {
	Text language.Words
	Bad  bool // it failed
	Undo Undo // what undoes it; nil: nothing does
}

// flashText is a flash as a cookie carries it.
type flashText struct {
	Text language.Words `json:"t"`
	Bad  bool           `json:"b,omitzero"`
	Undo *undoText      `json:"u,omitzero"`
}

const (
	flashName = "svc_flash"
	maxFlash  = 2 << 10 // bytes of a flash as text, of which a cookie has 4 KiB
)

// flashCookie returns the cookie that carries a flash; without a value, one that deletes it.
func flashCookie(base, value string) *http.Cookie {
	c := &http.Cookie{
		Name: flashName, Value: value, Path: base + "/", MaxAge: 60, HttpOnly: true, SameSite: http.SameSiteStrictMode,
	}
	if value == "" {
		c.MaxAge = -1
	}
	return c
}

// readFlash returns the flash that this page has left for the client, or nil. Other services
// of the host may have set cookies of its name, which are not authentic.
func readFlash(r Request) *Flash {
	for _, value := range r.Cookies(flashName) {
		text, ok := r.Unseal(value)
		if !ok {
			continue
		}
		var sent flashText
		if json.Unmarshal(text, &sent) != nil || sent.Text == "" {
			continue
		}
		flash := &Flash{Text: sent.Text, Bad: sent.Bad}
		if sent.Undo != nil {
			flash.Undo, _ = sent.Undo.decode() // that of another version is not offered
		}
		return flash
	}
	return nil
}

// SeeOther answers a form: the browser gets the screen at a path below the prefix, which
// shows the flash. The zero flash is none.
func SeeOther(r Request, path string, flash Flash) Reply {
	reply := Reply{Status: http.StatusSeeOther, Location: r.Base() + Local(path, "/")}
	if flash.Text == "" {
		return reply
	}
	flash.Text = language.Words(clip(Say(r).Words(flash.Text), 600))
	if !flash.Fits() {
		flash.Undo = nil
	}
	reply.Cookies = append(reply.Cookies, flashCookie(r.Base(), r.Seal(flash.encode())))
	return reply
}

// Fits reports whether a flash is shown with its undo. One whose undo is too long for a
// cookie is shown without: what it undoes has to be asked for instead.
func (f Flash) Fits() bool { return len(f.encode()) <= maxFlash }

// encode returns the flash as JSON.
func (f Flash) encode() []byte {
	sent := flashText{Text: f.Text, Bad: f.Bad}
	if f.Undo != nil {
		sent.Undo = encodeUndo(f.Undo)
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // each escape has six bytes, and the cookie is base64 anyway
	_ = encoder.Encode(sent)     // strings and numbers are always encoded
	return bytes.TrimSpace(text.Bytes())
}

// Back answers a form with the screen that it was on, or with another one if that is not
// known. A form names its screen in the field "back".
func Back(r Request, form url.Values, otherwise string, flash Flash) Reply {
	return SeeOther(r, Local(form.Get("back"), From(r, otherwise)), flash)
}

// From returns the path and the query, without the prefix, of the screen that a request
// came from, and another path if that is not known.
func From(r Request, otherwise string) string {
	from, err := url.Parse(r.HTTP().Referer())
	if err != nil || from.Host == "" || !strings.EqualFold(from.Host, r.HTTP().Host) {
		return otherwise
	}
	path, ok := strings.CutPrefix(from.EscapedPath(), r.Base())
	if !ok || !local(path) {
		return otherwise
	}
	if from.RawQuery != "" {
		path += "?" + from.RawQuery
	}
	return path
}

// local reports whether a path leads to this page and nowhere else.
func local(path string) bool {
	return len(path) <= 2048 && strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "//") &&
		!strings.ContainsFunc(path, func(c rune) bool { return c < 0x20 || c == 0x7f || c == '\\' })
}

// Local returns a path that a client has sent if it leads to this page, else another one.
func Local(path, otherwise string) string {
	if local(path) {
		return path
	}
	return otherwise
}
