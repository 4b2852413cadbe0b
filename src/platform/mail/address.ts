import { domainToASCII } from 'node:url'

/**
 * An address with its domain in ASCII (RFC 5891), which SMTP commands, headers and DNS need. Anything
 * that is no domain stays as it is.
 */
export function toAsciiAddress(address: string): string {
  const at = address.lastIndexOf('@')
  if (at < 0) return address
  const domain = address.slice(at + 1)
  return `${address.slice(0, at)}@${domainToASCII(domain) || domain}`
}

/** The ASCII form of an address's domain; null: no address. */
export const domainOfAddress = (address: string | null | undefined): string | null =>
  address?.includes('@') ? (toAsciiAddress(address).split('@').at(-1) ?? null) : null

/** Whether two addresses name the same mailbox, for a comparison with what mail servers report. */
export const isSameAddress = (one: string, other: string): boolean =>
  toAsciiAddress(one).toLowerCase() === toAsciiAddress(other).toLowerCase()

const NOT_ASCII = /[^\0-\x7f]/

/** Whether an address needs SMTPUTF8 (RFC 6531), because its part before the @ is not ASCII. */
export const needsSmtpUtf8 = (address: string): boolean => NOT_ASCII.test(toAsciiAddress(address))
