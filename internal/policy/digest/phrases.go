package digest

import "strings"

// dateUnits separate the numbers of a date in scripts without spaces.
const dateUnits = "年月日년월일"

// maxPhrase is how many words the longest phrase has.
const maxPhrase = 5

// phrases returns what comes before the date of a text, without invisible characters.
func phrases() []string {
	return []string{
		"last updated", "last modified", "last revised", "last reviewed", "last changed", "last update", "last revision", "last amended",
		"updated on", "revised on", "modified on", "amended on", "effective date", "effective as of", "effective from", "effective on", "date of last revision",
		"revision date", "version date", "date updated", "date modified", "policy updated", "policy effective", "became effective on",
		"last edited", "last edited on", "last edited at", "edited on", "date of last update", "date last updated", "updated at", "published on", "generated on", "printed on", "retrieved on", "copyright",
		"zuletzt aktualisiert", "zuletzt geändert", "letzte aktualisierung", "letzte änderung", "aktualisiert am", "zuletzt bearbeitet", "veröffentlicht am", "stand", "gültig ab", "gültig seit",
		"dernière mise à jour", "mise à jour le", "mis à jour le", "publié le", "publiée le", "modifié le", "dernière modification", "date d'entrée en vigueur", "date d’entrée en vigueur", "en vigueur le",
		"última actualización", "actualizado el", "publicado el", "última modificación", "última edición", "fecha de entrada en vigor", "fecha de vigencia",
		"ultimo aggiornamento", "aggiornato il", "pubblicato il", "ultima modifica", "data di entrata in vigore",
		"última atualização", "atualizado em", "última modificação", "data de vigência",
		"laatst bijgewerkt", "laatst gewijzigd", "laatste update", "ingangsdatum",
		"senast uppdaterad", "sist oppdatert", "sidst opdateret", "ostatnia aktualizacja", "poslední aktualizace", "son güncelleme", "yürürlük tarihi",
		"senast ändrad", "viimeksi päivitetty", "päivitetty viimeksi", "stan na dzień", "obowiązuje od", "naposledy aktualizováno", "utolsó frissítés",
		"ultima actualizare", "güncelleme tarihi", "τελευταία ενημέρωση", "cập nhật lần cuối", "terakhir diperbarui",
		"дата обновления", "последнее обновление", "дата вступления в силу", "останнє оновлення",
		"آخر تحديث", "עודכן לאחרונה", "עדכון אחרון", "آخرین بهروزرسانی",
		"最終更新日", "最終更新", "改定日", "最終改定日", "施行日", "更新日期", "最后更新日期", "最后更新", "最後更新", "最後更新日期", "最近更新", "生效日期", "发布日期", "發布日期", "修订日期", "制定日",
		"시행일", "시행일자", "개정일", "최종 업데이트", "마지막 업데이트",
	}
}

// loosePhrases returns the words that only a whole date may follow.
func loosePhrases() []string {
	return strings.Fields("effective updated revised posted published modified amended version aktualisiert veröffentlicht actualizado publicado aggiornato atualizado bijgewerkt")
}

// counters returns the words for how often a page was viewed.
func counters() []string {
	return strings.Fields("views view pageviews visits visitors hits reads aufrufe besucher zugriffe vues visites visitas visualizaciones visualizzazioni visualizações weergaven просмотров просмотра " +
		"浏览次数 浏览量 阅读量 点击量 瀏覽次數 閲覧数 閲覧回数 조회수")
}

// aroundCount are words that belong to a count of readers.
var aroundCount = set(strings.Fields("total page unique all-time"))

// spans are the units of spans of time.
var spans = set(strings.Fields("minute minutes hour hours day days week weeks month months year years"))

// recent are the words of days that count from today.
var recent = set(strings.Fields("ago today yesterday monday tuesday wednesday thursday friday saturday sunday"))

// afterDate are the words that may follow a whole date.
var afterDate = set(strings.Fields("monday tuesday wednesday thursday friday saturday sunday utc gmt est edt pst pdt am pm г года"))

// dateWords returns the words of dates, besides numbers.
func dateWords() []string {
	return append(months(), strings.Fields(`
		monday tuesday wednesday thursday friday saturday sunday
		ago today yesterday minute minutes hour hours day days week weeks month months year years
		on of the at de del le el il em am den der um à utc gmt est edt pst pdt pm date г года`)...)
}

func months() []string {
	return strings.Fields(`
		january february march april may june july august september october november december
		jan feb mar apr jun jul aug sep sept oct nov dec
		januar februar märz mai juni juli oktober dezember
		janvier février mars avril juin juillet août septembre octobre novembre décembre
		enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
		gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
		janeiro fevereiro março maio junho julho setembro outubro dezembro
		januari februari maart mei augustus
		января февраля марта апреля мая июня июля августа сентября октября ноября декабря
		stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
		ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
		يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر
		ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר`)
}
