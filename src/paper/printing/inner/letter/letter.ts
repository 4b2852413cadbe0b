import type { Template } from '@billwright/templates'
import { pageWithin } from '../../../../company/templates/page-file.ts'

const frame = new URL('./letter.html', import.meta.url)

/** A letter with the letterhead and the styles that all letters share. */
export const letterFile = (file: URL): Template => pageWithin(frame, file)
