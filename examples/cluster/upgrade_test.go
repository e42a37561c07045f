package main

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestRollingUpgrade replaces three replicas, one after the other, under load. Each request
// that a load balancer sends once more to another replica succeeds.
func TestRollingUpgrade(t *testing.T) {
	database := newURL(t)
	f := newFleet(t, 20)
	c := newCluster(t, database, f.env()...)
	replicas := []*replica{c.start(), c.start(), c.start()}
	f.track(replicas[0])
	var urls []string
	for _, r := range replicas {
		urls = append(urls, r.url)
	}
	stop := make(chan struct{})
	var load sync.WaitGroup
	var requests, again, lost atomic.Int64
	for worker := range 4 {
		load.Go(func() {
			for n := worker; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				requests.Add(1)
				err := change(urls[n%3], n)
				if err != nil {
					again.Add(1)
					err = change(urls[(n+1)%3], n)
				}
				if err != nil {
					lost.Add(1)
					t.Errorf("a request failed twice: %v", err)
				}
			}
		})
	}
	for i, r := range replicas {
		time.Sleep(300 * time.Millisecond)
		r.Stop()
		replicas[i] = c.startAt(strings.TrimPrefix(r.url, "http://"))
	}
	time.Sleep(300 * time.Millisecond)
	close(stop)
	load.Wait()
	if again.Load() == 0 || lost.Load() > 0 {
		t.Errorf("%d of %d requests failed, %d of them twice", again.Load(), requests.Load(), lost.Load())
	}
	t.Logf("%d requests, %d of which were sent to another replica", requests.Load(), again.Load())
}

// change writes a setting, as a load balancer does that opens a connection for each request.
func change(url string, n int) error {
	schedule := []string{"daily", "weekly", "manual"}[n%3]
	req, err := http.NewRequest(http.MethodPost, url+"/api/settings", strings.NewReader(fmt.Sprintf(`{"syncSchedule":%q}`, schedule)))
	if err != nil {
		return err
	}
	req.Close = true
	req.Header.Set("Origin", url)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Forwarded-For", fmt.Sprintf("10.9.%d.%d", n>>8&255, n&255))
	client := http.Client{Timeout: 20 * time.Second}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", res.StatusCode)
	}
	return nil
}
