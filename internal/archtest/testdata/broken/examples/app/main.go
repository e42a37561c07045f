package main

import (
	_ "github.com/privacylabels/auditor"
	_ "github.com/privacylabels/auditor/storage/sqlite"
)

func main() {}
