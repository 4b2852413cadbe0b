import type { Fault } from '../einvoice-error.ts'
import type { Expected, XmlElement } from './tree.ts'

/** A part of a file that the semantic model lacks, or that has no meaning in its place. */
export interface Unread {
  /** With this program's prefixes: `/Invoice/cac:Signature/cbc:ID`, `…/cac:InvoiceLine[2]/@x`. */
  readonly path: string
  /** Shortened if long. */
  readonly value: string
}

/** Limit of the list, for files full of unknown elements. */
const UNREAD_MAX = 500
const VALUE_LENGTH_MAX = 200

/**
 * Attributes that only name the code list or language of a value. EN 16931 fixes the list, so they
 * mean nothing; older programs write them everywhere.
 */
const WITHOUT_MEANING =
  /^(?:list(?:ID|Name|AgencyID|AgencyName|VersionID|URI|SchemeURI)|languageID|scheme(?:Name|AgencyID|AgencyName|VersionID|DataURI|URI)|unitCodeList\w+|currencyCodeListVersionID|name|\{http:\/\/www\.w3\.org\/2001\/XMLSchema-instance\}\w+|\{http:\/\/www\.w3\.org\/XML\/1998\/namespace\}\w+)$/

/** Everything that no reader used, in file order. */
export function listUnread(root: XmlElement): readonly Unread[] {
  const found: Unread[] = []
  const add = (path: string, value: string): void => {
    if (found.length < UNREAD_MAX) found.push({ path, value: value.slice(0, VALUE_LENGTH_MAX) })
  }
  for (const [element, path] of placesIn(root)) {
    for (const [name, value] of element.attributes)
      if (!WITHOUT_MEANING.test(name) && value.trim() !== '') add(`${path}/@${name}`, value.trim())
    const text = element.text.trim()
    if (text !== '' && !element.isTextTaken) add(path, text)
  }
  return found
}

/** The texts of a national format that are not at one of these paths, which are relative to the root. */
export function listOthers(root: XmlElement, shown: RegExp): readonly Unread[] {
  const found: Unread[] = []
  for (const [element, path] of placesIn(root)) {
    const text = element.text.trim()
    const [, place = ''] = /^\/[^/]+\/(.*)$/.exec(path.replaceAll('fa:', '')) ?? []
    if (text === '' || !element.isTextTaken || found.length === UNREAD_MAX) continue
    if (!shown.test(`${place}=${text}`))
      found.push({ path, value: text.slice(0, VALUE_LENGTH_MAX) })
  }
  return found
}

/** Where a file has something else than the date, number or code that belongs there. */
export function listFaults(root: XmlElement): readonly Fault[] {
  const found: Fault[] = []
  for (const [{ fault, name, text }, path] of placesIn(root))
    if (fault !== undefined && found.length < FAULTS_MAX)
      found.push(valueFault(path, fault, { name, text: text.trim() }))
  return found
}

function valueFault(
  pointer: string,
  expected: Expected,
  given: { readonly name: string; readonly text: string },
): Fault {
  const name = given.name.replace(/^\w+:/, '')
  const value = given.text.slice(0, SHOWN_MAX).toWellFormed()
  return {
    pointer,
    code: 'wrong_format',
    message: `“${value}” in ${name} ${MEANINGS[expected]}.`,
    params: { reason: `not_a_${expected}`, name, value },
  }
}

const FAULTS_MAX = 100
const SHOWN_MAX = 40

const MEANINGS: Readonly<Record<Expected, string>> = {
  date: 'is not a date',
  number: 'is not a number of at most 64 characters with a decimal point',
  code: 'is not a code of its list',
}

/** Each element with its path, in file order. */
function* placesIn(
  element: XmlElement,
  path = `/${element.name.replace(/^\w+:/, '')}`,
): Generator<readonly [XmlElement, string]> {
  yield [element, path]
  const counts = countByName(element.children)
  const seen = new Map<string, number>()
  for (const child of element.children) {
    const index = (seen.get(child.name) ?? 0) + 1
    seen.set(child.name, index)
    const isOneOfSeveral = (counts.get(child.name) ?? 0) > 1
    yield* placesIn(child, `${path}/${child.name}${isOneOfSeveral ? `[${index}]` : ''}`)
  }
}

function countByName(children: readonly XmlElement[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { name } of children) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
