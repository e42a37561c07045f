// Package device manages the phones and tablets on which users have their apps.
//
// It owns the devices and the apps on them, the fate of an app that is on no device any
// more, the comparison of a device with the tracked apps and the commit of the
// differences, the scope of devices that a user wants to see, and whether a desktop tool
// may remove an app from a device.
//
// It does not track apps: a caller with a list of installed apps tracks the new ones
// (see fleet) and then puts them on the device. Nor does it talk to a device or to a
// desktop tool: tools report what they did.
package device
