import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'

/** What a provider says about one of its people. */
interface Account {
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

export interface IdentityProvider {
  readonly issuer: string
  /** By the name under which they sign in there, which is their subject. */
  readonly accounts: Map<string, Account>
  /** How often each of its addresses was asked. */
  readonly asked: string[]
  /** Signs in there as that account and agrees; answers where the browser is sent back to. */
  signIn(url: string, account: string): Promise<string>
  /** Turns back instead. */
  giveUp(url: string): Promise<string>
  close(): Promise<void>
}

export const CLIENT = { id: 'billwright', secret: 'a secret of the client' }

/** Seconds. */
const TTL = { AccessToken: 300, Grant: 300, IdToken: 300, Interaction: 300, Session: 300 }

interface Options {
  readonly redirectUri: string
  readonly authMethod?: 'client_secret_basic' | 'client_secret_post' | 'none'
  /** Whether its tokens are changed on their way. */
  readonly isTampered?: boolean
  /** Whether the token has the address; else only the user info endpoint has it. */
  readonly emailInToken?: boolean
}

/** A real OpenID provider on loopback, with pages that a test fills in by plain requests. */
export async function startIdentityProvider(options: Options): Promise<IdentityProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const accounts = new Map<string, Account>()
  const asked: string[] = []
  const handle = await providerAt(issuer, accounts, options)
  server.on('request', (request, response) => {
    asked.push(new URL(request.url ?? '/', issuer).pathname)
    if (options.isTampered) spoilTokens(response)
    handle(request, response)
  })

  return {
    issuer,
    accounts,
    asked,
    async signIn(url, account) {
      const visit = visitor(issuer)
      const login = await visit(url)
      const form = { prompt: 'login', login: account, password: 'any' }
      const consent = await visit(login, form)
      return visit(consent, { prompt: 'consent' })
    },
    async giveUp(url) {
      const visit = visitor(issuer)
      return visit(`${await visit(url)}/abort`)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Changes one letter of the signature of the ID token, and nothing of what it says. */
function spoilTokens(response: ServerResponse): void {
  const end = response.end.bind(response)
  const spoil = (text: string) =>
    text.replace(/("id_token":"[\w-]+\.[\w-]+\.)(.)/, (_all, before, letter) =>
      letter === 'A' ? `${before}B` : `${before}A`,
    )
  response.end = ((chunk: unknown) =>
    end(typeof chunk === 'string' ? spoil(chunk) : chunk)) as typeof response.end
}

async function providerAt(
  issuer: string,
  accounts: ReadonlyMap<string, Account>,
  { redirectUri, authMethod = 'client_secret_basic', emailInToken = false }: Options,
) {
  // It warns that it is not set up as one should be that is used in earnest.
  const quiet = [vi.spyOn(console, 'info'), vi.spyOn(console, 'warn')]
  for (const spy of quiet) spy.mockImplementation(() => {})
  const { Provider } = await import('oidc-provider')
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        ...(authMethod === 'none' ? {} : { client_secret: CLIENT.secret }),
        token_endpoint_auth_method: authMethod,
        redirect_uris: [redirectUri],
      },
    ],
    clientAuthMethods: [authMethod],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !emailInToken,
    cookies: { keys: ['of the cookies of the tests'] },
    features: { devInteractions: { enabled: true } },
    pkce: { required: () => true },
    ttl: TTL,
    findAccount: (_context: unknown, id: string) =>
      accounts.has(id)
        ? { accountId: id, claims: () => ({ sub: id, ...accounts.get(id) }) }
        : undefined,
  })
  for (const spy of quiet) spy.mockRestore()
  return provider.callback()
}

/** Follows redirects within the provider, with cookies; answers the page or address they end at. */
function visitor(issuer: string) {
  const cookies = new Map<string, string>()
  return async (start: string, form?: Record<string, string>): Promise<string> => {
    let url = start
    let body = form && new URLSearchParams(form)
    for (;;) {
      const headers = { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }
      const init = body ? { method: 'POST', body } : {}
      const response = await fetch(url, { ...init, headers, redirect: 'manual' })
      await response.arrayBuffer()
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        cookies.set(name, value)
      }
      const location = response.headers.get('location')
      if (location === null) return url
      url = new URL(location, url).href
      body = undefined
      if (!url.startsWith(issuer)) return url
    }
  }
}
