package llm

// Chunks is chunks.
func Chunks(text string, most int) []string { return chunks(text, most) }

// ReadSummary is readSummary for an answer that must have no safety summary.
func ReadSummary(answer string) error {
	_, err := readSummary(answer, false, []string{"secret"})
	return err
}
