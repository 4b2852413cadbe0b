import { nameForm, searchWords } from '@billwright/rules/folding'

/* Decides whether two customers may be one. Pure. */

export interface Person {
  readonly name: string
  readonly email?: string | null
  readonly taxId?: string | null
  readonly number?: string | null
}

/** `maybe`: a person has to say. */
type Judgement = 'same' | 'maybe' | 'different'

/** Words that say nothing about who it is. */
const LEGAL_FORMS = new Set(
  `gmbh ag kg ohg gbr ug ek ev eg se mbh co cokg haftungsbeschrankt ltd limited llc llp inc
  incorporated corp corporation plc pbc pty sarl sas sa sasu eurl srl spa snc sl slu bv nv vof ab oy
  as aps sro doo kk mbb company the and und et`.split(/\s+/),
)
/** Shorter names begin too many others. */
const BEGINNING_MIN = 4

/** The words of a name that tell it from others. */
export function namingWords(name: string): readonly string[] {
  // `B.V.` is one word.
  const words = searchWords(nameForm(name).replaceAll('.', ''))
  const telling = words.filter((word) => !LEGAL_FORMS.has(word))
  return telling.length > 0 ? telling : words
}

/** What two customers that may be one have in common; each can be compared as text. */
export function likenessOf({ name, email, taxId }: Person) {
  const address = email?.trim().toLowerCase() ?? ''
  return {
    name: namingWords(name).join(''),
    email: address.includes('@') ? address : '',
    taxId: (taxId ?? '').toUpperCase().replace(/[^\p{L}\p{N}]/gu, ''),
  }
}

export type Likeness = keyof ReturnType<typeof likenessOf>

/** The first thing that two customers have in common. */
export function sharedBy(one: Person, other: Person): Likeness | undefined {
  const [a, b] = [likenessOf(one), likenessOf(other)]
  return (['taxId', 'email', 'name'] as const).find((key) => a[key] !== '' && a[key] === b[key])
}

export function judge(one: Person, other: Person): Judgement {
  const [a, b] = [likenessOf(one), likenessOf(other)]
  const both = (x: string, y: string) => x !== '' && y !== ''
  const [numberA, numberB] = [one.number ?? '', other.number ?? '']
  const isNear = both(a.name, b.name) && (begins(a.name, b.name) || begins(b.name, a.name))
  const clashes = [
    both(a.taxId, b.taxId) && a.taxId !== b.taxId,
    both(numberA, numberB) && numberA !== numberB,
  ].filter(Boolean).length
  const sameNumber = both(numberA, numberB) && numberA === numberB
  const agrees =
    (both(a.email, b.email) && a.email === b.email) ||
    (both(a.taxId, b.taxId) && a.taxId === b.taxId)
  if (sameNumber) return isNear ? 'same' : 'maybe'
  if (!isNear) return agrees ? 'maybe' : 'different'
  if (clashes > 1) return 'different'
  return agrees && clashes === 0 ? 'same' : 'maybe'
}

const begins = (start: string, name: string): boolean =>
  start === name || (start.length >= BEGINNING_MIN && name.startsWith(start))
