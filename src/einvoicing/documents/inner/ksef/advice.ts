import type { Words } from '../national-findings.ts'

const EN = {
  sellerNip:
    'Enter your NIP, ten digits, as VAT number in the settings. If it is there, correct it.',
  sellerName: 'Enter your company name in the settings.',
  sellerAddress: 'Enter street, city and country of your address in the settings.',
  buyerTaxId: 'Correct the customer’s NIP: its form or check digit is wrong.',
  buyerName: 'Enter the customer’s name.',
  buyerAddress: 'Enter street, city and country of the customer’s address.',
  zloty: 'Enter the tax in zloty (tax in the currency of your books): FA(3) states both.',
  corrected: 'KSeF has no corrected invoices of this kind. Issue a credit note and a new invoice.',
  preceding: 'Enter number and date of the invoice that this credit note corrects.',
  precedingDate: 'Enter the date of the invoice that this credit note corrects.',
  rate: 'FA(3) has no place for this tax. Use a Polish rate (23, 8, 5), or another category.',
  ground: 'Enter the article that exempts this from tax, e.g. art. 43 ust. 1 pkt 19.',
  decimals: 'FA(3) has amounts with two decimals only. Use a currency with at most two.',
  rounding: 'The tax differs from its rate. Round tax per rate, not per item.',
} as const

export type KsefAdvice = keyof typeof EN

/** What to enter where, by language. */
export const KSEF_WORDS: Words<KsefAdvice> = {
  en: EN,
  de: {
    sellerNip:
      'Tragen Sie in den Einstellungen Ihre NIP (zehn Ziffern) als USt-IdNr. ein. Steht sie schon da, korrigieren Sie sie.',
    sellerName: 'Tragen Sie in den Einstellungen den Namen Ihres Unternehmens ein.',
    sellerAddress: 'Tragen Sie in den Einstellungen Straße, Ort und Land Ihrer Adresse ein.',
    buyerTaxId: 'Korrigieren Sie die NIP des Kunden: Form oder Prüfziffer ist falsch.',
    buyerName: 'Tragen Sie den Namen des Kunden ein.',
    buyerAddress: 'Tragen Sie Straße, Ort und Land in der Adresse des Kunden ein.',
    zloty:
      'Tragen Sie die Steuer in Zloty ein (Steuer in Buchhaltungswährung): FA(3) nennt beide Beträge.',
    corrected:
      'KSeF kennt keine korrigierten Rechnungen dieser Art. Stellen Sie eine Rechnungskorrektur und eine neue Rechnung aus.',
    preceding:
      'Tragen Sie Nummer und Datum der Rechnung ein, die diese Rechnungskorrektur korrigiert.',
    precedingDate:
      'Tragen Sie das Datum der Rechnung ein, die diese Rechnungskorrektur korrigiert.',
    rate: 'FA(3) hat für diese Steuer keinen Platz. Verwenden Sie einen polnischen Satz (23, 8, 5) oder eine andere Kategorie.',
    ground: 'Tragen Sie die Vorschrift der Steuerbefreiung ein, z. B. art. 43 ust. 1 pkt 19.',
    decimals:
      'FA(3) kennt nur Beträge mit zwei Nachkommastellen. Verwenden Sie eine Währung mit höchstens zwei.',
    rounding: 'Die Steuer weicht von ihrem Satz ab. Runden Sie je Steuersatz, nicht je Position.',
  },
  fr: {
    sellerNip:
      'Saisissez votre NIP (dix chiffres) comme numéro de TVA dans les paramètres. S’il y est déjà, corrigez-le.',
    sellerName: 'Saisissez le nom de votre entreprise dans les paramètres.',
    sellerAddress: 'Saisissez la rue, la ville et le pays de votre adresse dans les paramètres.',
    buyerTaxId: 'Corrigez le NIP du client : sa forme ou sa clé de contrôle est erronée.',
    buyerName: 'Saisissez le nom du client.',
    buyerAddress: 'Saisissez la rue, la ville et le pays de l’adresse du client.',
    zloty:
      'Saisissez la TVA en zlotys (TVA dans la devise de la comptabilité) : FA(3) indique les deux.',
    corrected:
      'KSeF n’a pas de factures rectificatives de ce type. Émettez un avoir et une nouvelle facture.',
    preceding: 'Saisissez le numéro et la date de la facture que cet avoir corrige.',
    precedingDate: 'Saisissez la date de la facture que cet avoir corrige.',
    rate: 'FA(3) n’a pas de place pour cette TVA. Utilisez un taux polonais (23, 8, 5) ou une autre catégorie.',
    ground: 'Saisissez l’article qui exonère de la TVA, par exemple art. 43 ust. 1 pkt 19.',
    decimals:
      'FA(3) n’a que des montants à deux décimales. Utilisez une devise qui en a deux au plus.',
    rounding: 'La TVA s’écarte de son taux. Arrondissez par taux et non par ligne.',
  },
  pl: {
    sellerNip:
      'Wpisz swój NIP (dziesięć cyfr) jako numer podatkowy w ustawieniach. Jeśli już tam jest, popraw go.',
    sellerName: 'Wpisz nazwę swojej firmy w ustawieniach.',
    sellerAddress: 'Wpisz ulicę, miejscowość i kraj swojego adresu w ustawieniach.',
    buyerTaxId: 'Popraw numer podatkowy nabywcy: jego postać lub cyfra kontrolna jest błędna.',
    buyerName: 'Wpisz nazwę nabywcy.',
    buyerAddress: 'Wpisz ulicę, miejscowość i kraj w adresie nabywcy.',
    zloty: 'Wpisz kwotę podatku w złotych (podatek w walucie ksiąg): FA(3) podaje obie kwoty.',
    corrected:
      'KSeF nie zna faktur poprawionych tego rodzaju. Wystaw fakturę korygującą i nową fakturę.',
    preceding: 'Wpisz numer i datę faktury, którą ta korekta koryguje.',
    precedingDate: 'Wpisz datę faktury, którą ta korekta koryguje.',
    rate: 'FA(3) nie ma miejsca na ten podatek. Użyj stawki polskiej (23, 8, 5) albo innej kategorii.',
    ground:
      'Wpisz przepis, na podstawie którego stosowane jest zwolnienie, np. art. 43 ust. 1 pkt 19.',
    decimals:
      'FA(3) zawiera tylko kwoty z dwoma miejscami po przecinku. Użyj waluty, która ma ich najwyżej dwa.',
    rounding: 'Podatek różni się od swojej stawki. Zaokrąglaj podatek według stawek, nie pozycji.',
  },
}
