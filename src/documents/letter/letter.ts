import { pageWithin } from '../../templates/language/page-file.ts'
import type { Template } from '../../templates/language/render.ts'

const frame = new URL('./letter.html', import.meta.url)

/** A paper that is no invoice, with the head and the styles of all letters. */
export const letterFile = (file: URL): Template => pageWithin(frame, file)
