import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, isProblem } from '../api/client.ts'
import { INVOICES_KEY, type Invoice } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { dotted } from '../components/dotted.ts'
import { State } from '../components/state.tsx'
import { useAct } from '../components/use-act.ts'
import { accessPointQuery } from '../settings/queries.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'

/** Null: the invoice was not sent through the access point. */
const transmissionQuery = (id: string) =>
  queryOptions({
    queryKey: [INVOICES_KEY, 'transmission', id],
    queryFn: async ({ signal }) => {
      try {
        return await api.getTransmission({ path: { id }, signal })
      } catch (error) {
        if (isProblem(error, 'transmission_not_found')) return null
        throw error
      }
    },
  })

const SHAPES = {
  queued: 'dashed',
  sent: 'open',
  delivered: 'done',
  failed: 'late',
  lost: 'late',
} as const

/** The transmission of an invoice through the access point; hidden without one. */
export function Transmission({ invoice: { id, status } }: { readonly invoice: Invoice }) {
  const words = useWords().transmission
  const { instant } = useFormat()
  const mayIssue = useMay('issue')
  const isIssued = status !== 'draft' && status !== 'void'
  const { data } = useQuery({ ...accessPointQuery, enabled: isIssued })
  const hasPoint = typeof data?.point.url === 'string'
  const { data: last } = useQuery({ ...transmissionQuery(id), enabled: isIssued && hasPoint })
  const { act, isBusy } = useAct([INVOICES_KEY, 'transmission', id])
  if (!isIssued || !hasPoint || last === undefined) return null
  const state = last?.status as keyof typeof SHAPES | undefined
  const mayBeSent = last === null || state === 'failed' || state === 'lost'
  const send = () =>
    act({ run: (api) => api.transmitInvoice({ path: { id }, body: {} }), done: words.done })
  return (
    <Paper p="md">
      <Stack gap="xs" align="flex-start">
        <Title order={2} size="sm">
          {words.title}
        </Title>
        {last !== null && state !== undefined && (
          <>
            <Group gap="xs">
              <State shape={SHAPES[state]}>{words.states[state]}</State>
              <Text size="xs" c="dimmed">
                {instant(last.updated_at)}
              </Text>
            </Group>
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {dotted([last.recipient, last.detail])}
            </Text>
          </>
        )}
        {mayIssue && mayBeSent && (
          <Button size="compact-sm" variant="default" loading={isBusy} onClick={send}>
            {last === null ? words.send : words.again}
          </Button>
        )}
      </Stack>
    </Paper>
  )
}
