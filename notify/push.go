package notify

import (
	"encoding/json"
	"net/url"
	"strings"
	"time"
)

// The formats of the channels that need more than a URL. They send plain text, so nothing
// needs to be escaped, except in Telegram, which recognizes mentions in plain text.

// sameRune is the escape function of channels that show text verbatim.
func sameRune(r rune) string { return string(r) }

// escapeMention prevents mentions by inserting a zero-width character.
func escapeMention(r rune) string {
	if r == '@' {
		return "@\u2060"
	}
	return string(r)
}

// ntfyBody returns the body for a POST to the root of the server. It always has a text,
// because ntfy would show "triggered" for a message without one.
func ntfyBody(m message, title string, lines []string) any {
	body := map[string]any{"topic": m.to, "message": title}
	if len(lines) > 0 {
		body["title"], body["message"] = title, strings.Join(lines, "\n")
	}
	if m.link != "" {
		body["click"] = m.link
	}
	switch priorityOf(m) { // 3 is the default
	case high:
		body["priority"] = 4
	case low:
		body["priority"] = 2
	}
	return body
}

// gotifyPriorities are the priorities of Gotify. From 4 on, phones make a sound; from 8 on, it is a
// longer one.
var gotifyPriorities = map[priority]int{low: 3, normal: 5, high: 8}

func gotifyBody(m message, title string, lines []string) any {
	body := map[string]any{"message": title, "priority": gotifyPriorities[priorityOf(m)]}
	if len(lines) > 0 {
		body["title"], body["message"] = title, strings.Join(lines, "\n")
	}
	if m.link != "" {
		body["extras"] = map[string]any{"client::notification": map[string]any{"click": map[string]any{"url": m.link}}}
	}
	return body
}

func matrixBody(_ message, title string, lines []string) any {
	return map[string]any{
		"msgtype": "m.text", "body": joined("\n", title, lines),
		"m.mentions": map[string]any{}, // without this, a text could mention @room
	}
}

func telegramBody(m message, title string, lines []string) any {
	return map[string]any{
		"chat_id": m.to, "text": joined("\n", title, lines),
		"link_preview_options": map[string]any{"is_disabled": true},
	}
}

// topicOf returns the topic of an ntfy address.
func topicOf(e endpoint) string {
	u, err := url.Parse(e.URL)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(u.Path, "/")
}

// retryAfter returns how long the body of a refusal asks to wait, or zero. Telegram sends
// seconds and Matrix milliseconds.
func retryAfter(body []byte) time.Duration {
	var refusal struct {
		Parameters struct {
			Seconds float64 `json:"retry_after"`
		} `json:"parameters"`
		Milliseconds float64 `json:"retry_after_ms"`
	}
	if json.Unmarshal(body, &refusal) != nil {
		return 0
	}
	wait := max(refusal.Parameters.Seconds, refusal.Milliseconds/1000, 0)
	return time.Duration(min(wait, maxRetryAfter.Seconds()) * float64(time.Second))
}
