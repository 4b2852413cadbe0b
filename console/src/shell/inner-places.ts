/** The pages about access, by their words. */
export const ACCESS_PLACES = [
  { to: '/access', name: 'keys' },
  { to: '/access/command-line', name: 'commandLine' },
  { to: '/access/webhooks', name: 'webhooks' },
  { to: '/access/domains', name: 'domains' },
  { to: '/access/jobs', name: 'jobs' },
  { to: '/access/usage', name: 'usage' },
] as const

/** The sections of the settings, each with its own URL. */
export const SECTIONS = [
  'company',
  'look',
  'payment',
  'online',
  'tax',
  'quotes',
  'einvoices',
  'email',
  'formats',
] as const
export type Section = (typeof SECTIONS)[number]
