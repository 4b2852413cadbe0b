import { address, item, type SampleTexts } from './sample-texts.ts'

export const sv: SampleTexts = {
  currency: 'SEK',
  taxPercent: 25n,
  seller: {
    name: 'Fjäderpenna & Tidvatten AB',
    contactName: 'Ottilia Fyrberg',
    email: 'ekonomi@fjaderpenna.example',
    phone: '+46 31 555 01 42',
    website: 'fjaderpenna.example',
    taxId: 'SE556012579001',
    address: address('SE', 'Lyktmakargränd 14', 'Göteborg', '411 01'),
    bankName: 'Hamnsparbanken',
    iban: 'SE4550000000058398257466',
  },
  buyer: {
    name: 'Morgondimma Expeditioner',
    contactName: 'Kasper Lindhage',
    email: 'kasper@morgondimma.example',
    phone: '+46 8 555 01 77',
    taxId: 'SE556036079301',
    address: address('SE', 'Kompasskajen 3', 'Stockholm', '111 20'),
  },
  items: [
    item('Visuell identitet', 'Logotyp, färger, typsnitt och kort guide', '1', 'LS', '26000'),
    item('Webbdesign', 'Start, expeditioner, bokning, dagbok', '36.5', 'HUR', '950'),
    item('Tryckta ruttkartor', 'Falsade, 120 g obestruket papper', '250', 'H87', '16.50'),
    item('Drift och skötsel', 'Uppdateringar, kopior, årlig genomgång', '12', 'MON', '430'),
  ],
  discountReason: 'Startrabatt',
  terms: 'Betalning inom 14 dagar, utan avdrag.',
  notes:
    'Tack för att vi fick staka ut kursen med er.\nKartorna går med decembers första tidvatten.',
}
