package pdftext

import (
	"bytes"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// glyphNames maps the glyph names of fonts to characters. Latin
// letters with accents are composed from their parts.
const glyphNames = `
space \u0020 exclam ! quotedbl " numbersign # dollar $ percent % ampersand & quotesingle ' parenleft ( parenright ) asterisk *
plus + comma , hyphen - period . slash / zero 0 one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 colon :
semicolon ; less < equal = greater > question ? at @ bracketleft [ backslash \ bracketright ] asciicircum ^ underscore _
grave ` + "`" + ` braceleft { bar | braceright } asciitilde ~ nbspace \u00a0 nonbreakingspace \u00a0 exclamdown ¡ cent ¢ sterling £
currency ¤ yen ¥ brokenbar ¦ section § dieresis ¨ copyright © ordfeminine ª guillemotleft « logicalnot ¬ sfthyphen \u00ad
softhyphen \u00ad registered ® macron ¯ overscore ¯ degree ° plusminus ± twosuperior ² threesuperior ³ acute ´ mu µ mu1 µ
paragraph ¶ periodcentered · middot · cedilla ¸ onesuperior ¹ ordmasculine º guillemotright » onequarter ¼ onehalf ½
threequarters ¾ questiondown ¿ AE Æ ae æ Eth Ð eth ð multiply × divide ÷ Oslash Ø oslash ø Thorn Þ thorn þ germandbls ß
Dcroat Đ dcroat đ Dslash Đ dmacron đ Hbar Ħ hbar ħ dotlessi ı dotlessj ȷ IJ Ĳ ij ĳ kgreenlandic ĸ Ldot Ŀ ldot ŀ Ldotaccent Ŀ
ldotaccent ŀ Lslash Ł lslash ł napostrophe ŉ quoterightn ŉ Eng Ŋ eng ŋ OE Œ oe œ Tbar Ŧ tbar ŧ longs ſ florin ƒ
AEacute Ǽ aeacute ǽ Oslashacute Ǿ oslashacute ǿ Ohorn Ơ ohorn ơ Uhorn Ư uhorn ư schwa ə Schwa Ə Germandbls ẞ Scommaaccent Ș scommaaccent ș verticalbar |
circumflex ˆ caron ˇ breve ˘ dotaccent ˙ ring ˚ ogonek ˛ tilde ˜ ilde ˜ hungarumlaut ˝ afii57929 ʼ
gravecomb \u0300 acutecomb \u0301 tildecomb \u0303 hookabovecomb \u0309 dotbelowcomb \u0323
endash – emdash — horizontalbar ― afii00208 ― underscoredbl ‗ quoteleft ‘ quoteright ’ quotesinglbase ‚ quotereversed ‛
quotedblleft “ quotedblright ” quotedblbase „ dagger † daggerdbl ‡ bullet • onedotenleader ․ twodotenleader ‥
twodotleader ‥ ellipsis … perthousand ‰ minute ′ second ″ guilsinglleft ‹ guilsinglright › exclamdbl ‼ overline ‾ fraction ⁄
figuredash ‒ enspace \u2002 hyphentwo ‐ afii61664 \u200c afii301 \u200d afii299 \u200e afii300 \u200f
zerosuperior ⁰ foursuperior ⁴ fivesuperior ⁵ sixsuperior ⁶ sevensuperior ⁷ eightsuperior ⁸ ninesuperior ⁹ nsuperior ⁿ
parenleftsuperior ⁽ parenrightsuperior ⁾ zeroinferior ₀ oneinferior ₁ twoinferior ₂ threeinferior ₃ fourinferior ₄
fiveinferior ₅ sixinferior ₆ seveninferior ₇ eightinferior ₈ nineinferior ₉ parenleftinferior ₍ parenrightinferior ₎
colonmonetary ₡ franc ₣ lira ₤ peseta ₧ won ₩ sheqel ₪ newsheqelsign ₪ dong ₫ Euro € euro € afii57636 ₪ rupee ₨
afii61248 ℅ afii61289 ℓ afii61352 № numero № published ℗ prescription ℞ trademark ™ servicemark ℠ Ohm Ω estimated ℮ aleph ℵ
onethird ⅓ twothirds ⅔ oneeighth ⅛ threeeighths ⅜ fiveeighths ⅝ seveneighths ⅞ oneseventh ⅐
arrowleft ← arrowup ↑ arrowright → arrowdown ↓ arrowboth ↔ arrowupdn ↕ carriagereturn ↵ arrowdblleft ⇐ arrowdblup ⇑
arrowdblright ⇒ arrowdbldown ⇓ arrowdblboth ⇔ universal ∀ partialdiff ∂ existential ∃ emptyset ∅ Delta ∆ increment ∆
gradient ∇ nabla ∇ element ∈ notelement ∉ suchthat ∋ product ∏ summation ∑ minus − minusplus ∓ divisionslash ∕ asteriskmath ∗
bulletoperator ∙ radical √ proportional ∝ infinity ∞ orthogonal ∟ angle ∠ logicaland ∧ logicalor ∨ intersection ∩ union ∪
integral ∫ therefore ∴ similar ∼ congruent ≅ approxequal ≈ notequal ≠ equivalence ≡ lessequal ≤ greaterequal ≥
propersubset ⊂ propersuperset ⊃ notsubset ⊄ reflexsubset ⊆ reflexsuperset ⊇ circleplus ⊕ circlemultiply ⊗ perpendicular ⊥
dotmath ⋅ house ⌂ angleleft 〈 angleright 〉 filledbox ■ blacksquare ■ H22073 □ H18543 ▪ H18551 ▫ whitesquare □
filledrect ▬ triagup ▲ triagrt ► triagdn ▼ triaglf ◄ lozenge ◊ circle ○ H18533 ● blackcircle ● invbullet ◘ invcircle ◙
openbullet ◦ whitebullet ◦ star ★ blackstar ★ whitestar ☆ smileface ☺ invsmileface ☻ sun ☼ female ♀ male ♂ spade ♠ club ♣
heart ♥ diamond ♦ musicalnote ♪ musicalnotedbl ♫ checkmark ✓ ff ﬀ fi ﬁ fl ﬂ ffi ﬃ ffl ﬄ longst ﬅ st ﬆ
visiblespace ␣ visibleblank ␣ ballotbox ☐ replacement � commaaccent ¸ apple \uf8ff
Alpha Α Beta Β Gamma Γ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο Pi Π Rho Ρ Sigma Σ
Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ
lambda λ nu ν xi ξ omicron ο pi π rho ρ sigma1 ς sigmafinal ς sigma σ tau τ upsilon υ phi φ chi χ psi ψ omega ω theta1 ϑ
Upsilon1 ϒ phi1 ϕ omega1 ϖ Alphatonos Ά Epsilontonos Έ Etatonos Ή Iotatonos Ί Omicrontonos Ό Upsilontonos Ύ Omegatonos Ώ
iotadieresistonos ΐ Iotadieresis Ϊ Upsilondieresis Ϋ alphatonos ά epsilontonos έ etatonos ή iotatonos ί
upsilondieresistonos ΰ iotadieresis ϊ upsilondieresis ϋ omicrontonos ό upsilontonos ύ omegatonos ώ tonos ΄
dieresistonos ΅ anoteleia · afii10023 Ё afii10050 Ґ afii10061 Ќ afii10062 Ў afii10145 Џ afii10071 ё afii10098 ґ
afii10109 ќ afii10110 ў afii10193 џ`

// glyphAccents are the suffixes of the names of accented Latin letters, with the
// combining character of each.
var glyphAccents = map[string]string{
	"acute": "\u0301", "grave": "\u0300", "circumflex": "\u0302", "tilde": "\u0303", "dieresis": "\u0308", "ring": "\u030a",
	"caron": "\u030c", "macron": "\u0304", "breve": "\u0306", "ogonek": "\u0328", "dotaccent": "\u0307", "dot": "\u0307",
	"hungarumlaut": "\u030b", "cedilla": "\u0327", "commaaccent": "\u0327", "dotbelow": "\u0323", "hookabove": "\u0309",
	"circumflexacute": "\u0302\u0301", "circumflexgrave": "\u0302\u0300", "circumflextilde": "\u0302\u0303",
	"circumflexhookabove": "\u0302\u0309", "circumflexdotbelow": "\u0323\u0302", "breveacute": "\u0306\u0301",
	"brevegrave": "\u0306\u0300", "brevetilde": "\u0306\u0303", "brevehookabove": "\u0306\u0309", "brevedotbelow": "\u0323\u0306",
	"hornacute": "\u031b\u0301", "horngrave": "\u031b\u0300", "horntilde": "\u031b\u0303", "hornhookabove": "\u031b\u0309",
	"horndotbelow": "\u031b\u0323", "dblacute": "\u030b", "dblgrave": "\u030f", "invertedbreve": "\u0311",
	"dieresismacron": "\u0308\u0304", "dieresisacute": "\u0308\u0301", "dieresiscaron": "\u0308\u030c",
	"dieresisgrave": "\u0308\u0300", "ringacute": "\u030a\u0301",
}

// cyrillicNames are the glyph names of Cyrillic letters from а to я, without their suffix.
const cyrillicNames = `a be ve ge de ie zhe ze ii iishort ka el em en o pe er es te u ef kha tse che sha shcha hardsign yeri
softsign ereversed iu ia`

// glyphs returns all characters by their glyph names. The map is built on first
// use.
var glyphs = sync.OnceValue(func() map[string]rune {
	letters := make(map[string]rune)
	for c := 'A'; c <= 'z'; c++ {
		if c > 'Z' && c < 'a' {
			continue
		}
		letters[string(c)] = c
		for accent, mark := range glyphAccents {
			composed := norm.NFC.String(string(c) + mark)
			if letter, size := utf8.DecodeRuneInString(composed); size == len(composed) {
				letters[string(c)+accent] = letter
			}
		}
	}
	// The names of most Cyrillic letters are numbers.
	for first, row := range map[int]string{
		10017: "АБВГДЕ", 10024: "ЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ", 10051: "ЂЃЄЅІЇЈЉЊЋ",
		10065: "абвгде", 10072: "жзийклмнопрстуфхцчшщъыьэюя", 10099: "ђѓєѕіїјљњћ",
	} {
		for _, letter := range row {
			letters["afii"+strconv.Itoa(first)] = letter
			first++
		}
	}
	for i, name := range strings.Fields(cyrillicNames) {
		letters[name+"cyrillic"] = 'а' + rune(i)
		letters[strings.ToUpper(name[:1])+name[1:]+"cyrillic"] = 'А' + rune(i)
	}
	names := strings.Fields(glyphNames)
	for i := 0; i+1 < len(names); i += 2 {
		letter, _ := utf8.DecodeRuneInString(names[i+1])
		if hex, ok := strings.CutPrefix(names[i+1], `\u`); ok {
			letter, _ = hexRune([]byte(hex))
		}
		letters[names[i]] = letter
	}
	return letters
})

// glyph returns the character with a glyph name, 0 if it is unknown.
func glyph(name []byte) rune {
	if dot := bytes.IndexByte(name, '.'); dot > 0 { // a variant of the same character
		name = name[:dot]
	}
	if letter, ok := glyphs()[string(name)]; ok {
		return letter
	}
	if hex, ok := bytes.CutPrefix(name, []byte("uni")); ok && len(hex) >= 4 {
		letter, _ := hexRune(hex[:4])
		return letter
	}
	if hex, ok := bytes.CutPrefix(name, []byte("u")); ok && len(hex) >= 4 && len(hex) <= 6 {
		letter, _ := hexRune(hex)
		return letter
	}
	return 0
}

// hexRune returns the character with a hexadecimal code point.
func hexRune(hex []byte) (letter rune, ok bool) {
	for _, c := range hex {
		digit, ok := hexDigit(c)
		if !ok {
			return 0, false
		}
		letter = letter<<4 | rune(digit)
	}
	return letter, utf8.ValidRune(letter)
}
