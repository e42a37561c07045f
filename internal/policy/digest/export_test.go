package digest

// Words is what a digest is made of.
var Words = words
