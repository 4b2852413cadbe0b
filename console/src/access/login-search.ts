/** What the link of `billwright login` says. */
interface LoginSearch {
  /** SHA-256 of the secret that the terminal keeps, in hexadecimal. */
  readonly login?: string
  /** Proposed name of the key. */
  readonly name?: string
}

const HASH = /^[0-9a-f]{64}$/
const NAME_LENGTH_MAX = 200

/** Anything else is as no link. */
export function toLoginSearch({ login, name }: Record<string, unknown>): LoginSearch {
  if (typeof login !== 'string' || !HASH.test(login)) return {}
  return { login, ...(typeof name === 'string' && { name: name.slice(0, NAME_LENGTH_MAX) }) }
}
