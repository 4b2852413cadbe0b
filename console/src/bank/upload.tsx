import { Button, FileButton, Group, List, Loader, Paper, Select, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { BANK_KEY } from '../api/bank.ts'
import { isProblem, messageOf } from '../api/client.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { dotted } from '../components/dotted.ts'
import { IconUpload } from '../components/icons.ts'
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

interface Place {
  readonly name: string
  readonly number: number
  readonly of: number
}

/** Uploads statements one after the other and shows the result of each. */
export function useUpload() {
  const words = useBankWords()
  const queries = useQueryClient()
  const isRunning = useRef(false)
  const [place, setPlace] = useState<Place | null>(null)
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])

  const uploadOne = async (file: File, accountId?: string): Promise<Outcome> => {
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

  const refresh = () =>
    Promise.all(
      [BANK_KEY, INVOICES_KEY].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    )
  const upload = async (files: readonly File[]): Promise<void> => {
    if (isRunning.current || files.length === 0) return
    isRunning.current = true
    const all: Outcome[] = []
    for (const [index, file] of files.entries()) {
      setPlace({ name: file.name, number: index + 1, of: files.length })
      all.push(await uploadOne(file))
      setOutcomes([...all])
    }
    setPlace(null)
    isRunning.current = false
    await refresh()
  }
  /** Once more, for an account. */
  const again = async (at: number, accountId: string): Promise<void> => {
    const before = outcomes[at]
    if (isRunning.current || !before) return
    isRunning.current = true
    setPlace({ name: before.file.name, number: 1, of: 1 })
    const outcome = await uploadOne(before.file, accountId)
    setOutcomes((all) => all.map((it, index) => (index === at ? outcome : it)))
    setPlace(null)
    isRunning.current = false
    await refresh()
  }
  return { upload, again, place, outcomes, clear: () => setOutcomes([]) }
}

type Uploading = ReturnType<typeof useUpload>

export function UploadButton({ upload, place }: Pick<Uploading, 'upload' | 'place'>) {
  const words = useBankWords()
  return (
    <FileButton onChange={upload} multiple>
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

/** The progress, and the result for each file. */
export function UploadReport({ place, outcomes, again, clear }: Omit<Uploading, 'upload'>) {
  const words = useBankWords()
  if (place === null && outcomes.length === 0) return null
  return (
    <Paper p="md" role="status">
      <Stack gap="xs" align="flex-start">
        {place !== null && (
          <Text size="sm">
            <Loader size="xs" aria-hidden /> {words.reading(place)}
          </Text>
        )}
        <List size="sm" listStyleType="none">
          {outcomes.map((outcome, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name.
            <List.Item key={index} style={{ overflowWrap: 'anywhere' }}>
              <Text span fw={600} inherit>
                {outcome.file.name}
              </Text>
              {` – ${outcome.text}`}
              {outcome.problems.map((it) => (
                <Text key={it} size="sm" c="orange">
                  {words.problems[it as keyof typeof words.problems]}
                </Text>
              ))}
              {outcome.id !== null && <UndoFile id={outcome.id} onDone={clear} />}
              {outcome.missing && (
                <Missing missing={outcome.missing} onReady={(id) => void again(index, id)} />
              )}
            </List.Item>
          ))}
        </List>
        {place === null && (
          <Button size="compact-sm" variant="default" onClick={clear}>
            {words.close}
          </Button>
        )}
      </Stack>
    </Paper>
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
