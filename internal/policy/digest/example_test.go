package digest_test

import (
	"fmt"

	"github.com/privacylabels/auditor/internal/policy/digest"
)

func ExampleOf() {
	may := digest.Of("# Privacy\n\nLast updated: May 3, 2026\n\n* We   collect nothing.")
	june := digest.Of("Privacy. Last updated: June 1, 2026. We collect nothing.")
	fmt.Println(may == digest.Of("Privacy\nLast updated: 1 June 2026\nWe collect nothing."), may == june)
	// Output: true false
}
