package program

import (
	"fmt"
	"strings"

	"github.com/privacylabels/auditor/internal/program/serving"
)

// readToken reads the token from its file, unless the token itself is given. A flag takes
// precedence over a variable. It is an error to give both flags or both variables.
func readToken(c *config, token, file string) error {
	isFlag := func(name string) bool { return strings.HasPrefix(name, "-") }
	switch {
	case c.AdminTokenFile == "":
		return nil
	case c.AdminToken != "" && isFlag(token) == isFlag(file):
		return fmt.Errorf("%s and %s: give one of them", token, file)
	case c.AdminToken != "" && isFlag(token):
		c.AdminTokenFile = ""
		return nil
	}
	secret, err := serving.ReadToken(c.AdminTokenFile)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	c.AdminToken = secret
	return nil
}

// access returns the settings about who may do what.
func (c config) access() serving.Access {
	return serving.Access{
		AdminToken: c.AdminToken, RequireToken: c.RequireToken, TrustedHeader: c.TrustedHeader, TrustedProxies: c.TrustedProxies, TrustedAdmins: c.TrustedAdmins,
		AllowedHosts: c.AllowedHosts, NetworkExposed: c.NetworkExposed, TrustProxy: c.TrustProxy,
	}
}
