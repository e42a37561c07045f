package notify

import (
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// message is what is told, whatever the format.
type message struct {
	title   string
	lines   []string
	omitted int // notifications that are counted only
	items   []storage.DeliveryItem
}

// messageOf returns what a delivery tells.
func messageOf(d storage.Delivery) message {
	m := message{title: d.Title, omitted: d.Omitted, items: d.Items}
	if d.Kind == storage.DeliveryImmediate {
		for _, item := range d.Items {
			if !strings.HasSuffix(d.Title, item.Summary) { // it is said already
				m.lines = append(m.lines, item.Summary)
			}
		}
		return m
	}
	for _, item := range d.Items {
		m.lines = append(m.lines, named(string(item.AppName), item.Summary))
	}
	return m
}

// testMessage tells of nothing.
func testMessage() message {
	return message{title: "Test message", lines: []string{
		"This webhook can be reached.", "Changes to the privacy labels of tracked apps will be told here.",
	}}
}
