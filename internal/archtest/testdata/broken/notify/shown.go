package notify

import "github.com/privacylabels/auditor/internal/hidden"

type Field struct{ Thing *hidden.Thing }

type Embedded struct{ hidden.Thing }

type Promoted struct{ promoted }

type promoted struct{ Thing hidden.Thing }

type Method struct{}

func (*Method) Do(func(...hidden.Thing)) {}

type Interface interface {
	Do() map[string]hidden.Thing
}

type Joined interface{ inner }

type inner interface{ Do(chan<- hidden.Thing) }

type Generic[T hidden.Thing | int] struct{}

type Argument struct{ List List[hidden.Thing] }

type List[T any] struct{ First T }

type Alias = hidden.Thing

type Derived hidden.Thing

var Variable = [2]hidden.Thing{}

func Result() *result { return nil }

type result struct{}

func (result) Thing() hidden.Thing { return hidden.Thing{} }
