import type { Words } from '../national-findings.ts'

const EN = {
  sellerTaxId: 'Enter your VAT number (partita IVA) in the settings.',
  taxIdWrong: 'This VAT number is wrong: its check digit does not fit. Correct it.',
  taxCodeWrong: 'The tax code (codice fiscale) has 16 characters, or 11 digits. Correct it.',
  taxRegime: 'Choose your tax regime in the settings, e.g. RF01 (ordinary) or RF19 (flat rate).',
  sellerName: 'Enter your company name in the settings.',
  sellerStreet: 'Enter the street of your address in the settings.',
  sellerCity: 'Enter the city of your address in the settings.',
  sellerCountry: 'Enter the country of your address in the settings.',
  sellerPostalCode: 'Enter the postal code of your address in the settings: five digits in Italy.',
  buyerTaxId:
    'Enter the customer’s VAT number, or the tax code (codice fiscale) as identifier with scheme 0210.',
  buyerName: 'Enter the customer’s name.',
  buyerStreet: 'Enter the street of the customer’s address.',
  buyerCity: 'Enter the city of the customer’s address.',
  buyerCountry: 'Enter the country of the customer’s address.',
  buyerPostalCode: 'Enter the postal code of the customer’s address: five digits in Italy.',
  recipient:
    'Correct the customer’s electronic address: 7 characters with scheme 0205, 6 for an authority with scheme 0201, or a certified mailbox (PEC) with scheme EM.',
  number:
    'The invoice number can have 20 letters, digits and signs, without accents. Change the pattern in the settings.',
  numberDigit: 'The invoice number needs a digit. Change the pattern in the settings.',
  decimals: 'FatturaPA has amounts with two decimals only. Use a currency with at most two.',
  rounding: 'The tax differs from its rate. Round tax per rate, not per item.',
  splitAbroad:
    'Split payment (category B) is only for customers in Italy. Choose another tax category.',
  tooLarge: 'The amounts are larger than FatturaPA allows. Split the invoice.',
  withholdingType: 'Choose the type of the withholding tax (TipoRitenuta), e.g. RT01 or RT02.',
  paymentReason: 'Enter a reason for payment of the withholding tax that exists, e.g. A or W.',
  natura: 'Enter the Natura as reason code of the tax, e.g. N2.2 or N6.3: no tax is charged here.',
  rate: 'Enter a tax rate up to 100 with two decimals at most.',
  itemText: 'Enter a description of the item.',
  characters: 'FatturaPA has only Latin letters. Write this text in Latin letters.',
} as const

export type FatturaAdvice = keyof typeof EN

