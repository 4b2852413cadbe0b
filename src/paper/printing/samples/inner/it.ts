import { address, item, type SampleTexts } from './sample-texts.ts'

export const it: SampleTexts = {
  currency: 'EUR',
  taxPercent: 22n,
  seller: {
    name: 'Penna e Marea S.r.l.',
    contactName: 'Ottavia Fontanarossa',
    email: 'contabilita@pennaemarea.example',
    phone: '+39 010 555 0142',
    website: 'pennaemarea.example',
    taxId: 'IT12345670017',
    address: address('IT', 'Vico dei Lanternai 14', 'Genova', '16123', 'GE'),
    bankName: 'Banca del Faro',
    iban: 'IT60X0542811101000000123456',
  },
  buyer: {
    name: 'Spedizioni Fiordo Azzurro',
    contactName: 'Gaspare Lindorni',
    email: 'gaspare@fiordoazzurro.example',
    phone: '+39 0187 555 177',
    taxId: 'IT76543210960',
    address: address('IT', 'Molo della Bussola 3', 'La Spezia', '19121', 'SP'),
  },
  items: [
    item('Identità visiva', 'Logo, colori, caratteri e guida breve', '1', 'LS', '2400'),
    item('Progetto del sito', 'Home, spedizioni, prenotazioni, diario', '36.5', 'HUR', '85'),
    item('Mappe stampate', 'Piegate, carta naturale da 120 g', '250', 'H87', '1.48'),
    item('Hosting e cura', 'Aggiornamenti, copie e verifica annuale', '12', 'MON', '39'),
  ],
  discountReason: 'Sconto di lancio',
  terms: 'Pagamento a 14 giorni, senza detrazioni.',
  notes:
    'Grazie per averci affidato questa rotta.\nLe mappe partono con la prima marea di dicembre.',
}
