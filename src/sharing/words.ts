/** The few words of the page itself; everything else on it comes from the document's labels. */
export interface PageWords {
  readonly download: string
  readonly open: string
  readonly from: string
  /** The PDF with the e-invoice attached. */
  readonly hybrid: string
  /** The e-invoice alone. */
  readonly data: string
  readonly gone: string
}

const en: PageWords = {
  download: 'Download PDF',
  open: 'Open full page',
  from: 'from {name}',
  hybrid: 'E-invoice (PDF)',
  data: 'E-invoice (XML)',
  gone: 'This link does not open an invoice. It may have been withdrawn: please ask whoever sent it to you.',
}

const WORDS: Readonly<Record<string, PageWords>> = {
  en,
  de: {
    ...en,
    download: 'PDF herunterladen',
    open: 'Ganze Seite öffnen',
    from: 'von {name}',
    hybrid: 'E-Rechnung (PDF)',
    data: 'E-Rechnung (XML)',
  },
  fr: {
    ...en,
    download: 'Télécharger le PDF',
    open: 'Ouvrir en pleine page',
    from: 'de {name}',
    hybrid: 'Facture électronique (PDF)',
    data: 'Facture électronique (XML)',
  },
  es: {
    ...en,
    download: 'Descargar PDF',
    open: 'Abrir a página completa',
    from: 'de {name}',
    hybrid: 'Factura electrónica (PDF)',
    data: 'Factura electrónica (XML)',
  },
  it: {
    ...en,
    download: 'Scarica il PDF',
    open: 'Apri a pagina intera',
    from: 'da {name}',
    hybrid: 'Fattura elettronica (PDF)',
    data: 'Fattura elettronica (XML)',
  },
  nl: {
    ...en,
    download: 'PDF downloaden',
    open: 'Volledige pagina openen',
    from: 'van {name}',
    hybrid: 'E-factuur (PDF)',
    data: 'E-factuur (XML)',
  },
  pt: {
    ...en,
    download: 'Transferir PDF',
    open: 'Abrir em página inteira',
    from: 'de {name}',
    hybrid: 'Fatura eletrónica (PDF)',
    data: 'Fatura eletrónica (XML)',
  },
  pl: {
    ...en,
    download: 'Pobierz PDF',
    open: 'Otwórz całą stronę',
    from: 'od {name}',
    hybrid: 'E-faktura (PDF)',
    data: 'E-faktura (XML)',
  },
  sv: {
    ...en,
    download: 'Ladda ner PDF',
    open: 'Öppna hela sidan',
    from: 'från {name}',
    hybrid: 'E-faktura (PDF)',
    data: 'E-faktura (XML)',
  },
  ar: {
    ...en,
    download: 'تنزيل PDF',
    open: 'فتح الصفحة كاملة',
    from: 'من {name}',
    hybrid: 'فاتورة إلكترونية (PDF)',
    data: 'فاتورة إلكترونية (XML)',
  },
  he: {
    ...en,
    download: 'הורדת PDF',
    open: 'פתיחה בעמוד מלא',
    from: 'מאת {name}',
    hybrid: 'חשבונית אלקטרונית (PDF)',
    data: 'חשבונית אלקטרונית (XML)',
  },
  zh: {
    ...en,
    download: '下载 PDF',
    open: '打开完整页面',
    from: '来自 {name}',
    hybrid: '电子发票 (PDF)',
    data: '电子发票 (XML)',
  },
  ja: {
    ...en,
    download: 'PDF をダウンロード',
    open: 'ページ全体を開く',
    from: '{name} より',
    hybrid: '電子インボイス (PDF)',
    data: '電子インボイス (XML)',
  },
}

export const pageWords = (languageTag: string): PageWords =>
  WORDS[languageTag.split('-', 1)[0]?.toLowerCase() ?? 'en'] ?? en
