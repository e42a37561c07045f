package sqlite

// Digests returns the digests of the schemas that are known, and those that the
// migrations make.
func Digests() (known, made []string, err error) {
	all, err := steps()
	if err != nil {
		return nil, nil, err
	}
	for i := range all {
		s, err := migrated(i + 1)
		if err != nil {
			return nil, nil, err
		}
		made = append(made, s.digest())
	}
	return digests, made, nil
}
