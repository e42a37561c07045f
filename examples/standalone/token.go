package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
)

// maxTokenFile is the longest file a token is read from, in bytes.
const maxTokenFile = 4 << 10

// readToken reads the token from its file, unless the token itself was given. A
// flag wins over a variable; it is an error to give both flags or both variables.
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
	secret, err := readSecretFile(c.AdminTokenFile)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	c.AdminToken = secret
	return nil
}

// readSecretFile returns the text of a file without line breaks at its end.
func readSecretFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxTokenFile+1))
	if err != nil {
		return "", err
	}
	secret := string(bytes.TrimRight(text, "\r\n"))
	switch {
	case len(text) > maxTokenFile:
		return "", fmt.Errorf("%s is longer than %d bytes", path, maxTokenFile)
	case strings.TrimSpace(secret) == "":
		return "", fmt.Errorf("%s is blank", path)
	}
	return secret, nil
}
