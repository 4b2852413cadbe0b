import { address, item, type SampleTexts } from './sample-texts.ts'

export const en: SampleTexts = {
  currency: 'EUR',
  taxPercent: 23n,
  seller: {
    name: 'Quill & Tide Studio',
    contactName: 'Orla Fennwick',
    email: 'accounts@quillandtide.example',
    phone: '+353 1 555 0142',
    website: 'quillandtide.example',
    taxId: 'IE1234567T',
    address: address('IE', '14 Lanternmaker’s Row', 'Dublin', 'D02 X000'),
    bankName: 'Harbour Mutual',
    iban: 'IE64IRCE92050112345678',
  },
  buyer: {
    name: 'Marlowe Fjord Expeditions',
    contactName: 'Casper Lindgrove',
    email: 'casper@marlowefjord.example',
    phone: '+353 21 555 0177',
    taxId: 'IE7654321W',
    address: address('IE', 'Unit 3, Compass Quay', 'Cork', 'T12 X000'),
  },
  items: [
    item('Brand identity', 'Logo, colours, type and a short guide', '1', 'LS', '2400'),
    item('Website design', 'Home, expeditions, booking, journal', '36.5', 'HUR', '85'),
    item('Printed route maps', 'Folded, 120 g uncoated paper', '250', 'H87', '1.48'),
    item('Hosting and care', 'Updates, backups and a yearly review', '12', 'MON', '39'),
  ],
  discountReason: 'Launch partner discount',
  terms: 'Payable within 14 days, without deduction.',
  notes:
    'Thank you for letting us chart this course with you.\nThe route maps ship with the first tide of December.',
}
