//go:build unix

package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// TestBalancer asks through HAProxy with the settings of this folder while a replica is
// suspended in the middle of requests. All that only read are answered by another one.
func TestBalancer(t *testing.T) {
	database := newURL(t)
	if _, err := exec.LookPath("haproxy"); err != nil {
		t.Skip("HAProxy is not installed")
	}
	c := newCluster(t, database)
	settings, err := os.ReadFile("haproxy.cfg")
	if err != nil {
		t.Fatal(err)
	}
	address := fmt.Sprintf("127.0.0.1:%d", freePort(t))
	text := strings.Replace(string(settings), "bind :3000", "bind "+address, 1)
	var replicas []*replica
	for n := 1; n <= 3; n++ {
		r := c.start()
		replicas = append(replicas, r)
		text = strings.Replace(text, fmt.Sprintf(" auditor-%d:3000", n), " "+strings.TrimPrefix(r.url, "http://"), 1)
	}
	file := filepath.Join(t.TempDir(), "haproxy.cfg")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("haproxy", "-f", file, "-db")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	ask := func() (int, error) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		req, err := http.NewRequestWithContext(ctx, "GET", "http://"+address+"/api/stats/timeline", nil)
		if err != nil {
			return 0, err
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return 0, err
		}
		defer res.Body.Close()
		_, err = io.Copy(io.Discard, res.Body)
		return res.StatusCode, err
	}
	for begun := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		if status, err := ask(); err == nil && status == http.StatusOK {
			break
		} else if time.Since(begun) > 20*time.Second {
			t.Fatalf("HAProxy does not answer: %d, %v", status, err)
		}
	}
	replicas[1].Signal(syscall.SIGSTOP)
	defer replicas[1].Signal(syscall.SIGCONT)
	began := time.Now()
	var asking sync.WaitGroup
	for range 9 {
		asking.Go(func() {
			if status, err := ask(); err != nil || status != http.StatusOK {
				t.Errorf("beside a replica that is suspended: %d, %v", status, err)
			}
		})
	}
	asking.Wait()
	t.Logf("all were answered within %v", time.Since(began).Round(100*time.Millisecond))
}
