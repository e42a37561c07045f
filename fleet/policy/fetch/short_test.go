package fetch_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/policy/digest"
)

// tiny are short policies by language: the name, and sentences, of which the first ones have
// 20 words or more together.
var tiny = map[string]struct {
	name      string
	sentences []string
}{
	"en": {"Privacy Policy for Moon Phases", []string{"Moon Phases works offline.", "Nothing that you enter leaves your phone, and there is no account to make.", "We keep no record of you.", "Purchases are handled by Apple, who tell us how many there were but not by whom.", "If you write to us, we keep the message until your question is answered.", "This may change with a new version of the app, and then this page changes first."}},
	"de": {"Datenschutz", []string{"Die App „Mondphasen“ funktioniert ohne Internet.", "Was Sie eingeben, bleibt auf Ihrem Telefon, und ein Konto gibt es nicht.", "Wir erheben keine Daten.", "Käufe wickelt Apple ab und nennt uns nur ihre Zahl.", "Schreiben Sie uns, so bewahren wir die Nachricht auf, bis Ihre Frage beantwortet ist.", "Mit einer neuen Version kann sich das ändern, und dann ändert sich zuerst diese Seite."}},
	"fr": {"Confidentialité de l'application Lunes", []string{"Lunes fonctionne sans réseau.", "Rien de ce que vous saisissez ne quitte votre téléphone, et il n'y a pas de compte à créer.", "Aucune donnée n'est collectée.", "Les achats passent par Apple, qui ne nous dit que leur nombre.", "Si vous nous écrivez, nous gardons le message jusqu'à la réponse."}},
	"es": {"Política de Privacidad", []string{"Lunas funciona sin conexión.", "Nada de lo que usted escribe sale de su teléfono y no hay ninguna cuenta que crear.", "No guardamos información sobre usted.", "Las compras las gestiona Apple, que solo nos dice cuántas hubo.", "Si nos escribe, guardamos el mensaje hasta responderle."}},
	"it": {"Privacy", []string{"Lune funziona senza rete.", "Nulla di ciò che scrivi lascia il telefono e non c'è nessun account da creare.", "Non raccogliamo dati su di te.", "Gli acquisti li gestisce Apple, che ci dice solo quanti sono.", "Se ci scrivi, teniamo il messaggio fino alla risposta."}},
	"pt": {"Política de privacidade do Luas", []string{"O Luas funciona sem rede.", "Nada do que você escreve sai do seu telefone, e não há conta para criar.", "Não coletamos dados sobre você.", "As compras ficam com a Apple, que só nos diz quantas foram.", "Se você nos escreve, guardamos a mensagem até a resposta."}},
	"nl": {"Privacybeleid", []string{"Maanfasen werkt zonder netwerk.", "Niets van wat u invoert verlaat uw telefoon, en er is geen account om te maken.", "Wij verzamelen geen gegevens over u.", "Aankopen lopen via Apple, dat ons alleen het aantal vertelt.", "Schrijft u ons, dan bewaren wij het bericht tot het antwoord."}},
	"pl": {"Polityka prywatności", []string{"Fazy Księżyca działają bez sieci.", "Nic z tego, co wpisujesz, nie opuszcza telefonu, i nie trzeba zakładać żadnego konta w aplikacji.", "Nie zbieramy danych o tobie.", "Zakupy obsługuje Apple i podaje nam tylko ich liczbę.", "Jeśli do nas napiszesz, trzymamy wiadomość do czasu odpowiedzi."}},
	"ja": {"プライバシーポリシー", []string{"「月の満ち欠け」は通信なしで動きます。", "入力した内容が端末の外に出ることはなく、アカウントを作る必要もありません。", "当方は個人情報を収集しません。", "購入の手続きはアップル社が行い、当方には件数だけが伝えられます。", "お問い合わせの内容は、回答が終わるまで保存します。"}},
	"zh": {"隐私政策", []string{"“月相”无需联网即可使用。", "您输入的任何内容都不会离开您的手机，也不需要注册账号。", "我们不收集您的任何个人信息。", "购买由苹果公司处理，我们只知道数量。", "如果您给我们写信，我们会把信件保存到答复为止。"}},
	"ko": {"개인정보 처리방침", []string{"달의 위상 앱은 인터넷 없이도 작동합니다.", "입력하신 내용은 휴대전화 밖으로 나가지 않으며 계정을 만들 필요도 전혀 없습니다.", "저희는 어떤 정보도 수집하지 않습니다.", "구매는 애플이 처리하며 저희는 건수만 알 수 있습니다.", "문의를 주시면 답변이 끝날 때까지 내용을 보관합니다."}},
	"ru": {"Политика конфиденциальности", []string{"«Фазы Луны» работают без сети.", "Ничего из того, что вы вводите, не покидает телефон, и учётную запись создавать не нужно.", "Мы не собираем данные о вас.", "Покупки проводит Apple и сообщает нам только их число.", "Если вы нам пишете, мы храним письмо до ответа."}},
	"tr": {"Gizlilik Politikası", []string{"Ay Evreleri internet olmadan çalışır.", "Girdiğiniz hiçbir şey telefonunuzdan çıkmaz ve açmanız gereken bir hesap da hiçbir zaman yoktur.", "Hakkınızda veri toplamıyoruz.", "Satın almaları Apple yürütür ve bize yalnızca sayısını bildirir.", "Bize yazarsanız iletiyi yanıt verene kadar saklarız."}},
}

