// Package names orders and searches the names of apps by the rules of Unicode. A store imports
// it for its effect, which is to register them, see [storage.RegisterNames].
//
// Names are ordered by the collation of CLDR that belongs to no language: é is between e and f,
// and upper case makes a difference only between names that are otherwise equal. Names that
// are equal to it are ordered bytewise. The collation reads the first 64 characters of a name.
// Its weights are those of golang.org/x/text/collate, in a smaller table. The order is the same
// except for the compound vowel signs of Tibetan, the sign am of Thai and Lao written as two,
// several hamzas on one letter, accents that came with Unicode 6.3 and later, and a few letters that
// are composed with an accent only in some spellings.
//
// A search ignores letter case, accents, the points of Hebrew and Arabic, ligatures, forms such as full width, characters that
// cannot be seen, and the difference between kinds of apostrophes, quotation marks, hyphens and
// spaces; ß is ss.
package names
