import { isIPv4, isIPv6 } from 'node:net'
import { type AddressRange, isForbiddenAddress, isInRange, parseRange } from './inner/address.ts'

/** An exception from the policy, set by the operator. Port null: any. */
export interface Allowances {
  readonly names: readonly { readonly name: string; readonly port: number | null }[]
  readonly ranges: readonly { readonly range: AddressRange; readonly port: number | null }[]
}

const PORT_MAX = 65_535

/**
 * Parses entries such as `10.0.0.0/8`, `127.0.0.1:8080`, `[::1]:8080`, `intranet` and
 * `hooks.lan:8080`. Throws a plain Error for an invalid entry, so that a typo does not silently
 * change what is allowed.
 */
export function parseAllowances(entries: readonly string[]): Allowances {
  const parsed = entries.map(parseEntry)
  return {
    names: parsed.flatMap((entry) => ('name' in entry ? [entry] : [])),
    ranges: parsed.flatMap((entry) => ('range' in entry ? [entry] : [])),
  }
}

export const isAllowedName = ({ names }: Allowances, host: string, port: number): boolean =>
  names.some((entry) => entry.name === host && (entry.port ?? port) === port)

/** Whether a range allows this address. Link-local and metadata addresses stay blocked. */
export const isAllowedAddress = ({ ranges }: Allowances, address: string, port: number): boolean =>
  !isForbiddenAddress(address) &&
  ranges.some((entry) => (entry.port ?? port) === port && isInRange(address, entry.range))

function parseEntry(entry: string): Allowances['names'][number] | Allowances['ranges'][number] {
  const range = parseRange(entry)
  if (range) return { range, port: null }
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(entry) ?? []
  const host = isIPv6(entry) ? entry : (bracketed ?? plain ?? '')
  const port = digits === undefined ? null : Number(digits)
  if (port === 0 || (port ?? 1) > PORT_MAX) throw unreadable(entry)
  const single = parseRange(isIPv4(host) ? `${host}/32` : `${host}/128`)
  if (single) return { range: single, port }
  const name = host.toLowerCase().replace(/\.$/, '')
  if (bracketed !== undefined || !/^[a-z_][a-z0-9_.-]{0,252}$|[a-z]/.test(name))
    throw unreadable(entry)
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name)) throw unreadable(entry)
  return { name, port }
}

const unreadable = (entry: string) =>
  new Error(`OUTBOUND_ALLOW: "${entry}" is not a host, host:port, or range such as 10.0.0.0/8.`)
