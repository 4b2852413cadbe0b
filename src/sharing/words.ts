/** The few words of the page itself; everything else on it comes from the document's labels. */
export interface PageWords {
  readonly download: string
  readonly open: string
  readonly from: string
  readonly gone: string
}

const en: PageWords = {
  download: 'Download PDF',
  open: 'Open full page',
  from: 'from {name}',
  gone: 'This link does not open an invoice. It may have been withdrawn: please ask whoever sent it to you.',
}

const WORDS: Readonly<Record<string, PageWords>> = {
  en,
  de: { ...en, download: 'PDF herunterladen', open: 'Ganze Seite öffnen', from: 'von {name}' },
  fr: { ...en, download: 'Télécharger le PDF', open: 'Ouvrir en pleine page', from: 'de {name}' },
  es: { ...en, download: 'Descargar PDF', open: 'Abrir a página completa', from: 'de {name}' },
  it: { ...en, download: 'Scarica il PDF', open: 'Apri a pagina intera', from: 'da {name}' },
  nl: { ...en, download: 'PDF downloaden', open: 'Volledige pagina openen', from: 'van {name}' },
  pt: { ...en, download: 'Transferir PDF', open: 'Abrir em página inteira', from: 'de {name}' },
  pl: { ...en, download: 'Pobierz PDF', open: 'Otwórz całą stronę', from: 'od {name}' },
  sv: { ...en, download: 'Ladda ner PDF', open: 'Öppna hela sidan', from: 'från {name}' },
  ar: { ...en, download: 'تنزيل PDF', open: 'فتح الصفحة كاملة', from: 'من {name}' },
  he: { ...en, download: 'הורדת PDF', open: 'פתיחה בעמוד מלא', from: 'מאת {name}' },
  zh: { ...en, download: '下载 PDF', open: '打开完整页面', from: '来自 {name}' },
  ja: { ...en, download: 'PDF をダウンロード', open: 'ページ全体を開く', from: '{name} より' },
}

export const pageWords = (languageTag: string): PageWords =>
  WORDS[languageTag.split('-', 1)[0]?.toLowerCase() ?? 'en'] ?? en
