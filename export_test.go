package auditor

import "github.com/privacylabels/auditor/internal/services"

// Services returns the services behind the API.
func (a *Auditor) Services() services.Set { return a.services.Set }
