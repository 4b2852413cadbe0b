/** The parameters in the link of `billwright login`. */
interface LoginSearch {
  /** SHA-256 of the secret on the terminal, in hexadecimal. */
  readonly login?: string
  /** Suggested name of the key. */
  readonly name?: string
}

const HASH = /^[0-9a-f]{64}$/
const NAME_LENGTH_MAX = 200

/** Other values count as a missing link. */
export function toLoginSearch({ login, name }: Record<string, unknown>): LoginSearch {
  if (typeof login !== 'string' || !HASH.test(login)) return {}
  return { login, ...(typeof name === 'string' && { name: name.slice(0, NAME_LENGTH_MAX) }) }
}
