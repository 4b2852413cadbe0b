import { address, item, type SampleTexts } from './sample-texts.ts'

export const de: SampleTexts = {
  currency: 'EUR',
  taxPercent: 19n,
  seller: {
    name: 'Federkiel & Flut GmbH',
    contactName: 'Greta Wolkenstein',
    email: 'buchhaltung@federkielflut.example',
    phone: '+49 40 5550142',
    website: 'federkielflut.example',
    taxId: 'DE123456788',
    address: address('DE', 'Laternenmachergasse 14', 'Hamburg', '20095'),
    bankName: 'Hafengenossenschaft',
    iban: 'DE89370400440532013000',
  },
  buyer: {
    name: 'Morgentau Expeditionen AG',
    contactName: 'Kaspar Lindhain',
    email: 'kaspar@morgentau.example',
    phone: '+49 421 5550177',
    taxId: 'DE987654324',
    address: address('DE', 'Kompasskai 3', 'Bremen', '28195'),
  },
  items: [
    item('Erscheinungsbild', 'Logo, Farben, Schrift und ein kurzer Leitfaden', '1', 'LS', '2400'),
    item('Gestaltung der Website', 'Start, Expeditionen, Buchung, Tagebuch', '36.5', 'HUR', '85'),
    item('Gedruckte Routenkarten', 'Gefalzt, 120 g Naturpapier', '250', 'H87', '1.48'),
    item('Hosting und Pflege', 'Aktualisierung, Sicherung, Jahresgespräch', '12', 'MON', '39'),
  ],
  discountReason: 'Nachlass für Erstkunden',
  terms: 'Zahlbar innerhalb von 14 Tagen ohne Abzug.',
  notes:
    'Vielen Dank, dass wir diesen Kurs mit Ihnen setzen durften.\nDie Routenkarten gehen mit der ersten Dezemberflut auf die Reise.',
}