// unicodePDF writes a PDF file with lines in any script, of which each is drawn by itself.
func unicodePDF(lines []string) []byte {
	var drawing, ranges strings.Builder
	drawing.WriteString("BT /F2 10 Tf 14 TL 72 700 Td ")
	high := make(map[uint16]bool)
	for _, line := range lines {
		drawing.WriteString("<")
		for _, unit := range utf16.Encode([]rune(line)) {
			fmt.Fprintf(&drawing, "%04x", unit)
			high[unit>>8] = true
		}
		drawing.WriteString("> Tj T* ")
	}
	drawing.WriteString("ET")
	fmt.Fprintf(&ranges, "1 begincodespacerange <0000> <ffff> endcodespacerange %d beginbfrange ", len(high))
	for h := range high {
		fmt.Fprintf(&ranges, "<%04x> <%04x> <%04x> ", h<<8, h<<8|0xff, h<<8)
	}
	ranges.WriteString("endbfrange")
	return pdfFile(
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F2 6 0 R >> >> >>",
		stream("", drawing.String()),
		"<< /Producer (tests) >>",
		"<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode 7 0 R /DescendantFonts [<< /DW 500 >>] >>",
		stream("", ranges.String()),
	)
}

// wrapped returns a text with lines of at most so many letters.
func wrapped(text string, most int) (lines []string) {
	for paragraph := range strings.SplitSeq(text, "\n") {
		line := ""
		for word := range strings.FieldsSeq(paragraph) {
			if line != "" && len(line)+len(word) >= most {
				lines = append(lines, line)
				line = ""
			}
			line = strings.TrimSpace(line + " " + word)
		}
		lines = append(lines, line)
	}
	return lines
}

