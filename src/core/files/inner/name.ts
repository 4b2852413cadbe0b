import { FieldError, line } from '../../../kernel/fields/rules.ts'
import { isBlank } from '../../http/text.ts'
import { fileTypeRefused, invalidFileName } from '../errors.ts'
import type { FileKind } from '../kind.ts'

const NAME_LENGTH_MAX = 120
/** A suffix that looks like a file type. */
const SUFFIX = /\.([A-Za-z0-9]{1,5})$/
const RESERVED = /[\\/:*?"<>|]+/g

/**
 * The stored name of a file: one line without path separators, with the suffix of its kind.
 *
 * @throws AppError `invalid_request` or `file_type_refused`
 */
export function fileNameFor(given: string, kind: FileKind): string {
  const name = oneLine(given.normalize('NFC'))
    .replace(RESERVED, '-')
    .trim()
    .replace(/^[.\s]+|[.\s]+$/g, '')
  if (isBlank(name)) throw invalidFileName('required', 'Enter a name for the file.')
  const suffix = SUFFIX.exec(name)?.[1]
  if (suffix === undefined) return shortened(name, kind.suffixes[0])
  if (kind.suffixes.includes(suffix.toLowerCase()))
    return shortened(name.slice(0, -suffix.length - 1), suffix)
  throw fileTypeRefused(`The file is ${kind.name}, but its name ends in .${suffix}.`, {
    reason: 'suffix',
    name: kind.name,
    value: `.${suffix}`,
  })
}

function oneLine(text: string): string {
  try {
    return line(text)
  } catch (error) {
    if (error instanceof FieldError) throw invalidFileName(error.code, error.message)
    throw error
  }
}

const shortened = (stem: string, suffix: string): string =>
  `${stem
    .slice(0, NAME_LENGTH_MAX - suffix.length - 1)
    .toWellFormed()
    .trim()}.${suffix}`

/** The name with the first number that makes it unique: `Plan (2).pdf`. */
export function uniqueName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((it) => it.toLowerCase()))
  if (!used.has(name.toLowerCase())) return name
  const at = name.lastIndexOf('.')
  const [stem, suffix] = [name.slice(0, at), name.slice(at)]
  for (let number = 2; ; number += 1) {
    const next = `${stem} (${number})${suffix}`
    if (!used.has(next.toLowerCase())) return next
  }
}
