import { Anchor, Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { inCompany } from '../api/company.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { ConfirmButton } from '../components/confirm.tsx'
import { dotted } from '../components/dotted.ts'
import { TextLink } from '../components/list-links.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useAct } from '../components/use-act.ts'
import { SendDialog } from '../mail/send-dialog.tsx'
import { shownDecimal } from '../words/decimal-text.ts'
import { useFormat } from '../words/format.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { DeliveryNoteForm } from './form.tsx'
import { type DeliveredDocument, type Deliveries, deliveriesQuery } from './queries.ts'

interface Props {
  readonly of: DeliveredDocument
}

/** The delivery notes of a quote or an invoice, and the open quantities. */
export function DeliveriesCard({ of }: Props) {
  const words = useWords().deliveryNotes
  const mayIssue = useMay('issue')
  const read = useQuery(deliveriesQuery(of))
  const [isOpen, form] = useDisclosure()
  const items = read.data?.items ?? []
  if (read.data && items.length === 0) return null
  return (
    <Paper p="md">
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} size="sm">
          {words.title}
        </Title>
        {mayIssue && items.length > 0 && (
          <Button size="xs" variant="default" onClick={form.open}>
            {words.create}
          </Button>
        )}
      </Group>
      <QueryView of={read} lines={2}>
        {(deliveries) => <Delivered deliveries={deliveries} mayIssue={mayIssue} />}
      </QueryView>
      {isOpen && <DeliveryNoteForm of={of} items={items} onClose={form.close} />}
    </Paper>
  )
}

interface DeliveredProps {
  readonly deliveries: Deliveries
  readonly mayIssue: boolean
}

function Delivered({
  deliveries: { state, items, delivery_notes: notes },
  mayIssue,
}: DeliveredProps) {
  const words = useWords().deliveryNotes
  const { language } = useLanguage()
  const open = items.filter((item) => item.open !== '0')
  if (notes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {words.nothing}
      </Text>
    )
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {words.states[state as keyof typeof words.states]}
      </Text>
      {open.length > 0 && (
        <Table horizontalSpacing={0} fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.item}</Table.Th>
              <Table.Th className="figures">{words.open}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {open.map((item) => (
              <Table.Tr key={item.item_id}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{item.description}</Table.Td>
                <Table.Td className="figures">{shownDecimal(item.open, language)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {notes.map((note) => (
        <Note key={note.id} note={note} mayIssue={mayIssue} />
      ))}
      <TextLink to="/delivery-notes" size="sm" className="screen-only">
        {words.allOfThem}
      </TextLink>
    </Stack>
  )
}

interface NoteProps {
  readonly note: Deliveries['delivery_notes'][number]
  readonly mayIssue: boolean
}

function Note({ note: { id, number, status, date }, mayIssue }: NoteProps) {
  const words = useWords().deliveryNotes
  const format = useFormat()
  const { act, isBusy } = useAct([INVOICES_KEY])
  const [isSending, sending] = useDisclosure()
  const isVoid = status === 'void'
  const said = dotted([format.shortDate(date), isVoid && words.isVoid])
  return (
    <Group justify="space-between" gap="xs">
      <div style={{ minWidth: 0 }}>
        <Anchor
          href={inCompany(`/api/v1/delivery-notes/${id}/pdf`)}
          target="_blank"
          size="sm"
          style={{ overflowWrap: 'anywhere' }}
        >
          {number}
        </Anchor>
        <Text size="xs" c="dimmed">
          {said}
        </Text>
      </div>
      {mayIssue && !isVoid && (
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            aria-label={words.sendLabel(number)}
            onClick={sending.open}
          >
            {words.send}
          </Button>
          <ConfirmButton
            size="xs"
            loading={isBusy}
            title={words.voidTitle(number)}
            text={words.voidText}
            verb={words.void}
            aria-label={words.voidLabel(number)}
            onConfirm={() =>
              act({ run: (api) => api.voidDeliveryNote({ path: { id } }), done: words.voided })
            }
          >
            {words.void}
          </ConfirmButton>
        </Group>
      )}
      {isSending && (
        <SendDialog subject={{ kind: 'delivery_note', id, number }} onClose={sending.close} />
      )}
    </Group>
  )
}
