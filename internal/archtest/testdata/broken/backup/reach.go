package backup

import (
	. "flag"
	"fmt"
	stdlog "log"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	clock "time"
)

var now = clock.Now

func reach() {
	Parse()
	stdlog.Print(clock.Since(now()))
	slog.Info("a line", "n", rand.IntN(6))
	_, _ = http.Get(fmt.Sprint(os.LookupEnv("URL")))
	os.Exit(1)
}

func fine() {
	dice := rand.New(rand.NewPCG(1, 2))
	slog.New(slog.DiscardHandler).Info("a line", "n", dice.IntN(6))
	clock.AfterFunc(clock.Second, fine).Stop()
	_, _ = (&http.Client{}).Get("")
	_, _ = os.Open("")
	var os struct{ Exit func(int) }
	os.Exit(0)
}
