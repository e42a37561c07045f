package storage

// AILog is what a model was asked once, and what it answered.
type AILog struct {
	ID         string
	CreatedAt  Time  // when it was asked
	App        AppID // zero: about no app
	AppName    string
	Provider   string // whose model it is
	Model      string
	Phase      string // what for
	Prompt     string
	Response   string
	DurationMS int64
	Error      string // why there was no use in it
}

// AILogQuery narrows a list of what models were asked, which is ordered newest
// first and, at one moment, by id, last first.
type AILogQuery struct {
	Limit  int // zero: all
	Offset int // skip so many first
}

// Key returns the id.
func (l AILog) Key() string { return l.ID }

// Validate refuses a row without id or time.
func (l AILog) Validate() error {
	if l.ID == "" || l.CreatedAt <= 0 {
		return invalid("AI log", "no id or time")
	}
	return checkText("AI log", l.ID, l.AppName, l.Provider, l.Model, l.Phase, l.Prompt, l.Response, l.Error)
}
