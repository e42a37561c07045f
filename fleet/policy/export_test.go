package policy

// What tests look at.
var (
	RadarAppOf = radarApp
	KeepNewest = keepNewest
)
