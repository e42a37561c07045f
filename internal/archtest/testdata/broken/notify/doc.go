// Package notify shows an internal type in every way there is.
package notify
