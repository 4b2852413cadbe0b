import { generateURI, ScureBase32Plugin, verifySync } from 'otplib'
import { renderSVG } from 'uqr'
import { newBytes } from '../../../../platform/ids.ts'

/** 160 bits, as RFC 4226 §4 recommends. */
const SECRET_BYTES = 20
/** One step (30 seconds) to either side, for clocks that differ (RFC 6238 §5.2). */
const TOLERANCE_SECONDS = 30
const CODE = /^\d{6}$/

/** A new shared secret in base32, the format of authenticator apps. */
export const newTotpSecret = (): string => new ScureBase32Plugin().encode(newBytes(SECRET_BYTES))

/** The address that an authenticator app reads: the account and the secret. */
export const totpUri = (issuer: string, account: string, secret: string): string =>
  generateURI({ issuer, label: account, secret })

/** The address as a QR code, black on white. */
export const totpQrCode = (uri: string): string => renderSVG(uri, { ecc: 'M', border: 4 })

/** A code without the spaces in which apps show it. */
export const plainCode = (text: string): string => text.replace(/[\s-]/g, '')

/**
 * The time step (RFC 6238) of this code, or null if it is not valid now. A step counts once, so
 * callers compare it with the last used one.
 */
export function stepOfCode(secret: string, code: string, nowMs: number): number | null {
  if (!CODE.test(code)) return null
  const result = verifySync({
    secret,
    token: code,
    epoch: nowMs / 1000,
    epochTolerance: TOLERANCE_SECONDS,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
