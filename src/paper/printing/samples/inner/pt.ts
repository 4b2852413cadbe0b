import { address, item, type SampleTexts } from './sample-texts.ts'

export const pt: SampleTexts = {
  currency: 'EUR',
  taxPercent: 23n,
  seller: {
    name: 'Pena & Maré, Lda.',
    contactName: 'Olívia Faroleira',
    email: 'contas@penaemare.example',
    phone: '+351 22 555 0142',
    website: 'penaemare.example',
    taxId: 'PT501234560',
    address: address('PT', 'Travessa dos Lanterneiros 14', 'Porto', '4000-001'),
    bankName: 'Caixa do Farol',
    iban: 'PT50000201231234567890154',
  },
  buyer: {
    name: 'Expedições Fiorde Manso',
    contactName: 'Gaspar Lindeiro',
    email: 'gaspar@fiordemanso.example',
    phone: '+351 21 555 0177',
    taxId: 'PT509876540',
    address: address('PT', 'Cais da Bússola 3', 'Setúbal', '2900-001'),
  },
  items: [
    item('Identidade visual', 'Logótipo, cores, letra e um guia breve', '1', 'LS', '2400'),
    item('Desenho do sítio', 'Início, expedições, reservas, diário', '36.5', 'HUR', '85'),
    item('Mapas de rota impressos', 'Dobrados, papel não revestido de 120 g', '250', 'H87', '1.48'),
    item('Alojamento e cuidado', 'Atualizações, cópias e revisão anual', '12', 'MON', '39'),
  ],
  discountReason: 'Desconto de lançamento',
  terms: 'Pagamento a 14 dias, sem desconto.',
  notes:
    'Obrigado por nos deixar traçar este rumo.\nOs mapas partem com a primeira maré de dezembro.',
}
