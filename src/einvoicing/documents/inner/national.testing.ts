import { type NationalProfile, ownLanguage } from '@billwright/einvoice'
import { expect } from 'vitest'
import { OFFICIAL_FOLDER } from '../../../../packages/einvoice/src/rules/official-rules.testing.ts'
import type { Givens, Json } from '../../../../test/givens.ts'
import type { TestApp } from '../../../../test/harness.ts'

/** The faults that the official schema finds in a national format. */
export async function nationalRules(): Promise<
  (xml: string, profile: NationalProfile) => readonly string[]
> {
  const tool = new URL('tools/validate.mjs', OFFICIAL_FOLDER).href
  const { validateProfile } = await import(/* @vite-ignore */ tool)
  return (xml, profile) => validateProfile(xml, profile).fatal
}

/** A credit note for the whole invoice, the day after. */
export async function issuedCredit(given: Givens, id: string): Promise<{ readonly id: string }> {
  const note = await given.creditNote(id, { issue_date: '2026-11-21' })
  return given.put(note.id, { status: 'sent' })
}

/** An invoice with one fault, the broken rule and its pointer. */
export interface Refused {
  readonly rule: string
  readonly pointer: string
  readonly settings?: object
  readonly customer?: object
  readonly body?: object
}

/** Asserts that the fault is found, in four languages, and that the file is refused for it. */
export async function expectRefused(
  { call }: TestApp,
  id: string,
  { profile, rule, pointer }: Refused & { readonly profile: NationalProfile },
): Promise<void> {
  const own = ownLanguage(profile) ?? ''
  const get = async (path: string, language: string): Promise<Json> =>
    (
      await call('GET', `/invoices/${id}/${path}`, undefined, { 'accept-language': language })
    ).json()
  const check = (language: string) => get(`validation?profile=${profile}`, language)
  const { valid, errors } = await check(own)
  expect(valid).toBe(false)
  expect(errors.map((it: Json) => [it.rule, it.pointer])).toEqual([[rule, pointer]])
  const texts = await Promise.all(
    ['en', 'de', 'fr', own].map(async (it) => (await check(it)).errors[0].message),
  )
  expect(new Set(texts).size).toBe(4)
  const problem = await get(`xml?format=${profile}`, own)
  expect(problem).toMatchObject({ status: 422, code: 'einvoice_invalid' })
  expect(problem.errors[0].message).toBe(texts[3])
}
