import { Anchor, Button, FileButton, List, Loader, Paper, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { fieldErrorsOf, isProblem, messageOf } from '../api/client.ts'
import {
  type AttachedInvoice,
  AttachedInvoices,
  attachedIn,
} from '../components/attached-invoices.tsx'
import { dotted } from '../components/dotted.ts'
import { IconUpload } from '../components/icons.ts'
import { sendOnce } from '../components/use-send.ts'
import { SUPPLIER_INVOICES_KEY } from './queries.ts'
import { useSupplierInvoiceWords } from './words.ts'

const ACCEPTED = '.xml,.pdf,.p7m'

/** The result for one file. */
interface Outcome {
  readonly file: File
  readonly name: string
  readonly id: string | null
  readonly text: string
  /** The e-invoices in a PDF, of which one must be chosen. */
  readonly attached: readonly AttachedInvoice[]
}

interface Place {
  readonly name: string
  readonly number: number
  readonly of: number
}

/** Uploads files one after the other and shows the result of each. */
export function useReceive() {
  const words = useSupplierInvoiceWords()
  const queries = useQueryClient()
  const isRunning = useRef(false)
  const [place, setPlace] = useState<Place | null>(null)
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])

  const receiveOne = async (file: File, attachment?: string): Promise<Outcome> => {
    const { name } = file
    const type = /\.pdf$/i.test(name) ? 'application/pdf' : 'application/xml'
    try {
      const made = await sendOnce((api) =>
        api.receiveSupplierInvoice({
          body: new Blob([file], { type }),
          query: attachment === undefined ? {} : { attachment },
        }),
      )
      const text = made.duplicate_of === null ? words.taken : words.takenTwice
      const lot = made.lot === null || attachment !== undefined ? null : words.lot(made.lot.of)
      return { file, name, id: made.id, text: dotted([text, lot]), attached: [] }
    } catch (error) {
      const faults = Object.values(fieldErrorsOf(error))
      const isKnown = isProblem(error, 'supplier_invoice_exists')
      const known: unknown = isKnown ? error.problem?.supplier_invoice_id : null
      return {
        file,
        name,
        id: typeof known === 'string' ? known : null,
        text: isKnown ? words.known : [messageOf(error), ...faults].join(' '),
        attached: attachedIn(error),
      }
    }
  }

  const receive = async (files: readonly File[]): Promise<void> => {
    if (isRunning.current || files.length === 0) return
    isRunning.current = true
    const all: Outcome[] = []
    for (const [index, file] of files.entries()) {
      setPlace({ name: file.name, number: index + 1, of: files.length })
      all.push(await receiveOne(file))
      setOutcomes([...all])
    }
    setPlace(null)
    isRunning.current = false
    await queries.invalidateQueries({ queryKey: [SUPPLIER_INVOICES_KEY] })
  }

  const choose = async (at: number, attachment: string): Promise<void> => {
    const chosen = outcomes[at]
    if (isRunning.current || !chosen) return
    isRunning.current = true
    setPlace({ name: chosen.name, number: 1, of: 1 })
    const outcome = await receiveOne(chosen.file, attachment)
    setOutcomes((all) => all.map((it, index) => (index === at ? outcome : it)))
    setPlace(null)
    isRunning.current = false
    await queries.invalidateQueries({ queryKey: [SUPPLIER_INVOICES_KEY] })
  }
  return { receive, choose, place, outcomes, clear: () => setOutcomes([]) }
}

type Receiving = ReturnType<typeof useReceive>

export function ReceiveButton({ receive, place }: Pick<Receiving, 'receive' | 'place'>) {
  const words = useSupplierInvoiceWords()
  return (
    <FileButton onChange={receive} accept={ACCEPTED} multiple>
      {(button) => (
        <Button
          {...button}
          loading={place !== null}
          leftSection={<IconUpload size={18} aria-hidden />}
        >
          {words.add}
        </Button>
      )}
    </FileButton>
  )
}

/** The progress, and the result for each file. */
export function ReceiveReport({ place, outcomes, choose, clear }: Omit<Receiving, 'receive'>) {
  const words = useSupplierInvoiceWords()
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
          {outcomes.map(({ name, id, text, attached }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name.
            <List.Item key={index} style={{ overflowWrap: 'anywhere' }}>
              {id === null ? (
                <Text span fw={600} inherit>
                  {name}
                </Text>
              ) : (
                <Anchor component={Link} to={`/supplier-invoices/${id}`} fw={600} inherit>
                  {name}
                </Anchor>
              )}
              {` – ${text}`}
              <AttachedInvoices
                invoices={attached}
                onChoose={(attachment) => void choose(index, attachment)}
              />
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
