package sqlite

// Digests returns the digests of the schemas that the migrations name, and those that the
// migrations make.
func Digests() (known, made []string, err error) {
	all, err := steps()
	if err != nil {
		return nil, nil, err
	}
	for i, folder := range all {
		digest, err := digestOf(folder)
		if err != nil {
			return nil, nil, err
		}
		known = append(known, digest)
		s, err := migrated(i + 1)
		if err != nil {
			return nil, nil, err
		}
		made = append(made, s.digest())
	}
	return known, made, nil
}
