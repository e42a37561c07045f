// Package vocabulary holds the words of Google Play's data safety section and what they have in
// common with those of the App Store's privacy labels. It is the only place that knows both.
package vocabulary
