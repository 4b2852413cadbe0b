import { Button, Group, Paper } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BANK_KEY } from '../api/bank.ts'
import { useMay } from '../api/session.ts'
import { EntryAction } from '../components/add-list.tsx'
import { ConfirmDialog } from '../components/confirm.tsx'
import { dotted } from '../components/dotted.ts'
import { Drawing } from '../components/drawing.tsx'
import { Empty } from '../components/empty.tsx'
import { IconArchive, IconArchiveOff, IconEdit, IconPlus, IconTrash } from '../components/icons.ts'
import { KeptRow } from '../components/kept-row.tsx'
import { QueryView } from '../components/query-view.tsx'
import { State } from '../components/state.tsx'
import { useAct } from '../components/use-act.ts'
import { useFormat } from '../words/format.ts'
import { AccountDialog } from './account-dialog.tsx'
import { BankFrame } from './frame.tsx'
import { type BankAccount, bankAccountsQuery, lastStatementsQuery } from './queries.ts'
import { useBankWords } from './words.ts'

/** The company's own accounts, whose statements are read. */
export function BankAccounts() {
  const words = useBankWords()
  const isAdmin = useMay('admin')
  const accounts = useQuery(bankAccountsQuery)
  const [edited, setEdited] = useState<BankAccount | 'new' | null>(null)
  const add = isAdmin && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
      {words.accounts.add}
    </Button>
  )
  const isEmpty = accounts.data?.data.length === 0
  return (
    <BankFrame title={words.accounts.title} actions={!isEmpty && add}>
      <QueryView of={accounts} lines={3}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty
              icon={<Drawing of="sheet" />}
              title={words.accounts.noneTitle}
              text={words.accounts.noneText}
              action={add}
            />
          ) : (
            <Paper>
              <ul className="kept-rows">
                {archivedLast(data).map((it) => (
                  <AccountRow key={it.id} account={it} onEdit={() => setEdited(it)} />
                ))}
              </ul>
            </Paper>
          )
        }
      </QueryView>
      {edited !== null && (
        <AccountDialog account={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </BankFrame>
  )
}

const archivedLast = (accounts: readonly BankAccount[]): readonly BankAccount[] =>
  accounts.toSorted((a, b) => Number(a.archived) - Number(b.archived))

interface RowProps {
  readonly account: BankAccount
  readonly onEdit: () => void
}

function AccountRow({ account, onEdit }: RowProps) {
  const words = useBankWords().accounts
  const format = useFormat()
  const isAdmin = useMay('admin')
  const { data: last } = useQuery(lastStatementsQuery)
  const { act, isBusy } = useAct([BANK_KEY])
  const [isAsking, setAsking] = useState(false)
  const { id, name, iban, other_id: other, currency, start_date: start, archived } = account
  const { etag: ifMatch } = account
  const setArchived = (archived: boolean) =>
    act({
      run: (api) => api.patchBankAccount({ path: { id }, body: { archived }, ifMatch }),
      done: archived ? words.archived : words.restored,
      undo: (api) => api.patchBankAccount({ path: { id }, body: { archived: !archived } }),
    })
  const statement = last?.get(id)
  const state = last && lastText()
  function lastText(): string {
    const { closing_date: day, closing_balance: balance } = statement ?? {}
    if (!statement) return words.noStatement
    if (!day) return words.hasStatement
    return balance
      ? words.until(format.date(day), format.money(balance, currency))
      : words.to(format.date(day))
  }
  return (
    <KeptRow
      title={
        archived ? (
          <Group gap="sm">
            {name}
            <State shape="void">{words.isArchived}</State>
          </Group>
        ) : (
          name
        )
      }
      text={
        <>
          <div>{dotted([iban !== name && iban, other !== name && other, currency])}</div>
          <div>{dotted([state, start && words.from(format.date(start))])}</div>
        </>
      }
      actions={
        isAdmin && (
          <>
            <EntryAction label={words.editOne(name)} Icon={IconEdit} onClick={onEdit} />
            <EntryAction
              label={archived ? words.restoreOne(name) : words.archiveOne(name)}
              Icon={archived ? IconArchiveOff : IconArchive}
              isBusy={isBusy}
              onClick={() => setArchived(!archived)}
            />
            {last && !statement && (
              <EntryAction
                label={words.deleteOne(name)}
                Icon={IconTrash}
                isBusy={isBusy}
                onClick={() => setAsking(true)}
              />
            )}
            <ConfirmDialog
              isOpen={isAsking}
              onClose={() => setAsking(false)}
              title={words.deleteTitle(name)}
              text={words.deleteText}
              verb={words.delete}
              onConfirm={() =>
                act({
                  run: (api) => api.deleteBankAccount({ path: { id }, ifMatch }),
                  done: words.deleted,
                })
              }
            />
          </>
        )
      }
    />
  )
}
