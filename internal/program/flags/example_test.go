package flags_test

import (
	"fmt"

	"github.com/privacylabels/auditor/internal/program/cmdline"
	"github.com/privacylabels/auditor/internal/program/flags"
)

func ExampleTypes() {
	environment := map[string]string{"SERVICE_ADDR": "3000", "SERVICE_METRICS": "off"}
	lookup := func(name string) (string, bool) {
		value, ok := environment[name]
		return value, ok
	}
	var s flags.Settings
	p := cmdline.New("example", "An example.", &s, flags.Types())
	command, err := p.Parse([]string{"-country", "DE", "--log-level=loud"}, lookup)
	fmt.Println(s.Country, s.Page, s.Metrics, s.SchedulerTick)
	fmt.Println(s.Complete(p, command, err))
	// Output:
	// de true false 30m0s
	// SERVICE_ADDR: "3000" is not host:port
	// -log-level: "loud" is not one of debug, info, warn, error
}
