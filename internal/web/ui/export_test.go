package ui

// Compact is compact.
var Compact = compact
