// Package feature is the feature flags and the focus that most of their values
// follow from.
//
// It owns which flags there are, what each is by default and under each focus,
// which flags hang on others, and the values that the user set instead. It does
// not own what a flag leads to: that is with the package that asks for it.
//
// A flag's value is what the last of these says that says something:
//
//  1. its hard default;
//  2. the focus: the audience, then the goals monitor, cleanup and minimal, then
//     accessibility;
//  3. the desktop application, when that is what runs;
//  4. the flag that it hangs on: unless that one is on, it is off;
//  5. the user's override.
//
// While [System] is overridden to be off, every flag has its hard default.
//
// Everything here is a function of a transaction, or pure.
package feature
