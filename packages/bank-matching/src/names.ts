import { nameForm } from '@billwright/rules/folding'

/** Legal forms, titles and connecting words, which people leave out. */
const DROPPED = new Set(
  `ab ag aps as asa bv bvba cie co corp corporation cv ek eg ev eurl fa firma gbr gesmbh ggmbh gmbh
  haftungsbeschrankt inc incorporated kft kg kgaa limited llc llp ltd mbh nv ohg ou oy oyj partg plc pty sa
  sagl sarl sas sasu sc sca scop se sl slu sm snc spa spol sprl srl sro ug zoo
  and e et i og oder or ou und y
  dr frau herr herrn mag madame miss monsieur mr mrs ms mme prof`.split(/\s+/),
)
const CUT_FROM = 20

/** The words by which a name is compared: in one spelling, without legal forms. */
export interface NameWords {
  readonly words: readonly string[]
  /** The start of a word: banks cut long names. */
  readonly cut: string | null
}

export function nameWords(name: string): NameWords {
  const all = nameForm(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((it) => it !== '')
  const isCut = name.trim().length >= CUT_FROM
  const last = isCut ? (all.at(-1) ?? null) : null
  const kept = all.filter((it) => it.replace(/[^\p{L}]/gu, '').length >= 2 && !DROPPED.has(it))
  return { words: [...new Set(kept)], cut: last !== null && DROPPED.has(last) ? null : last }
}

const ENOUGH = 4

/**
 * All words of one name in the other, one of them of four letters. The last word of a payer's long name
 * may be the start of a word only. `same`: neither has more words.
 */
export function compareNames(payer: NameWords, name: readonly string[]): 'same' | 'within' | null {
  const isLong = (it: string) => it.length >= ENOUGH
  const meets = (word: string) =>
    name.includes(word) || (word === payer.cut && name.some((it) => it.startsWith(word)))
  const isMet = (word: string) =>
    payer.words.includes(word) ||
    (payer.cut !== null && word.startsWith(payer.cut) && isCutOf(word))
  const isCutOf = (word: string) => payer.cut !== null && word.length > payer.cut.length
  const payerInName = payer.words.length > 0 && payer.words.every(meets)
  const nameInPayer = name.length > 0 && name.every(isMet)
  const common = payer.words.filter(meets)
  if (!common.some(isLong) || !(payerInName || nameInPayer)) return null
  return payerInName && nameInPayer ? 'same' : 'within'
}
