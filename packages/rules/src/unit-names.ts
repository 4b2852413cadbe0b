import { METRIC, type Units } from './units.ts'

/* The names of units in the languages of the console, as documents print them. */

const EN_PIECE = { one: 'pc', other: 'pcs' }

export const en: Units = {
  ...METRIC,
  C62: EN_PIECE,
  H87: EN_PIECE,
  EA: 'each',
  MIN: 'min',
  HUR: { one: 'hour', other: 'hours' },
  DAY: { one: 'day', other: 'days' },
  WEE: { one: 'week', other: 'weeks' },
  MON: { one: 'month', other: 'months' },
  ANN: { one: 'year', other: 'years' },
  PR: { one: 'pair', other: 'pairs' },
  SET: { one: 'set', other: 'sets' },
  XPK: { one: 'package', other: 'packages' },
  XBX: { one: 'box', other: 'boxes' },
  LS: 'lump sum',
}

export const de: Units = {
  ...METRIC,
  C62: 'Stk.',
  H87: 'Stk.',
  EA: 'Stk.',
  MIN: 'Min.',
  HUR: { one: 'Stunde', other: 'Stunden' },
  DAY: { one: 'Tag', other: 'Tage' },
  WEE: { one: 'Woche', other: 'Wochen' },
  MON: { one: 'Monat', other: 'Monate' },
  ANN: { one: 'Jahr', other: 'Jahre' },
  PR: { one: 'Paar', other: 'Paar' },
  SET: { one: 'Set', other: 'Sets' },
  XPK: { one: 'Paket', other: 'Pakete' },
  XBX: { one: 'Karton', other: 'Kartons' },
  LS: 'pauschal',
}

const FR_PIECE = { one: 'pièce', other: 'pièces' }

export const fr: Units = {
  ...METRIC,
  C62: FR_PIECE,
  H87: FR_PIECE,
  EA: FR_PIECE,
  MIN: 'min',
  HUR: { one: 'heure', other: 'heures' },
  DAY: { one: 'jour', other: 'jours' },
  WEE: { one: 'semaine', other: 'semaines' },
  MON: 'mois',
  ANN: { one: 'an', other: 'ans' },
  PR: { one: 'paire', other: 'paires' },
  SET: { one: 'lot', other: 'lots' },
  XPK: { one: 'colis', other: 'colis' },
  XBX: { one: 'carton', other: 'cartons' },
  LS: 'forfait',
}
