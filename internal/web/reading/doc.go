// Package reading has the screens on which people read: the changes of all apps, an app,
// the list of apps, and the comparison of two.
package reading
