package main

import (
	"flag"
	"os"
	"time"

	_ "github.com/privacylabels/auditor"
	_ "github.com/privacylabels/auditor/storage/sqlite"
)

func main() {
	flag.Parse()
	os.Exit(time.Now().Second())
}
