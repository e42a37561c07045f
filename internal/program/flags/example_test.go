package flags_test

import (
	"fmt"

	"github.com/alecthomas/kong"

	"github.com/privacylabels/auditor/internal/program/flags"
)

func ExampleNewReader() {
	environment := map[string]string{"SERVICE_ADDR": "3000", "SERVICE_METRICS": "off"}
	r := flags.NewReader(func(name string) (string, bool) {
		value, ok := environment[name]
		return value, ok
	})
	var s flags.Settings
	parser, err := kong.New(&s, r.Options()...)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = r.Parse(parser, []string{"-country", "DE", "--log-level=loud"})
	fmt.Println(s.Country, s.Page, s.Metrics, s.SchedulerTick)
	fmt.Println(r.Complete(&s, parser, err))
	// Output:
	// de true false 30m0s
	// SERVICE_ADDR: "3000" is not host:port
	// -log-level: "loud" is not one of debug, info, warn, error
}
