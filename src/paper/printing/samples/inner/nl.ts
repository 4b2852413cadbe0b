import { address, item, type SampleTexts } from './sample-texts.ts'

export const nl: SampleTexts = {
  currency: 'EUR',
  taxPercent: 21n,
  seller: {
    name: 'Ganzenveer & Getij B.V.',
    contactName: 'Odette van der Lantaarn',
    email: 'administratie@ganzenveer.example',
    phone: '+31 10 555 0142',
    website: 'ganzenveer.example',
    taxId: 'NL123456782B90',
    address: address('NL', 'Lantaarnmakerssteeg 14', 'Rotterdam', '3011 AA'),
    bankName: 'Havenkas',
    iban: 'NL91ABNA0417164300',
  },
  buyer: {
    name: 'Expedities Ochtendmist',
    contactName: 'Casper Lindhout',
    email: 'casper@ochtendmist.example',
    phone: '+31 20 555 0177',
    taxId: 'NL987654328B01',
    address: address('NL', 'Kompaskade 3', 'Amsterdam', '1011 AA'),
  },
  items: [
    item('Huisstijl', 'Logo, kleuren, letters en een korte gids', '1', 'LS', '2400'),
    item('Ontwerp van de website', 'Start, expedities, boeken, logboek', '36.5', 'HUR', '85'),
    item('Gedrukte routekaarten', 'Gevouwen, 120 g ongestreken papier', '250', 'H87', '1.48'),
    item('Hosting en onderhoud', 'Updates, back-ups, jaarlijkse controle', '12', 'MON', '39'),
  ],
  discountReason: 'Introductiekorting',
  terms: 'Betaling binnen 14 dagen, zonder aftrek.',
  notes:
    'Dank dat wij deze koers met u mochten uitzetten.\nDe kaarten vertrekken met het eerste tij van december.',
}
