// Package device is the phones and tablets that people have their apps on.
//
// It owns the devices and which apps are on them; what happens to an app that the
// last device loses; the comparison of a device with what is tracked, and taking
// over what is new; which devices a reader wants to see; and whether an app may be
// removed from a device by a tool of the desktop.
//
// It does not track apps: whoever has a list of what is installed tracks what is
// new (see fleet) and then says that it is on the device. Nor does it talk to a
// device, or to such a tool: those tell it what they did.
package device