// shortForms are the forms in which a short policy may be answered.
var shortForms = map[string]struct {
	contentType string
	write       func(name string, sentences []string) string
}{
	"plain": {"text/plain; charset=utf-8", func(name string, sentences []string) string {
		return name + "\n\n" + strings.Join(wrapped(strings.Join(sentences, " "), 72), "\n") + "\n"
	}},
	"plain, underlined": {"text/plain", func(name string, sentences []string) string {
		return "\ufeff" + name + "\r\n" + strings.Repeat("=", 20) + "\r\n\r\nLast updated: 3 March 2026\r\n\r\n" + strings.Join(sentences, "\r\n\r\n")
	}},
	"plain, upper case": {"text/plain", func(name string, sentences []string) string {
		return strings.ToUpper(name) + "\n" + strings.Join(sentences, "\n")
	}},
	"Markdown": {"text/markdown; charset=utf-8", func(name string, sentences []string) string {
		return "# " + name + "\n\n- " + strings.Join(sentences, "\n- ") + "\n"
	}},
	"Markdown, bold": {"text/x-markdown", func(name string, sentences []string) string {
		return "**" + name + "**\n\n_2026-03-03_\n\n" + strings.Join(sentences, "\n\n") + "\n\n[Acme](https://a.example)\n"
	}},
	"Markdown, a page": {"text/markdown", func(name string, sentences []string) string {
		return "---\ntitle: " + name + "\nlayout: page\n---\n\n" + strings.Join(sentences, "\n\n") + "\n"
	}},
	"HTML": {"text/html; charset=utf-8", func(name string, sentences []string) string {
		return "<!doctype html><title>" + name + "</title><body><h1>" + name + "</h1><p>" + strings.Join(sentences, "<p>")
	}},
	"HTML, its title": {"text/html", func(name string, sentences []string) string {
		return "<html><head><meta charset=utf-8><title>Acme | " + name + "</title></head><body><div class=wrap>" + strings.Join(sentences, "<br><br>") + "</div></body></html>"
	}},
	"HTML, Google Sites": {"text/html; charset=utf-8", func(name string, sentences []string) string {
		return "<title>Acme Apps</title><body><div jscontroller=x><header><div role=navigation><ul><li><a href=/>Home</a><li><a href=/apps>Apps</a></ul></div></header><div role=main><section><div class=tyJCtd><h1><span>" + name +
			"</span></h1></div></section><section><div class=tyJCtd><p class='zfr3Q CDt4Ke'><span>" + strings.Join(sentences, "</span></p><p class='zfr3Q CDt4Ke'><span>") + "</span></p></div></section></div><footer><a href=/r>Report abuse</a></footer></div>"
	}},
	"HTML, bold": {"text/html; charset=utf-8", func(name string, sentences []string) string {
		return "<body><p><strong>" + name + "</strong></p><div>" + strings.Join(sentences, " ") + "</div><p><a href=mailto:a@a.example>a@a.example</a></p>"
	}},
	"HTML, an article": {"text/html; charset=utf-8", func(name string, sentences []string) string {
		return "<title>Acme</title><body><div class=nav><a href=/>Acme</a><a href=/press>Press</a></div><article><header><h2>" + name + "</h2><time>3.3.2026</time></header><p>" + strings.Join(sentences, "</p><p>") + "</p></article><div class=footer>© 2026 Acme</div>"
	}},
	"PDF": {"application/pdf", func(name string, sentences []string) string {
		return string(unicodePDF(append([]string{name, ""}, wrapped(strings.Join(sentences, " "), 80)...)))
	}},
	"PDF, paragraphs": {"application/octet-stream", func(name string, sentences []string) string {
		return string(unicodePDF(append([]string{name, "", "3 March 2026", ""}, wrapped(strings.Join(sentences, "\n\n"), 60)...)))
	}},
}

// unspaced drops spaces, and writes a wide comma as PDF files do.
var unspaced = strings.NewReplacer(" ", "", "，", ",")

// Short policies in thirteen languages are recorded in each form, whatever their length, with all
// that they say.
func TestShortForms(t *testing.T) {
	t.Parallel()
	for language, policy := range tiny {
		for form, f := range shortForms {
			for n := 2; n <= len(policy.sentences); n++ {
				body := f.write(policy.name, policy.sentences[:n])
				site, fetcher := serve(t, func(w http.ResponseWriter, _ *http.Request) { send(w, f.contentType, []byte(body)) })
				source, err := judged(fetcher.Fetch(t.Context(), site))
				if source.Words < 20 && n == 2 {
					continue // of Chinese, two sentences have fewer
				}
				if err != nil || source.Words >= fetch.MinWords {
					t.Errorf("%s, %s, %d sentences: %d words, %v:\n%s", language, form, n, source.Words, err, source.Text)
					continue
				}
				for _, sentence := range policy.sentences[:n] {
					if !strings.Contains(unspaced.Replace(digest.Normal(source.Text)), unspaced.Replace(digest.Normal(sentence))) {
						t.Errorf("%s, %s, %d sentences: %q is not in %q", language, form, n, sentence, source.Text)
					}
				}
			}
		}
	}
}
