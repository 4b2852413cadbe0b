import type { Words } from '../words/en.ts'
import type { PasteFault } from './paste.ts'

/** The message why nothing was pasted. */
export function pasteReason(fault: PasteFault, words: Words['paste']): string {
  if ('most' in fault) return words.tooMany(fault.most)
  if ('row' in fault) return words.placed(fault)[fault.code]
  if ('name' in fault) return words.named(fault.name)[fault.code]
  return words.plain[fault.code]
}
