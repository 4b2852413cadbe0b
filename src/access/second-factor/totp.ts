import { generateURI, ScureBase32Plugin, verifySync } from 'otplib'
import { renderSVG } from 'uqr'
import { newBytes } from '../../platform/ids.ts'

/** 160 bits, as RFC 4226 §4 recommends. */
const SECRET_BYTES = 20
/** One step (30 seconds) to either side, for clocks that differ (RFC 6238 §5.2). */
const TOLERANCE_SECONDS = 30
const CODE = /^\d{6}$/

/** A new shared secret in base32, as authenticator apps take it. */
export const newTotpSecret = (): string => new ScureBase32Plugin().encode(newBytes(SECRET_BYTES))

/** What an authenticator app reads: whose the codes are, and the secret. */
export const totpUri = (issuer: string, account: string, secret: string): string =>
  generateURI({ issuer, label: account, secret })

/** The same as a picture to be read by a camera, black on white. */
export const totpQrCode = (uri: string): string => renderSVG(uri, { ecc: 'M', border: 4 })

/** A code as it is typed, without the spaces in which apps show it. */
export const plainCode = (text: string): string => text.replace(/[\s-]/g, '')

/**
 * The time step (RFC 6238) whose code this is, or null where it is none of now. A step can be used
 * once: whoever asks compares it with the one that was used last.
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
