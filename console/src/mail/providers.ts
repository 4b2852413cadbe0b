/** What a provider asks to sign in with: the mailbox's password, one for this program alone, or a token. */
type Needs = 'mailbox' | 'appPassword' | 'oauth2'

export interface Provider {
  /** A brand, the same in all languages. */
  readonly name: string
  readonly host: string
  readonly security: 'tls' | 'starttls'
  readonly needs: Needs
  /** Of its mailboxes, for addresses without a domain of their own. */
  readonly domains?: readonly string[]
  /** Where OAuth 2 gets its tokens. */
  readonly tokenUrl?: string
}

/** Servers for outgoing mail, as the help pages of the providers name them (November 2026). */
export const PROVIDERS: Readonly<Record<string, Provider>> = {
  gmail: {
    name: 'Gmail, Google Workspace',
    domains: ['gmail.com', 'googlemail.com'],
    host: 'smtp.gmail.com',
    security: 'tls',
    needs: 'appPassword',
  },
  microsoft: {
    name: 'Microsoft 365, Outlook',
    domains: ['outlook.com', 'outlook.de', 'outlook.fr', 'hotmail.com', 'live.com'],
    host: 'smtp.office365.com',
    security: 'starttls',
    needs: 'oauth2',
    tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
  },
  fastmail: {
    name: 'Fastmail',
    domains: ['fastmail.com', 'fastmail.fm'],
    host: 'smtp.fastmail.com',
    security: 'tls',
    needs: 'appPassword',
  },
  infomaniak: {
    name: 'Infomaniak',
    domains: ['ik.me', 'ikmail.com', 'etik.com'],
    host: 'mail.infomaniak.com',
    security: 'tls',
    needs: 'mailbox',
  },
  ionosDe: {
    name: 'IONOS (ionos.de)',
    domains: ['online.de'],
    host: 'smtp.ionos.de',
    security: 'tls',
    needs: 'mailbox',
  },
  ionosCom: {
    name: 'IONOS (ionos.com)',
    host: 'smtp.ionos.com',
    security: 'tls',
    needs: 'mailbox',
  },
  mailbox: {
    name: 'mailbox.org',
    domains: ['mailbox.org'],
    host: 'smtp.mailbox.org',
    security: 'tls',
    needs: 'mailbox',
  },
  ovh: { name: 'OVHcloud', host: 'ssl0.ovh.net', security: 'tls', needs: 'mailbox' },
  strato: { name: 'STRATO', host: 'smtp.strato.de', security: 'tls', needs: 'mailbox' },
}

/** The provider with this server; `other`: none of them. */
export const providerOf = (host: string): string =>
  Object.keys(PROVIDERS).find((id) => PROVIDERS[id]?.host === host) ?? 'other'

/** The provider of an address; `other`: its domain does not tell the provider. */
export const providerOfAddress = (address: string): string => {
  const domain = address.trim().toLowerCase().split('@')[1] ?? ''
  return Object.keys(PROVIDERS).find((id) => PROVIDERS[id]?.domains?.includes(domain)) ?? 'other'
}

export const PORTS: Readonly<Record<string, number>> = { tls: 465, starttls: 587, none: 25 }
