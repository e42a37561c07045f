package hidden

type Thing struct{ Inner }

type Inner struct{}
