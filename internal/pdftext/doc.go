// Package pdftext extracts the title and the text of PDF files from unknown
// sources.
//
// It does everything between the bytes of a file and its text: finding objects,
// object streams, decoding of streams, the page tree, fonts, and the layout of
// text into lines and paragraphs. Everything runs on one budget of work and
// memory, so that no file, whatever it claims, takes more than about two
// seconds of CPU time and 64 MiB of memory in all. The budget is why
// compress/flate of the standard library is not used: it may allocate for every block of a
// stream, and a block may be a few bytes. For the same reason at most a few MiB of
// deflated streams are read.
//
// Lines are joined into paragraphs by where they are: by gaps, indents, sizes of letters, markers of
// lists, and whether the first word of a line would have had room above. Hyphens that only divide
// words at the ends of lines go. Headers and footers stand once, before and after the text, and
// page numbers nowhere.
//
// The letters of a font without an encoding are those that the tables of the embedded font name. If
// they name none, its codes are only read where they are a text as they are.
//
// It does not open encrypted files, recognize text in images, or write PDF. It does not limit how many
// files are read at once.
package pdftext
