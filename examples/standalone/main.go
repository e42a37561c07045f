package main

import "github.com/privacylabels/auditor/internal/program"

func main() { program.Main() }
