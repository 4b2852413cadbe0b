import { Anchor, Button, FileButton, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { fieldErrorsOf, isProblem, messageOf } from '../api/client.ts'
import {
  type AttachedInvoice,
  AttachedInvoices,
  attachedIn,
} from '../components/attached-invoices.tsx'
import { dotted } from '../components/dotted.ts'
import { IconUpload } from '../components/icons.ts'
import { InTurnReport, useInTurn } from '../components/in-turn.tsx'
import { sendOnce } from '../components/use-send.ts'
import { SUPPLIER_INVOICES_KEY } from './queries.ts'
import { useSupplierInvoiceWords } from './words.ts'

const ACCEPTED = '.xml,.pdf,.p7m'

/** The result for one file. */
interface Outcome {
  readonly file: File
  readonly id: string | null
  readonly text: string
  /** The e-invoices in a PDF, of which one must be chosen. */
  readonly attached: readonly AttachedInvoice[]
}

/** Uploads files one after the other and shows the result of each. */
export function useReceive() {
  const words = useSupplierInvoiceWords()
  const queries = useQueryClient()
  const send = async (file: File, attachment?: string): Promise<Outcome> => {
    const type = /\.pdf$/i.test(file.name) ? 'application/pdf' : 'application/xml'
    try {
      const made = await sendOnce((api) =>
        api.receiveSupplierInvoice({
          body: new Blob([file], { type }),
          query: attachment === undefined ? {} : { attachment },
        }),
      )
      const text = made.duplicate_of === null ? words.taken : words.takenTwice
      const lot = made.lot === null || attachment !== undefined ? null : words.lot(made.lot.of)
      return { file, id: made.id, text: dotted([text, lot]), attached: [] }
    } catch (error) {
      const faults = Object.values(fieldErrorsOf(error))
      const isKnown = isProblem(error, 'supplier_invoice_exists')
      const known: unknown = isKnown ? error.problem?.supplier_invoice_id : null
      return {
        file,
        id: typeof known === 'string' ? known : null,
        text: isKnown ? words.known : [messageOf(error), ...faults].join(' '),
        attached: attachedIn(error),
      }
    }
  }

  const onSent = () => queries.invalidateQueries({ queryKey: [SUPPLIER_INVOICES_KEY] })
  return useInTurn({ send, onSent })
}

type Receiving = ReturnType<typeof useReceive>

export function ReceiveButton({ sendAll, place }: Pick<Receiving, 'sendAll' | 'place'>) {
  const words = useSupplierInvoiceWords()
  return (
    <FileButton onChange={sendAll} accept={ACCEPTED} multiple>
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

/** The progress, and what came of each file. */
export function ReceiveReport({ sendAgain, ...receiving }: Omit<Receiving, 'sendAll'>) {
  const words = useSupplierInvoiceWords()
  return (
    <InTurnReport {...receiving} words={words}>
      {({ file, id, text, attached }, index) => (
        <>
          {id === null ? (
            <Text span fw={600} inherit>
              {file.name}
            </Text>
          ) : (
            <Anchor component={Link} to={`/supplier-invoices/${id}`} fw={600} inherit>
              {file.name}
            </Anchor>
          )}
          {` – ${text}`}
          <AttachedInvoices
            invoices={attached}
            onChoose={(attachment) => void sendAgain(index, attachment)}
          />
        </>
      )}
    </InTurnReport>
  )
}
