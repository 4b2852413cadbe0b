import { address, item, type SampleTexts } from './sample-texts.ts'

export const es: SampleTexts = {
  currency: 'EUR',
  taxPercent: 21n,
  seller: {
    name: 'Pluma y Marea S.L.',
    contactName: 'Olaya Ferreruela',
    email: 'cuentas@plumaymarea.example',
    phone: '+34 981 555 142',
    website: 'plumaymarea.example',
    taxId: 'ESB12345674',
    address: address('ES', 'Calle de los Faroleros 14', 'A Coruña', '15001'),
    bankName: 'Caja del Faro',
    iban: 'ES9121000418450200051332',
  },
  buyer: {
    name: 'Expediciones Fiordo Marín',
    contactName: 'Gaspar Lindero',
    email: 'gaspar@fiordomarin.example',
    phone: '+34 986 555 177',
    taxId: 'ESB87654321',
    address: address('ES', 'Muelle de la Brújula 3', 'Vigo', '36202'),
  },
  items: [
    item('Identidad visual', 'Logotipo, colores, tipografía y guía', '1', 'LS', '2400'),
    item('Diseño del sitio web', 'Inicio, expediciones, reservas, diario', '36.5', 'HUR', '85'),
    item('Mapas de ruta impresos', 'Plegados, papel sin estucar de 120 g', '250', 'H87', '1.48'),
    item('Alojamiento y cuidado', 'Actualizaciones, copias y revisión anual', '12', 'MON', '39'),
  ],
  discountReason: 'Descuento de lanzamiento',
  terms: 'Pago a 14 días, sin descuento.',
  notes:
    'Gracias por dejarnos trazar este rumbo con ustedes.\nLos mapas salen con la primera marea de diciembre.',
}
