package cmp

const Name = "cmp"
