package health

// DelayOf lets tests sum up distributions of their own.
var DelayOf = delayOf
