import { Group, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { BANK_KEY } from '../api/bank.ts'
import { type Api, api, fieldErrorsOf, isProblem } from '../api/client.ts'
import { settingsQuery } from '../api/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { dotted } from '../components/dotted.ts'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { QueryView } from '../components/query-view.tsx'
import { sendOnce } from '../components/use-send.ts'
import { useFormat } from '../words/format.ts'
import {
  type BankColumns,
  type Choices,
  choose,
  DATES,
  DECIMALS,
  firstChoices,
  isNamed,
  mappingOf,
  previewOf,
  ROLES,
  type Role,
} from './columns.ts'
import { bankAccountsQuery, usableOf } from './queries.ts'
import { shownText } from './shown-text.ts'
import { useBankWords } from './words.ts'

/** How to read a file: with which mapping, and into which account. */
export interface Reading {
  readonly profileId?: string
  readonly accountId?: string
}

interface Props {
  readonly file: File
  readonly onReady: (reading: Reading) => void
  readonly onClose: () => void
}

/** The service reads no more to guess. */
const SAMPLE_BYTES = 300_000

const columnsQuery = (file: File) =>
  queryOptions({
    queryKey: [BANK_KEY, 'columns', file.name, file.size, file.lastModified],
    queryFn: ({ signal }) => {
      const type = 'application/octet-stream'
      return api.proposeBankColumns({
        body: new Blob([file.slice(0, SAMPLE_BYTES)], { type }),
        signal,
      })
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Asks which column of a bank's table means what, and keeps the answer for the next file. */
export function ColumnsDialog({ file, onReady, onClose }: Props) {
  const words = useBankWords().columns
  const columns = useQuery(columnsQuery(file))
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const read = async (profile: Profile, reading: Reading) => {
    setBusy(true)
    try {
      const profileId = await sendOnce((api) => keepReadable(api, file, { profile, reading }))
      onReady({ ...reading, profileId })
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      size="xl"
      title={words.title(shownText(file.name))}
    >
      <QueryView of={columns} lines={6}>
        {(found) => (
          <ColumnsForm
            file={file}
            found={found}
            error={error}
            isBusy={isBusy}
            onRead={(profile, reading) => void read(profile, reading)}
          />
        )}
      </QueryView>
    </Dialog>
  )
}

type Profile = Parameters<Api['createBankProfile']>[0]['body']

/** What says that the mapping is wrong; all else is not about the columns. */
const ABOUT_COLUMNS = new Set(['file_unreadable', 'csv_profile_needed'])

/** Stores a mapping if the file can be read with it. Returns its id. */
async function keepReadable(
  api: Api,
  file: File,
  { profile, reading }: { readonly profile: Profile; readonly reading: Reading },
): Promise<string> {
  const { id } = await api.createBankProfile({ body: profile })
  const query = { ...queryOf(reading), profile: id, dry_run: true }
  try {
    await api.uploadBankFile({ query, body: bytesOf(file) })
  } catch (error) {
    if (isProblem(error) && !ABOUT_COLUMNS.has(error.code)) return id
    await api.deleteBankProfile({ path: { id } })
    throw error
  }
  return id
}

export const bytesOf = (file: File): Blob => new Blob([file], { type: 'application/octet-stream' })

export const queryOf = ({ accountId, profileId }: Reading) => ({
  ...(accountId !== undefined && { bank_account_id: accountId }),
  ...(profileId !== undefined && { profile: profileId }),
})

interface FormProps {
  readonly file: File
  readonly found: BankColumns
  readonly error: unknown
  readonly isBusy: boolean
  readonly onRead: (profile: Profile, reading: Reading) => void
}

function ColumnsForm({ file, found, error, isBusy, onRead }: FormProps) {
  const words = useBankWords().columns
  const { data: settings } = useQuery(settingsQuery)
  const { data } = useQuery(bankAccountsQuery)
  const accounts = usableOf(data?.data ?? [])
  const [name, setName] = useState(() => shownText(file.name).replace(/\.[^.]*$/, ''))
  const [choices, setChoices] = useState(() => firstChoices(found))
  const [accountId, setAccountId] = useState<string>()
  const account = accounts.find(({ id }) => id === accountId) ?? accounts[0]
  const currency = account?.currency ?? settings?.currency ?? 'EUR'
  const mapping = mappingOf(found, choices, currency)
  const errors = fieldErrorsOf(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (mapping === null) return
    onRead({ name: name.trim(), mapping }, account ? { accountId: account.id } : {})
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {words.text}
        </Text>
        <Group gap="md" align="flex-start">
          <TextInput
            label={words.name}
            value={name}
            error={errors.name}
            maxLength={200}
            flex="1 1 220px"
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {accounts.length > 0 && (
            <NativeSelect
              label={words.account}
              value={account?.id}
              flex="1 1 220px"
              data={accounts.map((it) => ({
                value: it.id,
                label: dotted([it.name, it.iban !== it.name && it.iban]),
              }))}
              onChange={({ currentTarget }) => setAccountId(currentTarget.value)}
            />
          )}
        </Group>
        <Meanings found={found} choices={choices} onChange={setChoices} />
        <Writing choices={choices} onChange={setChoices} />
        <Preview found={found} choices={choices} currency={currency} />
        <FormFault error={error} fields={['name']} />
        <FormButtons
          submit={words.read}
          isBusy={isBusy}
          isIncomplete={mapping === null || name.trim() === ''}
        />
      </Stack>
    </form>
  )
}

interface ChoiceProps {
  readonly found: BankColumns
  readonly choices: Choices
  readonly onChange: (choices: Choices) => void
}

const SAMPLES = 3

function Meanings({ found, choices, onChange }: ChoiceProps) {
  const words = useBankWords().columns
  return (
    <Table verticalSpacing={6} aria-label={words.meaning}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.column}</Table.Th>
          <Table.Th>{words.meaning}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {found.columns.map(
          (column, at) =>
            isNamed(found.columns, at) && (
              <Table.Tr key={column}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {shownText(column)}
                  <Text size="xs" c="dimmed" lineClamp={1}>
                    {samplesOf(found, at)}
                  </Text>
                </Table.Td>
                <Table.Td w={{ base: '52%', sm: '45%' }}>
                  <NativeSelect
                    size="xs"
                    aria-label={`${words.meaning}: ${shownText(column)}`}
                    value={choices.roles[at]}
                    data={ROLES.map((value) => ({ value, label: words.roles[value] }))}
                    onChange={({ currentTarget }) =>
                      onChange(choose(found, choices, at, currentTarget.value as Role))
                    }
                  />
                </Table.Td>
              </Table.Tr>
            ),
        )}
      </Table.Tbody>
    </Table>
  )
}

const samplesOf = ({ rows }: BankColumns, at: number): string =>
  dotted(
    rows
      .map((row) => shownText(row[at] ?? ''))
      .filter((cell) => cell !== '')
      .slice(0, SAMPLES),
  )

/** How days, amounts and directions are written. */
function Writing({ choices, onChange }: Omit<ChoiceProps, 'found'>) {
  const words = useBankWords().columns
  return (
    <Group gap="md" align="flex-start">
      <NativeSelect
        label={words.date}
        value={choices.date}
        data={Object.entries(DATES).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) =>
          onChange({ ...choices, date: currentTarget.value as Choices['date'] })
        }
      />
      <NativeSelect
        label={words.decimal}
        value={choices.decimal}
        data={Object.entries(DECIMALS).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) =>
          onChange({ ...choices, decimal: currentTarget.value as Choices['decimal'] })
        }
      />
      {choices.roles.includes('sign') && (
        <TextInput
          label={words.debit}
          value={choices.debit}
          maxLength={200}
          w={160}
          onChange={({ currentTarget }) => onChange({ ...choices, debit: currentTarget.value })}
        />
      )}
    </Group>
  )
}

interface PreviewProps extends Omit<ChoiceProps, 'onChange'> {
  readonly currency: string
}

/** The first rows as the service would read them. */
function Preview({ found, choices, currency }: PreviewProps) {
  const words = useBankWords().columns
  const format = useFormat()
  const { roles } = choices
  const hasAmount =
    roles.includes('amount') || (roles.includes('credit') && roles.includes('debit'))
  if (!roles.includes('booking_date') || !hasAmount)
    return (
      <Text size="sm" role="status">
        {words.missing}
      </Text>
    )
  const unreadable = (
    <Text span size="sm" c="red">
      {words.unreadable}
    </Text>
  )
  return (
    <Table verticalSpacing={4} aria-label={words.preview}>
      <Table.Caption style={{ captionSide: 'top' }} ta="start" p={0}>
        {words.preview}
      </Table.Caption>
      <Table.Tbody>
        {previewOf(found, choices, currency).map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their place.
          <Table.Tr key={at}>
            <Table.Td className="nowrap">
              {row.day === undefined ? unreadable : format.date(row.day)}
            </Table.Td>
            <Table.Td c="dimmed">
              <Text size="sm" lineClamp={1} style={{ overflowWrap: 'anywhere' }}>
                {dotted(row.words.map(shownText))}
              </Text>
            </Table.Td>
            <Table.Td className="figures">
              {row.amount === undefined ? unreadable : format.money(row.amount, row.currency)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
