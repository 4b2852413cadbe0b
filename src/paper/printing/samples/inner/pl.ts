import { address, item, type SampleTexts } from './sample-texts.ts'

export const pl: SampleTexts = {
  currency: 'PLN',
  taxPercent: 23n,
  seller: {
    name: 'Pióro i Przypływ sp. z o.o.',
    contactName: 'Oliwia Latarnicka',
    email: 'ksiegowosc@pioroiprzyplyw.example',
    phone: '+48 58 555 01 42',
    website: 'pioroiprzyplyw.example',
    taxId: '5261040828',
    address: address('PL', 'ul. Latarników 14', 'Gdańsk', '80-001'),
    bankName: 'Bank Portowy',
    iban: 'PL61109010140000071219812874',
  },
  buyer: {
    name: 'Wyprawy Poranna Mgła',
    contactName: 'Kacper Lipowski',
    email: 'kacper@porannamgla.example',
    phone: '+48 22 555 01 77',
    taxId: '5250007738',
    address: address('PL', 'Nabrzeże Kompasowe 3', 'Szczecin', '70-001'),
  },
  items: [
    item(
      'Identyfikacja wizualna',
      'Logo, kolory, krój pisma i krótki przewodnik',
      '1',
      'LS',
      '9600',
    ),
    item('Projekt strony', 'Start, wyprawy, rezerwacje, dziennik', '36.5', 'HUR', '340'),
    item('Drukowane mapy tras', 'Składane, papier niepowlekany 120 g', '250', 'H87', '5.90'),
    item('Hosting i opieka', 'Aktualizacje, kopie, przegląd roczny', '12', 'MON', '155'),
  ],
  discountReason: 'Rabat na start',
  terms: 'Płatność w ciągu 14 dni, bez potrąceń.',
  notes:
    'Dziękujemy, że mogliśmy wytyczyć ten kurs razem.\nMapy wyruszą z pierwszym grudniowym przypływem.',
}
