/** What a provider asks to sign in with: the mailbox's password, one for this program alone, or a token. */
export type Needs = 'mailbox' | 'appPassword' | 'oauth2'

export interface Provider {
  /** A brand, the same in all languages. */
  readonly name: string
  readonly host: string
  readonly security: 'tls' | 'starttls'
  readonly needs: Needs
  /** Where OAuth 2 gets its tokens. */
  readonly tokenUrl?: string
}

/** Servers for outgoing mail, as the help pages of the providers name them (November 2026). */
export const PROVIDERS: Readonly<Record<string, Provider>> = {
  gmail: {
    name: 'Gmail, Google Workspace',
    host: 'smtp.gmail.com',
    security: 'tls',
    needs: 'appPassword',
  },
  microsoft: {
    name: 'Microsoft 365, Outlook',
    host: 'smtp.office365.com',
    security: 'starttls',
    needs: 'oauth2',
    tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
  },
  fastmail: {
    name: 'Fastmail',
    host: 'smtp.fastmail.com',
    security: 'tls',
    needs: 'appPassword',
  },
  infomaniak: {
    name: 'Infomaniak',
    host: 'mail.infomaniak.com',
    security: 'tls',
    needs: 'mailbox',
  },
  ionosDe: { name: 'IONOS (ionos.de)', host: 'smtp.ionos.de', security: 'tls', needs: 'mailbox' },
  ionosCom: {
    name: 'IONOS (ionos.com)',
    host: 'smtp.ionos.com',
    security: 'tls',
    needs: 'mailbox',
  },
  mailbox: { name: 'mailbox.org', host: 'smtp.mailbox.org', security: 'tls', needs: 'mailbox' },
  ovh: { name: 'OVHcloud', host: 'ssl0.ovh.net', security: 'tls', needs: 'mailbox' },
  strato: { name: 'STRATO', host: 'smtp.strato.de', security: 'tls', needs: 'mailbox' },
}

/** The provider with this server; `other`: none of them. */
export const providerOf = (host: string): string =>
  Object.keys(PROVIDERS).find((id) => PROVIDERS[id]?.host === host) ?? 'other'
