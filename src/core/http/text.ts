import type { FastifyInstance } from 'fastify'
import { type Fault, invalidRequest } from '../../kernel/errors.ts'

/** Well-formed Unicode without NUL, and without control characters other than tab and line ends. */
export const isStorable = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters.
  text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text)

const VISIBLE =
  /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u

/** Whether the text has no visible characters: blanks, zero-width and control characters only. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text)

export const textFault = (pointer: string): Fault => ({
  pointer,
  code: 'invalid_text',
  message: 'Invalid text: remove control characters and invalid Unicode.',
})

/** No id or name. */
const FINDS_NOTHING = '\ufffd'

/**
 * Queries may only have text that both databases can compare: PostgreSQL refuses NUL. In path
 * parameters other text just finds nothing.
 */
export function registerTextCheck(app: FastifyInstance): void {
  app.addHook('preValidation', ({ query }, _reply, done) => {
    const faults = faultsIn(query)
    done(faults.length > 0 ? invalidRequest(faults) : undefined)
  })
  app.addHook('preHandler', ({ params }, _reply, done) => {
    const named = (params ?? {}) as Record<string, unknown>
    for (const [name, value] of Object.entries(named))
      if (!isStorableValue(value)) named[name] = FINDS_NOTHING
    done()
  })
}

const faultsIn = (values: unknown): readonly Fault[] =>
  Object.entries(values ?? {})
    .filter(([name, value]) => !isStorable(name) || ![value].flat().every(isStorableValue))
    .map(([name]) => textFault(`?${isStorable(name) ? name : ''}`))

const isStorableValue = (value: unknown): boolean => typeof value !== 'string' || isStorable(value)
