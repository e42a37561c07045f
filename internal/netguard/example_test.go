package netguard_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/internal/netguard"
)

func ExampleNew() {
	guard, err := netguard.New(netguard.WithAllowed("192.168.7.0/24"))
	if err != nil {
		fmt.Println(err)
		return
	}
	client := guard.Client(5 * time.Second)
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, "http://127.0.0.1/", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	resp, err := client.Do(req)
	if err == nil {
		resp.Body.Close()
	}
	fmt.Println("forbidden:", errors.Is(err, netguard.ErrForbidden))
	// Output: forbidden: true
}
