import { logoAsDataUrl } from '../../../company/settings/read.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import type { MailPart } from '../../../platform/mail/mime.ts'

const SHOWN = /^data:(image\/(?:png|jpeg));base64,(.*)$/

/** The logo as a data URL where mail programs show its kind, else null. */
export async function findLogo(work: ReadWork, id: string | null): Promise<string | null> {
  const url = await logoAsDataUrl(work, id)
  return url !== null && SHOWN.test(url) ? url : null
}

/** The logo as a part of a message. */
export function toLogoPart(url: string): MailPart | null {
  const [, mediaType, base64] = SHOWN.exec(url) ?? []
  if (mediaType === undefined || base64 === undefined) return null
  const name = mediaType === 'image/png' ? 'logo.png' : 'logo.jpg'
  return { name, mediaType, bytes: Buffer.from(base64, 'base64') }
}
