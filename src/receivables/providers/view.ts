import { isFirst } from '../../core/companies/company.ts'
import { originOfLinks } from '../../core/companies/links.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { view } from '../../kernel/fields/field.ts'
import { stampsOf } from '../../kernel/fields/shapes.ts'
import type { AccountFacts } from './port.ts'
import { FIELDS, type Provider, problemOf } from './provider.ts'

/** Without keys and secrets, which no response contains. */
export const providerView = (work: ReadWork) => (it: Provider) => ({
  id: it.id,
  ...view(FIELDS, it),
  mode: it.mode,
  account: it.account,
  has_api_key: it.apiKey !== '',
  has_hook_secrets: it.hookSecrets.length > 0,
  hook_url: hookUrlOf(work, it),
  hook: { last_at: it.hookLastAt },
  reconciled_until: it.reconciledUntil,
  differing: [...it.differing],
  problem: problemOf(it, work.at),
  ...stampsOf(it),
})

/** Where the provider sends its hooks; with the handle of the company, except in the first. */
export const hookUrlOf = (work: ReadWork, { id }: Pick<Provider, 'id'>): string => {
  const { company, app } = work
  const name = isFirst(company) ? id : `${company.handle}.${id}`
  return `${originOfLinks(app.publicUrl, work)}/hooks/${name}`
}

export const testView = ({ mode, ...found }: AccountFacts & Pick<Provider, 'mode'>) => ({
  account: found.account,
  name: found.name,
  mode,
  methods: [...found.methods],
  currencies: [...found.currencies],
})
