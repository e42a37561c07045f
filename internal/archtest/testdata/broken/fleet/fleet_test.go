package fleet

import (
	"time"

	_ "github.com/uptrace/bunrouter"
)

var started = time.Now()
