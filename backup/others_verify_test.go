package backup_test

import (
	"bytes"
	"encoding/hex"
	"os/exec"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/storage/memory"
)

// With the key, a backup can be verified without this module, in a few lines of
// another language.
func TestOthersVerifyTheSignature(t *testing.T) {
	t.Parallel()
	for program, script := range map[string]string{"node": "testdata/verify.mjs", "python3": "testdata/verify.py"} {
		t.Run(program, func(t *testing.T) {
			t.Parallel()
			path, err := exec.LookPath(program)
			if err != nil {
				t.Skipf("there is no %s to verify with: %v", program, err)
			}
			for seed := range uint64(4) {
				s := memory.New()
				fleet(t, s, 60+seed)
				bundle := export(t, newService(t, s))
				for said, bundle := range map[string][]byte{
					"good": bundle, "bad": bytes.Replace(bundle, []byte(`"exportedAt":179`), []byte(`"exportedAt":178`), 1),
				} {
					verify := exec.CommandContext(t.Context(), path, script, hex.EncodeToString(key))
					verify.Stdin = bytes.NewReader(bundle)
					out, err := verify.CombinedOutput()
					if err != nil || strings.TrimSpace(string(out)) != said {
						t.Errorf("seed %d: said %s, error %v, want %s", seed, out, err, said)
					}
				}
			}
		})
	}
}
