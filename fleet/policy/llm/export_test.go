package llm

// Chunks is chunks.
func Chunks(text string, most int) []string { return chunks(text, most) }
