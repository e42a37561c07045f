// Package storeaddress reads the addresses and IDs of apps in the App Store, in the forms in
// which browsers, other programs and spreadsheets write them.
package storeaddress
