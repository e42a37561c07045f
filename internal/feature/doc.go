// Package feature has the feature flags, and the focus on which most of their values
// depend.
//
// The last of these that sets a flag decides its value:
//
//  1. its hard default;
//  2. the focus: the audience, then the goals monitor, cleanup and minimal, then
//     accessibility;
//  3. the desktop application, if the service runs in it;
//  4. its parent flag: unless that is on, the flag is off;
//  5. the override of the user.
//
// While [System] is overridden to be off, every flag has its hard default. The effects of
// a flag are in the packages that read it.
//
// All functions work in a transaction or are pure.
package feature
