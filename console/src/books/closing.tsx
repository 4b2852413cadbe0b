import { addDays } from '@billwright/rules/days'
import { Button, Paper, Stack, Table, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrorsOf } from '../api/client.ts'
import { BOOKS_KEY, type Books, booksQuery } from '../api/queries.ts'
import { useMay } from '../api/session.ts'
import { DayField } from '../components/date-field.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { Drawing } from '../components/drawing.tsx'
import { Empty } from '../components/empty.tsx'
import { IconLock } from '../components/icons.ts'
import { Ledger } from '../components/ledger.tsx'
import { tellDone } from '../components/notices.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useChange } from '../components/use-send.ts'
import { useFormat } from '../words/format.ts'
import { BooksFrame } from './frame.tsx'
import { useBooksWords } from './words.ts'

/** Until when the books are closed. */
export function Closing() {
  const words = useBooksWords()
  const isAdmin = useMay('admin')
  const books = useQuery(booksQuery)
  const [asking, setAsking] = useState<'close' | 'reopen' | null>(null)
  const isClosed = books.data?.closed_until != null
  const close = isAdmin && (
    <Button leftSection={<IconLock size={18} aria-hidden />} onClick={() => setAsking('close')}>
      {words.closing.close}
    </Button>
  )
  const reopen = isAdmin && (
    <Button variant="default" onClick={() => setAsking('reopen')}>
      {words.closing.reopen}
    </Button>
  )
  return (
    <BooksFrame
      title={words.places.closing}
      actions={
        isClosed && (
          <>
            {reopen}
            {close}
          </>
        )
      }
    >
      <QueryView of={books} lines={3}>
        {(it) =>
          it.closed_until === null ? (
            <Empty
              icon={<Drawing of="sheet" />}
              title={words.closing.openTitle}
              text={words.closing.openText}
              action={close}
            />
          ) : (
            <ClosedBooks books={it} until={it.closed_until} />
          )
        }
      </QueryView>
      {asking === 'close' && books.data && (
        <CloseDialog books={books.data} onClose={() => setAsking(null)} />
      )}
      {asking === 'reopen' && <ReopenDialog onClose={() => setAsking(null)} />}
    </BooksFrame>
  )
}

const SUMS = ['invoices', 'credit_notes', 'payments', 'settled', 'on_account'] as const

function ClosedBooks({ books, until }: { readonly books: Books; readonly until: string }) {
  const words = useBooksWords().closing
  const format = useFormat()
  const { note, changed_by: by, changed_at: at, sums } = books
  return (
    <Stack gap="md">
      <Paper p="md">
        <Text fw={500}>{words.until(format.date(until))}</Text>
        {note !== null && <Text style={{ overflowWrap: 'anywhere' }}>{note}</Text>}
        {by !== null && at !== null && (
          <Text c="dimmed" size="sm">
            {words.by(by, format.instant(at))}
          </Text>
        )}
      </Paper>
      {sums.map(({ currency, ...sum }) => (
        <Ledger key={currency}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{`${words.sums}, ${currency}`}</Table.Th>
                <Table.Th className="figures">{words.count}</Table.Th>
                <Table.Th className="figures">{words.amount}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {SUMS.filter((name) => sum[name].count > 0).map((name) => (
                <Table.Tr key={name}>
                  <Table.Td>{words[name]}</Table.Td>
                  <Table.Td className="figures">{format.number(sum[name].count)}</Table.Td>
                  <Table.Td className="figures">
                    {format.money(sum[name].amount, currency)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Ledger>
      ))}
    </Stack>
  )
}

interface DialogProps {
  readonly books: Books
  readonly onClose: () => void
}

function CloseDialog({ books, onClose }: DialogProps) {
  const words = useBooksWords().closing
  const done = useDone(words.closed, onClose)
  const { mutate, error, isPending } = useChange({
    run: (api, form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? '').trim()
      const body = { until: text('until'), note: text('note') || null }
      return api.closeBooks({ body })
    },
    onSuccess: done,
  })
  const errors = fieldErrorsOf(error)
  return (
    <DialogForm
      title={words.close}
      words={words}
      isBusy={isPending}
      error={error}
      places={['until', 'note']}
      onClose={onClose}
      onSubmit={mutate}
    >
      <Text size="sm">{words.closeText}</Text>
      <DayField
        name="until"
        label={words.untilField}
        error={errors.until}
        defaultValue={lastDayOfMonthBefore(books.closed_until)}
        required
        data-autofocus
      />
      <TextInput name="note" label={words.note} error={errors.note} maxLength={500} />
    </DialogForm>
  )
}

/** The last day of the month before today's. Empty if that is closed. */
function lastDayOfMonthBefore(closed: string | null): string {
  const today = new Date().toISOString().slice(0, 10)
  const day = addDays(`${today.slice(0, 7)}-01`, -1)
  return closed !== null && day <= closed ? '' : day
}

const REOPEN_FIELDS = ['to', 'reason'] as const

function ReopenDialog({ onClose }: Pick<DialogProps, 'onClose'>) {
  const words = useBooksWords().closing
  const done = useDone(words.reopened, onClose)
  const { mutate, error, isPending } = useChange({
    run: (api, form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? '').trim()
      const body = { to: text('to') || null, reason: text('reason') }
      return api.reopenBooks({ body })
    },
    onSuccess: done,
  })
  const errors = fieldErrorsOf(error)
  return (
    <DialogForm
      title={words.reopen}
      words={{ save: words.reopenSave }}
      isBusy={isPending}
      error={error}
      places={REOPEN_FIELDS}
      onClose={onClose}
      onSubmit={mutate}
    >
      <Text size="sm">{words.reopenText}</Text>
      <DayField name="to" label={words.to} description={words.toHint} error={errors.to} />
      <Textarea
        name="reason"
        label={words.reason}
        description={words.reasonHint}
        error={errors.reason}
        maxLength={500}
        autosize
        minRows={2}
        required
      />
    </DialogForm>
  )
}

function useDone(told: string, onClose: () => void) {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: [BOOKS_KEY] })
    tellDone(told)
    onClose()
  }
}
