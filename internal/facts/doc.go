// Package facts merges what several sources say about an app: its page, a lookup, a bundle.
//
// It owns the facts of an app's listing, which of them a source knows, and the one rule by
// which they replace those that are stored. It does not own how a source is read
// (fleet/appstore) or what is a change (changelog).
package facts
