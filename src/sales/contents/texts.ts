import { invalidRequest } from '../../kernel/errors.ts'
import { TEXTS } from './fields.ts'
import { type ContentsBody, ContentsInput } from './input-schema.ts'

/* The texts of a document in which placeholders such as {month} are filled in. */

type MapText = (text: string, pointer: string) => string

/** The part of a schema that says how long a text may be. */
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  /** A value or null. */
  readonly anyOf?: readonly Shape[]
  readonly maxLength?: number
}

const CONTENTS: Shape = ContentsInput as object

/** Contents of a request with each text mapped. A text that becomes too long for its field is refused. */
export const mapTexts = <Body extends Partial<ContentsBody>>(body: Body, map: MapText): Body =>
  mapped(CONTENTS, body, map, '') as Body

function mapped(shape: Shape | undefined, value: unknown, map: MapText, at: string): unknown {
  const { properties, items } = shape?.anyOf?.[0] ?? shape ?? {}
  if (Array.isArray(value))
    return value.map((entry, index) => mapped(items, entry, map, `${at}/${index}`))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const [its, place] = [properties?.[name], `${at}/${name}`]
      const max = its?.anyOf?.[0]?.maxLength ?? its?.maxLength
      return typeof part === 'string' && max !== undefined && TEXTS.has(name)
        ? [name, within(max, part, map(part, place), place)]
        : [name, mapped(its, part, map, place)]
    }),
  )
}

function within(max: number, before: string, text: string, pointer: string): string {
  if (text.length <= max || text === before) return text
  const message = `Too long: use at most ${max} characters, with placeholders filled in.`
  throw invalidRequest([{ pointer, code: 'too_long', message }])
}
