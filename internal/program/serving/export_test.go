package serving

// LimitMemory is limitMemory.
var LimitMemory = limitMemory
