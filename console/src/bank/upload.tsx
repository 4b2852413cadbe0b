import { Button, FileButton, Group, Select, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BANK_KEY } from '../api/bank.ts'
import { isProblem, messageOf } from '../api/client.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { dotted } from '../components/dotted.ts'
import { IconUpload } from '../components/icons.ts'
import { InTurnReport, useInTurn } from '../components/in-turn.tsx'
import { useAct } from '../components/use-act.ts'
import { sendOnce } from '../components/use-send.ts'
import { bankAccountsQuery } from './queries.ts'
import { useBankWords } from './words.ts'

interface Outcome {
  readonly file: File
  readonly text: string
  /** Of the stored file. */
  readonly id: string | null
  readonly problems: readonly string[]
  /** The statement is of an account that is not there; null: the file does not say which one. */
  readonly missing: { readonly iban: string | null; readonly currency: string } | undefined
}

/** What the problem says beside its message. */
type Told = Readonly<Record<string, unknown>>

/** Uploads statements one after the other and shows the result of each. */
export function useUpload() {
  const words = useBankWords()
  const queries = useQueryClient()
  const send = async (file: File, accountId?: string): Promise<Outcome> => {
    const query = {
      name: file.name.slice(-200),
      ...(accountId !== undefined && { bank_account_id: accountId }),
    }
    const body = new Blob([file], { type: 'application/octet-stream' })
    try {
      const made = await sendOnce((api) => api.uploadBankFile({ query, body }))
      const text = made.already_imported ? words.knownFile : words.read(made.new, made.known)
      const later = made.status === 'reading' ? words.inBackground : null
      return {
        ...{ file, id: made.already_imported ? null : made.id, missing: undefined },
        ...{ text: dotted([text, later]), problems: made.problems },
      }
    } catch (error) {
      const isUnknown = isProblem(error, 'bank_account_unknown')
      const { iban, currency }: Told = (isUnknown ? error.problem : null) ?? {}
      const missing = isUnknown
        ? { iban: typeof iban === 'string' ? iban : null, currency: String(currency ?? 'EUR') }
        : undefined
      return { file, id: null, text: messageOf(error), problems: [], missing }
    }
  }

  const onSent = () =>
    Promise.all(
      [BANK_KEY, INVOICES_KEY].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    )
  return useInTurn({ send, onSent })
}

type Uploading = ReturnType<typeof useUpload>

export function UploadButton({ sendAll, place }: Pick<Uploading, 'sendAll' | 'place'>) {
  const words = useBankWords()
  return (
    <FileButton onChange={sendAll} multiple>
      {(button) => (
        <Button
          {...button}
          variant="default"
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
  return (
    <InTurnReport {...uploading} words={words}>
      {({ file, text, problems, id, missing }, index) => (
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
            <Missing missing={missing} onReady={(account) => void sendAgain(index, account)} />
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
