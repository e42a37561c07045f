package httpapi_test

import (
	"context"
	"net/http"
	"runtime"
	"sync"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// A service whose database serves as many reads as it can at a time is alive and ready: it must be neither
// started again nor left out by a load balancer.
func TestProbesOfBusyDatabase(t *testing.T) {
	t.Parallel()
	a := newOpsAPI(t, nil)
	var views, held sync.WaitGroup
	release := make(chan struct{})
	defer views.Wait()
	defer close(release)
	for range 2 * runtime.GOMAXPROCS(0) {
		held.Add(1)
		begun := sync.OnceFunc(held.Done) // a View may run twice
		views.Go(func() {
			if err := a.store.View(context.WithoutCancel(t.Context()), func(*storage.Tx) error {
				begun()
				<-release
				return nil
			}); err != nil {
				t.Error(err)
			}
		})
	}
	held.Wait()
	for _, path := range []string{"/api/health", "/api/ready"} {
		if r := a.do("GET", path); r.Code != http.StatusOK {
			t.Errorf("GET %s: %d %s", path, r.Code, r.Body)
		}
	}
}
