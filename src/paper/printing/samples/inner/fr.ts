import { address, item, type SampleTexts } from './sample-texts.ts'

export const fr: SampleTexts = {
  currency: 'EUR',
  taxPercent: 20n,
  seller: {
    name: 'Plume et Marée SARL',
    contactName: 'Odile Fauconnet',
    email: 'compta@plumemaree.example',
    phone: '+33 2 55 50 01 42',
    website: 'plumemaree.example',
    taxId: 'FR40123456824',
    address: address('FR', '14 passage des Lanterniers', 'Nantes', '44000'),
    bankName: 'Crédit du Phare',
    iban: 'FR1420041010050500013M02606',
  },
  buyer: {
    name: 'Expéditions Fjord Morlaix',
    contactName: 'Gaspard Lindreau',
    email: 'gaspard@fjordmorlaix.example',
    phone: '+33 2 55 50 01 77',
    taxId: 'FR83404833048',
    address: address('FR', '3 quai de la Boussole', 'Brest', '29200'),
  },
  items: [
    item('Identité visuelle', 'Logo, couleurs, typographie et guide', '1', 'LS', '2400'),
    item('Conception du site', 'Accueil, expéditions, réservation, journal', '36.5', 'HUR', '85'),
    item('Cartes d’itinéraire', 'Pliées, papier non couché 120 g', '250', 'H87', '1.48'),
    item('Hébergement et suivi', 'Mises à jour, sauvegardes, bilan annuel', '12', 'MON', '39'),
  ],
  discountReason: 'Remise de lancement',
  terms: 'Paiement sous 14 jours, sans escompte.',
  notes:
    'Merci de nous avoir confié ce cap.\nLes cartes partiront avec la première marée de décembre.',
}
