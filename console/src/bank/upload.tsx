import { Button, FileButton, Group, Select, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BANK_KEY } from '../api/bank.ts'
import { isProblem, messageOf } from '../api/client.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { dotted } from '../components/dotted.ts'
import { IconUpload } from '../components/icons.ts'
import { InTurnReport, useInTurn } from '../components/in-turn.tsx'
import { useAct } from '../components/use-act.ts'
import { sendOnce } from '../components/use-send.ts'
import { bytesOf, ColumnsDialog, queryOf, type Reading } from './columns-dialog.tsx'
import { bankAccountsQuery, usableOf } from './queries.ts'
import { useBankWords } from './words.ts'

interface Outcome {
  readonly file: File
  readonly text: string
  /** Of the stored file. */
  readonly id: string | null
  readonly problems: readonly string[]
  /** How it was read. */
  readonly reading: Reading
  /** Of a table that no mapping fits. */
  readonly columns: readonly string[] | null
  /** The statement is of an account that is not there; null: the file does not say which one. */
  readonly missing: { readonly iban: string | null; readonly currency: string } | undefined
}

/** What the problem says beside its message. */
type Told = Readonly<Record<string, unknown>>

/** Uploads statements one after the other and shows the result of each. */
export function useUpload() {
  const words = useBankWords()
  const queries = useQueryClient()
  const send = async (file: File, reading: Reading = {}): Promise<Outcome> => {
    const query = { name: file.name.slice(-200), ...queryOf(reading) }
    const outcome = { file, reading, id: null, problems: [], columns: null, missing: undefined }
    try {
      const made = await sendOnce((api) => api.uploadBankFile({ query, body: bytesOf(file) }))
      const text = made.already_imported ? words.knownFile : words.read(made.new, made.known)
      const later = made.status === 'reading' ? words.inBackground : null
      return {
        ...{ ...outcome, id: made.already_imported ? null : made.id },
        ...{ text: dotted([text, later]), problems: made.problems },
      }
    } catch (error) {
      const isUnknown = isProblem(error, 'bank_account_unknown')
      const { iban, currency, columns }: Told = (isProblem(error) ? error.problem : null) ?? {}
      // Where there is only one account, nobody has to choose it.
      const only = isUnknown && iban === null ? await onlyAccount() : undefined
      if (only !== undefined && reading.accountId === undefined)
        return send(file, { ...reading, accountId: only })
      const missing = isUnknown
        ? { iban: typeof iban === 'string' ? iban : null, currency: String(currency ?? 'EUR') }
        : undefined
      return {
        ...{ ...outcome, text: messageOf(error), missing },
        columns: isProblem(error, 'csv_profile_needed') && isWords(columns) ? columns : null,
      }
    }
  }

  const onlyAccount = async (): Promise<string | undefined> => {
    const { data } = await queries.fetchQuery(bankAccountsQuery).catch(() => ({ data: [] }))
    const [only, ...others] = usableOf(data)
    return others.length === 0 ? only?.id : undefined
  }
  const onSent = () =>
    Promise.all(
      [BANK_KEY, INVOICES_KEY].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    )
  return useInTurn({ send, onSent })
}

const isWords = (it: unknown): it is readonly string[] => Array.isArray(it)

type Uploading = ReturnType<typeof useUpload>

interface ButtonProps extends Pick<Uploading, 'sendAll' | 'place'> {
  /** Nothing else is to be done yet. */
  readonly isFirst?: boolean | undefined
}

export function UploadButton({ sendAll, place, isFirst = false }: ButtonProps) {
  const words = useBankWords()
  return (
    <FileButton onChange={sendAll} multiple>
      {(button) => (
        <Button
          {...button}
          variant={isFirst ? 'filled' : 'default'}
          loading={place !== null}
          leftSection={<IconUpload size={18} aria-hidden />}
        >
          {words.upload}
        </Button>
      )}
    </FileButton>
  )
}

/** The progress, and what came of each file. */
export function UploadReport({ sendAgain, ...uploading }: Omit<Uploading, 'sendAll'>) {
  const words = useBankWords()
  /** Other files of the bank have the same columns. */
  const readAlike = async (columns: readonly string[], reading: Reading) => {
    for (const [at, other] of uploading.outcomes.entries())
      if (other.columns?.join('\n') === columns.join('\n')) await sendAgain(at, reading)
  }
  return (
    <InTurnReport {...uploading} words={words}>
      {({ file, text, problems, id, missing, columns, reading }, index) => (
        <>
          <Text span fw={600} inherit>
            {file.name}
          </Text>
          {` – ${text}`}
          {problems.map((it) => (
            <Text key={it} size="sm" c="orange">
              {words.problems[it as keyof typeof words.problems]}
            </Text>
          ))}
          {id !== null && <UndoFile id={id} onDone={uploading.clear} />}
          {missing && (
            <Missing
              missing={missing}
              onReady={(accountId) => void sendAgain(index, { ...reading, accountId })}
            />
          )}
          {columns && (
            <Columns file={file} onReady={(reading) => void readAlike(columns, reading)} />
          )}
        </>
      )}
    </InTurnReport>
  )
}

function UndoFile({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const words = useBankWords()
  const { act, isBusy } = useAct([BANK_KEY], [INVOICES_KEY])
  const undo = async () => {
    const done = await act({
      run: (api) => api.undoBankFile({ path: { id } }),
      done: words.fileUndone,
    })
    if (done !== undefined) onDone()
  }
  return (
    <Button size="compact-sm" variant="subtle" color="gray" loading={isBusy} onClick={undo}>
      {words.undoFile}
    </Button>
  )
}

interface ColumnsProps {
  readonly file: File
  readonly onReady: (reading: Reading) => void
}

function Columns({ file, onReady }: ColumnsProps) {
  const words = useBankWords().columns
  const isAdmin = useMay('admin')
  const [isOpen, setOpen] = useState(false)
  if (!isAdmin)
    return (
      <Text size="sm" c="dimmed">
        {words.admin}
      </Text>
    )
  return (
    <>
      <Group mt={4}>
        <Button size="compact-sm" variant="light" onClick={() => setOpen(true)}>
          {words.choose}
        </Button>
      </Group>
      {isOpen && (
        <ColumnsDialog
          file={file}
          onReady={(reading) => {
            setOpen(false)
            onReady(reading)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface MissingProps {
  readonly missing: NonNullable<Outcome['missing']>
  readonly onReady: (accountId: string) => void
}

/** Adds the account of the statement with one click, or lets a person choose one. */
function Missing({ missing: { iban, currency }, onReady }: MissingProps) {
  const words = useBankWords()
  const isAdmin = useMay('admin')
  const { data: accounts } = useQuery(bankAccountsQuery)
  const { act, isBusy } = useAct([BANK_KEY])
  if (iban === null)
    return (
      <Select
        mt={4}
        label={words.readInto}
        data={
          accounts?.data.map(({ id, name, iban: own }) => ({
            value: id,
            label: dotted([name, own]),
          })) ?? []
        }
        onChange={(id) => id !== null && onReady(id)}
      />
    )
  if (!isAdmin) return null
  const add = async () => {
    const made = await act({
      run: (api) => api.createBankAccount({ body: { name: iban, iban, currency } }),
      done: words.addAccount(iban),
    })
    if (made !== undefined) onReady(made.id)
  }
  return (
    <Group mt={4}>
      <Button size="compact-sm" variant="light" loading={isBusy} onClick={add}>
        {words.addAccount(iban)}
      </Button>
    </Group>
  )
}
