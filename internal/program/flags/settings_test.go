package flags_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/program/cmdline"
	"github.com/privacylabels/auditor/internal/program/flags"
)

// read reads settings from a command line and an empty environment.
func read(t *testing.T, args ...string) (s flags.Settings, err error) {
	t.Helper()
	p := cmdline.New("test", "A test.", &s, flags.Types())
	command, err := p.Parse(args, nil)
	return s, s.Complete(p, command, err)
}

func TestExposed(t *testing.T) {
	t.Parallel()
	plain, err := read(t)
	if err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]bool{
		"--country=de": false, "--demo --trust-proxy": false, "--admin-token=secret": false, "--allowed-hosts=a.example": true,
		"--network-exposed": true, "--admin-token=secret --require-token=all": true, "--trusted-header=X-User --trusted-proxies=10.0.0.1": true,
		"--admin-token=secret --require-token=all --trusted-header=X-User --trusted-proxies=10.0.0.1 --trusted-admins=ada --allowed-hosts=a.example": true,
	} {
		s, err := read(t, strings.Fields(args)...)
		if err != nil || s.Exposed() != want {
			t.Errorf("%s: exposed %t, want %t; %v", args, s.Exposed(), want, err)
		}
		bare := s.Unguarded()
		bare.Page, bare.Country, bare.Demo = plain.Page, plain.Country, plain.Demo
		if diff := cmp.Diff(plain, bare); diff != "" {
			t.Errorf("%s: unguarded (-want +got):\n%s", args, diff)
		}
	}
}

func TestAddressesOfProxies(t *testing.T) {
	t.Parallel()
	s, err := read(t, "--trusted-header=X-User", "--trusted-proxies=::ffff:127.0.0.1,10.0.0.7/8")
	if got := fmt.Sprint(s.TrustedProxies); err != nil || got != "[127.0.0.1/32 10.0.0.0/8]" {
		t.Errorf("%s, %v", got, err)
	}
}

// TestEachWrongSettingIsNamedOnce has combinations of settings of which one is not understood.
func TestEachWrongSettingIsNamedOnce(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"--trusted-header=Cookie --trusted-proxies=10.0.0.1 --trusted-admins=ada": `-trusted-header: "Cookie" is not the name of a header that can name a user, such as X-Forwarded-User`,
		"--trusted-header=X-User --trusted-proxies=10.0.0":                        `-trusted-proxies: "10.0.0" is not an address or a network such as 10.0.0.0/24`,
		"--require-token=all --trusted-header=Cookie":                             `-trusted-header: "Cookie" is not the name of a header that can name a user, such as X-Forwarded-User`,
		"--trusted-header=Cookie --admin-token=a\x01": `-trusted-header: "Cookie" is not the name of a header that can name a user, such as X-Forwarded-User
-admin-token: the token has control characters, which a request cannot send`,
		"--appstore-url=http://user:secret@127.0.0.1:x/":                 "-appstore-url: it is not a URL that begins with http:// or https://, and has no user",
		"--itunes-url=ftp://user:secret@h":                               "-itunes-url: it is not a URL that begins with http:// or https://, and has no user",
		"--outbound-allow=*.example":                                     `-outbound-allow: allowed destination "*.example" is neither a network, an address nor a host name`,
		"--trusted-header=Sec-Fetch-Site":                                `-trusted-header: "Sec-Fetch-Site" is not the name of a header that can name a user, such as X-Forwarded-User`,
		"--trusted-header=X-User --trusted-proxies=::ffff:127.0.0.0/104": `-trusted-proxies: "::ffff:127.0.0.0/104" is not an address or a network such as 10.0.0.0/24`,
		"--admin-token-file=\u00a0":                                      "-admin-token-file: it is blank",
		"--admin-token=" + strings.Repeat("x", 4097):                     "-admin-token: the token is longer than 4096 bytes",
		"--require-token=all":                                            "-require-token: set AUDITOR_ADMIN_TOKEN too, or nothing could be read",
	} {
		if _, err := read(t, strings.Split(args, " ")...); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
	}
}
