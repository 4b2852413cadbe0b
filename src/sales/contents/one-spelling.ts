import { isDeepStrictEqual } from 'node:util'
import type { OnFault } from '../../kernel/errors.ts'
import { OPTIONAL_FIELDS } from './fields.ts'
import type { ContentsBody } from './input-schema.ts'
import { entriesOf, type Withholds, withholdingsOf } from './withholdings.ts'

/**
 * With one spelling: the one that the request changes. A response has both, and a client may send
 * both back.
 */
export function inOneSpelling<C extends Required<Withholds>>(
  after: C,
  body: ContentsBody,
  { before, onFault }: { readonly before: Required<Withholds>; readonly onFault: OnFault },
): C {
  const italian = body.italy?.withholding == null ? null : after.italy.withholding
  const asEntries = { ...after, withholdings: [] }
  const asStated = { ...after, italy: { ...after.italy, withholding: null } }
  const { withholdings } = after
  if (body.withholdings === undefined) return italian ? asEntries : after
  if (italian === null) return asStated
  if (isDeepStrictEqual(withholdings, entriesOf(italian))) return asEntries
  if (isDeepStrictEqual(before.italy.withholding, italian)) return asStated
  const isUnchanged = isDeepStrictEqual(withholdings, withholdingsOf(before))
  if (withholdings.length === 0 || isUnchanged) return asEntries
  const at = `/${OPTIONAL_FIELDS.italy.wire}/withholding`
  onFault(at, 'not_allowed', '`withholdings` says something else. Send one of them.', {
    reason: 'two_withholdings',
  })
  return after
}
