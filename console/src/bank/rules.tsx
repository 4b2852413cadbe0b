import { Button, Paper } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BANK_KEY } from '../api/bank.ts'
import type { Api } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { ruleCustomerQuery } from '../components/customer-choice.tsx'
import { Drawing } from '../components/drawing.tsx'
import { Empty } from '../components/empty.tsx'
import { IconPlus } from '../components/icons.ts'
import { KeptRow } from '../components/kept-row.tsx'
import { TextLink } from '../components/list-links.tsx'
import { QueryView } from '../components/query-view.tsx'
import { RuleActions } from '../components/rule-actions.tsx'
import { useAct } from '../components/use-act.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { BankFrame } from './frame.tsx'
import { type BankRule, bankAccountsQuery, bankRulesQuery } from './queries.ts'
import { RuleDialog } from './rule-dialog.tsx'
import type { BankSearch } from './search.ts'
import { useBankWords } from './words.ts'

/** What to do with entries before they are compared with invoices, in the order in which it is tried. */
export function BankRules() {
  const words = useBankWords().rules
  const { rules: common } = useWords()
  const isAdmin = useMay('admin')
  const rules = useQuery(bankRulesQuery)
  const [edited, setEdited] = useState<BankRule | 'new' | null>(null)
  const add = isAdmin && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
      {common.add}
    </Button>
  )
  const isEmpty = rules.data?.length === 0
  return (
    <BankFrame title={words.title} actions={!isEmpty && add}>
      <QueryView of={rules} lines={3}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              icon={<Drawing of="sheet" />}
              title={words.noneTitle}
              text={words.noneText}
              action={add}
            />
          ) : (
            <Paper>
              <ol className="kept-rows">
                {all.map((it, at) => (
                  <RuleRow key={it.id} rules={all} at={at} rule={it} onEdit={() => setEdited(it)} />
                ))}
              </ol>
            </Paper>
          )
        }
      </QueryView>
      {edited !== null && (
        <RuleDialog rule={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </BankFrame>
  )
}

interface RowProps {
  readonly rules: readonly BankRule[]
  readonly at: number
  readonly rule: BankRule
  readonly onEdit: () => void
}

function RuleRow({ rules, at, rule, onEdit }: RowProps) {
  const words = useBankWords().rules
  const { rules: common } = useWords()
  const isAdmin = useMay('admin')
  const { act, isBusy } = useAct([BANK_KEY])
  const when = useConditions(rule)
  const move = (to: number) =>
    act({ run: (api) => place(api, rules, { from: at, to }), done: common.moved })
  const remove = () =>
    act({
      run: (api) => api.deleteBankRule({ path: { id: rule.id }, ifMatch: rule.etag }),
      done: common.deleted,
      undo: (api) => {
        const { when, then, position } = rule
        return api.createBankRule({ body: { when, then, position } })
      },
    })
  const seen = searchOf(rule)
  return (
    <KeptRow
      title={<RuleAction rule={rule} />}
      text={
        <>
          <div>{when}</div>
          {seen && (
            <TextLink to="/bank" search={seen} size="sm">
              {words.show}
            </TextLink>
          )}
        </>
      }
      actions={
        isAdmin && (
          <RuleActions
            {...{ at, isBusy, onEdit }}
            count={rules.length}
            onMove={move}
            onDelete={remove}
          />
        )
      }
    />
  )
}

/** Gives the rules the places of their new order. */
async function place(
  api: Api,
  rules: readonly BankRule[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const moved = rules[from]
  if (!moved) return
  for (const [at, rule] of rules.toSpliced(from, 1).toSpliced(to, 0, moved).entries())
    if (rule.position !== at + 1)
      await api.patchBankRule({
        path: { id: rule.id },
        body: { position: at + 1 },
        ifMatch: rule.etag,
      })
}

function RuleAction({ rule: { then } }: { readonly rule: BankRule }) {
  const words = useBankWords().rules
  const customerId = 'customer_id' in then ? then.customer_id : null
  const { data: customer } = useQuery(ruleCustomerQuery(customerId))
  if ('ignore' in then) return words.ignores
  if ('payout' in then) return words.isPayout(then.payout)
  return words.isOf(customer?.name ?? '…')
}

function useConditions({ when }: BankRule): string {
  const words = useBankWords().rules
  const { language } = useLanguage()
  const { data: accounts } = useQuery(bankAccountsQuery)
  const account = accounts?.data.find(({ id }) => id === when.bank_account_id)
  const said = [
    when.direction && words.directions[when.direction],
    when.name_contains && words.nameHas(when.name_contains),
    when.text_contains && words.textHas(when.text_contains),
    when.iban && words.ibanIs(when.iban),
    when.bank_account_id && words.onAccount(account?.name ?? '…'),
  ].filter((it) => it !== undefined)
  return words.when(new Intl.ListFormat(language).format(said))
}

/** Where to see what a rule did. */
function searchOf({ when, then }: BankRule): BankSearch | null {
  const q = when.name_contains ?? when.text_contains ?? when.iban
  if (q === undefined) return null
  return 'ignore' in then ? { tab: 'ignored', q } : 'payout' in then ? { tab: 'open', q } : { q }
}