/** What to enter where, by language. */
export const FATTURA_WORDS: Words<FatturaAdvice> = {
  en: EN,
  de: {
    sellerTaxId: 'Tragen Sie in den Einstellungen Ihre USt-IdNr. (Partita IVA) ein.',
    taxIdWrong: 'Diese USt-IdNr. ist falsch: Die Prüfziffer passt nicht. Korrigieren Sie sie.',
    taxCodeWrong: 'Der Codice fiscale hat 16 Zeichen oder 11 Ziffern. Korrigieren Sie ihn.',
    taxRegime:
      'Wählen Sie in den Einstellungen Ihr Steuerregime, z. B. RF01 (Regelbesteuerung) oder RF19 (Pauschalregime).',
    sellerName: 'Tragen Sie in den Einstellungen den Namen Ihres Unternehmens ein.',
    sellerStreet: 'Tragen Sie in den Einstellungen die Straße Ihrer Adresse ein.',
    sellerCity: 'Tragen Sie in den Einstellungen den Ort Ihrer Adresse ein.',
    sellerCountry: 'Tragen Sie in den Einstellungen das Land Ihrer Adresse ein.',
    sellerPostalCode:
      'Tragen Sie in den Einstellungen die Postleitzahl Ihrer Adresse ein: in Italien fünf Ziffern.',
    buyerTaxId:
      'Tragen Sie beim Kunden die USt-IdNr. ein oder den Codice fiscale als Kennung mit Schema 0210.',
    buyerName: 'Tragen Sie den Namen des Kunden ein.',
    buyerStreet: 'Tragen Sie die Straße in der Adresse des Kunden ein.',
    buyerCity: 'Tragen Sie den Ort in der Adresse des Kunden ein.',
    buyerCountry: 'Tragen Sie das Land in der Adresse des Kunden ein.',
    buyerPostalCode:
      'Tragen Sie die Postleitzahl in der Adresse des Kunden ein: in Italien fünf Ziffern.',
    recipient:
      'Korrigieren Sie die elektronische Adresse des Kunden: 7 Zeichen mit Schema 0205, bei Behörden 6 mit Schema 0201, oder ein PEC-Postfach mit Schema EM.',
    number:
      'Die Rechnungsnummer darf 20 Buchstaben ohne Akzente, Ziffern und Zeichen haben. Ändern Sie das Nummernmuster in den Einstellungen.',
    numberDigit:
      'Die Rechnungsnummer braucht eine Ziffer. Ändern Sie das Nummernmuster in den Einstellungen.',
    decimals:
      'FatturaPA kennt nur Beträge mit zwei Nachkommastellen. Verwenden Sie eine Währung mit höchstens zwei.',
    rounding: 'Die Steuer weicht von ihrem Satz ab. Runden Sie je Steuersatz, nicht je Position.',
    splitAbroad:
      'Split Payment (Kategorie B) gibt es nur für Kunden in Italien. Wählen Sie eine andere Steuerkategorie.',
    tooLarge: 'Die Beträge sind größer, als FatturaPA erlaubt. Teilen Sie die Rechnung auf.',
    withholdingType: 'Wählen Sie die Art der Quellensteuer (TipoRitenuta), z. B. RT01 oder RT02.',
    paymentReason: 'Tragen Sie einen gültigen Zahlungsgrund der Quellensteuer ein, z. B. A oder W.',
    natura:
      'Tragen Sie die Natura als Code des Grundes der Steuerbefreiung ein, z. B. N2.2 oder N6.3: Hier fällt keine Steuer an.',
    rate: 'Tragen Sie einen Steuersatz bis 100 mit höchstens zwei Nachkommastellen ein.',
    itemText: 'Tragen Sie eine Bezeichnung der Position ein.',
    characters:
      'FatturaPA kennt nur lateinische Buchstaben. Schreiben Sie diesen Text in lateinischen Buchstaben.',
  },
  fr: {
    sellerTaxId: 'Saisissez votre numéro de TVA (partita IVA) dans les paramètres.',
    taxIdWrong: 'Ce numéro de TVA est erroné : la clé de contrôle ne correspond pas. Corrigez-le.',
    taxCodeWrong: 'Le code fiscal (codice fiscale) a 16 caractères ou 11 chiffres. Corrigez-le.',
    taxRegime:
      'Choisissez votre régime fiscal dans les paramètres, par exemple RF01 (ordinaire) ou RF19 (forfaitaire).',
    sellerName: 'Saisissez le nom de votre entreprise dans les paramètres.',
    sellerStreet: 'Saisissez la rue de votre adresse dans les paramètres.',
    sellerCity: 'Saisissez la ville de votre adresse dans les paramètres.',
    sellerCountry: 'Saisissez le pays de votre adresse dans les paramètres.',
    sellerPostalCode:
      'Saisissez le code postal de votre adresse dans les paramètres : cinq chiffres en Italie.',
    buyerTaxId:
      'Saisissez le numéro de TVA du client, ou son code fiscal (codice fiscale) comme identifiant avec le schéma 0210.',
    buyerName: 'Saisissez le nom du client.',
    buyerStreet: 'Saisissez la rue de l’adresse du client.',
    buyerCity: 'Saisissez la ville de l’adresse du client.',
    buyerCountry: 'Saisissez le pays de l’adresse du client.',
    buyerPostalCode: 'Saisissez le code postal de l’adresse du client : cinq chiffres en Italie.',
    recipient:
      'Corrigez l’adresse électronique du client : 7 caractères avec le schéma 0205, 6 pour une administration avec le schéma 0201, ou une boîte PEC avec le schéma EM.',
    number:
      'Le numéro de facture peut avoir 20 lettres sans accent, chiffres et signes. Modifiez le format des numéros dans les paramètres.',
    numberDigit:
      'Le numéro de facture doit contenir un chiffre. Modifiez le format des numéros dans les paramètres.',
    decimals:
      'FatturaPA n’a que des montants à deux décimales. Utilisez une devise qui en a deux au plus.',
    rounding: 'La TVA s’écarte de son taux. Arrondissez par taux et non par ligne.',
    splitAbroad:
      'Le paiement scindé (catégorie B) n’existe que pour les clients en Italie. Choisissez une autre catégorie de TVA.',
    tooLarge: 'Les montants dépassent ce que FatturaPA permet. Scindez la facture.',
    withholdingType: 'Choisissez le type de la retenue (TipoRitenuta), p. ex. RT01 ou RT02.',
    paymentReason:
      'Saisissez un motif de paiement de la retenue à la source qui existe, par exemple A ou W.',
    natura:
      'Saisissez la Natura comme code du motif d’exonération, par exemple N2.2 ou N6.3 : aucune TVA n’est facturée ici.',
    rate: 'Saisissez un taux jusqu’à 100 avec deux décimales au plus.',
    itemText: 'Saisissez une désignation de la ligne.',
    characters:
      'FatturaPA ne connaît que les lettres latines. Écrivez ce texte en lettres latines.',
  },
  it: {
    sellerTaxId: 'Inserire la propria partita IVA nelle impostazioni.',
    taxIdWrong: 'La partita IVA non è corretta: la cifra di controllo non corrisponde.',
    taxCodeWrong: 'Il codice fiscale ha 16 caratteri oppure 11 cifre. Correggerlo.',
    taxRegime:
      'Scegliere il regime fiscale nelle impostazioni, ad es. RF01 (ordinario) o RF19 (forfettario).',
    sellerName: 'Inserire la denominazione della propria azienda nelle impostazioni.',
    sellerStreet: 'Inserire la via del proprio indirizzo nelle impostazioni.',
    sellerCity: 'Inserire il comune del proprio indirizzo nelle impostazioni.',
    sellerCountry: 'Inserire il paese del proprio indirizzo nelle impostazioni.',
    sellerPostalCode:
      'Inserire il CAP del proprio indirizzo nelle impostazioni: cinque cifre in Italia.',
    buyerTaxId:
      'Inserire la partita IVA del cliente, oppure il codice fiscale come identificativo con schema 0210.',
    buyerName: 'Inserire la denominazione del cliente.',
    buyerStreet: 'Inserire la via dell’indirizzo del cliente.',
    buyerCity: 'Inserire il comune dell’indirizzo del cliente.',
    buyerCountry: 'Inserire il paese dell’indirizzo del cliente.',
    buyerPostalCode: 'Inserire il CAP dell’indirizzo del cliente: cinque cifre in Italia.',
    recipient:
      'Correggere l’indirizzo elettronico del cliente: codice destinatario di 7 caratteri con schema 0205, codice ufficio di 6 caratteri con schema 0201, oppure PEC con schema EM.',
    number:
      'Il numero della fattura può avere 20 lettere senza accenti, cifre e segni. Modificare la numerazione nelle impostazioni.',
    numberDigit:
      'Il numero della fattura deve contenere una cifra. Modificare la numerazione nelle impostazioni.',
    decimals:
      'FatturaPA ammette solo importi con due decimali. Usare una valuta con due decimali al massimo.',
    rounding: 'L’imposta si discosta dall’aliquota. Arrotondare per aliquota e non per riga.',
    splitAbroad:
      'La scissione dei pagamenti (categoria B) vale solo per clienti in Italia. Scegliere un altro regime IVA.',
    tooLarge: 'Gli importi superano quanto ammesso da FatturaPA. Suddividere la fattura.',
    withholdingType: 'Scegliere il tipo di ritenuta (TipoRitenuta), ad es. RT01 o RT02.',
    paymentReason: 'Inserire una causale di pagamento della ritenuta valida, ad es. A o W.',
    natura:
      'Inserire la natura dell’operazione come codice del motivo, ad es. N2.2 o N6.3: qui non è addebitata IVA.',
    rate: 'Inserire un’aliquota fino a 100 con due decimali al massimo.',
    itemText: 'Inserire la descrizione della riga.',
    characters: 'FatturaPA ammette solo lettere latine. Scrivere questo testo in lettere latine.',
  },
}
