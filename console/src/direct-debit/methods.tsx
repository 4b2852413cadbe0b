import { Anchor, Button, FileButton, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { inCompany } from '../api/company.ts'
import { settingsQuery } from '../api/queries.ts'
import { useMay } from '../api/session.ts'
import { AddList } from '../components/add-list.tsx'
import { Dialog } from '../components/dialog.tsx'
import { dotted } from '../components/dotted.ts'
import { TextLink } from '../components/list-links.tsx'
import { State } from '../components/state.tsx'
import { useAct } from '../components/use-act.ts'
import { FILES_KEY, fileAddress } from '../files/queries.ts'
import { useMethodName } from '../online-payment/words.ts'
import { todayIn, useFormat } from '../words/format.ts'
import { MandateDialog } from './mandate-dialog.tsx'
import { addForm, FORM_TYPES } from './mandate-fields.tsx'
import { MethodMenu, useActOnMethod } from './method-menu.tsx'
import { METHODS_KEY, type Method, methodsQuery } from './queries.ts'
import { hasEnded, METHOD_SHAPES } from './states.ts'
import { useDirectDebitWords, useReason } from './words.ts'

interface Props {
  readonly customer: {
    readonly id: string
    readonly name: string
    readonly kind: 'business' | 'consumer' | null
  }
}

/** Mandates and saved methods of a customer; nothing where nobody collects. */
export function PaymentMethods({ customer }: Props) {
  const words = useDirectDebitWords().methods
  const mayIssue = useMay('issue')
  const methods = useQuery(methodsQuery(customer.id))
  const { data: settings } = useQuery(settingsQuery)
  const [isAdding, adding] = useDisclosure()
  const all = methods.data?.data ?? []
  const canCollect = settings !== undefined && settings.bankAccount.creditorId !== null
  if (all.length === 0 && !canCollect) return null
  const active = all.filter(({ status }) => status === 'active')
  const isAutomatic = active.some(({ via }) => via === 'provider')
  const hasMandate = active.some(({ mandate }) => mandate !== null)
  return (
    <Paper p="md" component="section" aria-label={words.title}>
      <Stack gap="sm">
        <Title order={2} size="sm">
          {words.title}
        </Title>
        <AddList
          of={methods}
          none={words.none}
          add={mayIssue && canCollect ? { label: words.add, onAdd: adding.open } : null}
        >
          {(method) => <MethodRow key={method.id} method={method} isOnly={active.length < 2} />}
        </AddList>
        {canCollect && (
          <Anchor
            size="xs"
            href={inCompany(`/api/v1/customers/${customer.id}/mandate-form/pdf`)}
            target="_blank"
          >
            {words.printForm}
          </Anchor>
        )}
        {(isAutomatic || hasMandate) && (
          <Text size="xs" c="dimmed">
            {isAutomatic ? words.automatic : words.byMandate}
          </Text>
        )}
      </Stack>
      {isAdding && settings && (
        <MandateDialog
          customer={customer}
          today={todayIn(settings.timeZone)}
          onClose={adding.close}
        />
      )}
    </Paper>
  )
}

function MethodRow({ method, isOnly }: RowProps & { readonly isOnly: boolean }) {
  const words = useDirectDebitWords().methods
  const nameOf = useMethodName()
  const reasonOf = useReason()
  const { kind, label, status, mandate, problem } = method
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
      <Stack gap={2} miw={0}>
        <Text size="sm" fw={500}>
          {mandate === null && label.includes(nameOf(kind)) ? label : `${nameOf(kind)} ${label}`}
        </Text>
        <State shape={METHOD_SHAPES[status] ?? 'open'}>{words.states[status]}</State>
        {problem !== null && (
          <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
            {reasonOf(problem)}
          </Text>
        )}
        <Facts method={method} isOnly={isOnly} />
        <ConsentFacts method={method} />
        <NextStep method={method} />
      </Stack>
      {!hasEnded(status) && <MethodMenu method={method} isOnly={isOnly} />}
    </Group>
  )
}

function Facts({ method, isOnly }: RowProps & { readonly isOnly: boolean }) {
  const words = useDirectDebitWords().methods
  const format = useFormat()
  const { customer_id: id, mandate, expires_on: end, status, default: isFirst } = method
  const facts = dotted([
    ...(mandate === null
      ? []
      : [
          words.mandate(mandate.reference),
          words.signed(format.date(mandate.signed_on)),
          mandate.scheme === 'B2B' && words.business,
          mandate.type === 'one_off' && words.once,
          mandate.final && words.last,
        ]),
    end !== null && status === 'active' && words.until(format.date(end)),
    isFirst && !isOnly && words.first,
  ])
  return (
    <>
      {facts !== '' && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {facts}
        </Text>
      )}
      {mandate?.evidence?.file_id && (
        <Anchor
          size="xs"
          href={fileAddress({ kind: 'customer', id }, { id: mandate.evidence.file_id })}
          download
        >
          {words.form}
        </Anchor>
      )}
    </>
  )
}

/** What the customer agreed to on a page, in the very words that they read. */
function ConsentFacts({ method: { consent } }: RowProps) {
  const words = useDirectDebitWords().methods
  const format = useFormat()
  const [isOpen, dialog] = useDisclosure()
  if (consent === null) return null
  return (
    <>
      <Anchor component="button" type="button" size="xs" ta="start" onClick={dialog.open}>
        {words.agreed(format.date(consent.at.slice(0, 10)))}
      </Anchor>
      <Dialog isOpen={isOpen} onClose={dialog.close} title={words.agreedTitle}>
        <Stack gap="sm">
          <Text lang={consent.language} style={{ whiteSpace: 'pre-line' }}>
            {consent.words}
          </Text>
          <Text size="sm" c="dimmed">
            {dotted([consent.name, format.instant(consent.at), consent.address])}
          </Text>
          <TextLink to="/invoices/$id" params={{ id: consent.invoice_id }} size="sm">
            {words.agreedOn}
          </TextLink>
        </Stack>
      </Dialog>
    </>
  )
}

interface RowProps {
  readonly method: Method
}

/** The one thing that a mandate waits for. */
function NextStep({ method }: RowProps) {
  const words = useDirectDebitWords().methods
  const mayIssue = useMay('issue')
  const { act, isBusy } = useActOnMethod()
  const { id, label, status, mandate, etag: ifMatch } = method
  if (!mayIssue) return null
  const button = { size: 'compact-sm', variant: 'default', c: 'var(--pine-ink)' } as const
  if (status === 'suspended')
    return (
      <Group>
        <Button
          {...button}
          loading={isBusy}
          aria-label={words.resumeOne(label)}
          onClick={() =>
            act({
              run: (api) => api.resumePaymentMethod({ path: { id }, ifMatch }),
              done: words.resumed,
            })
          }
        >
          {words.resume}
        </Button>
      </Group>
    )
  if (status !== 'pending' || mandate === null) return null
  if (mandate.evidence === null) return <AddForm method={method} />
  return (
    <Group>
      <Button
        {...button}
        loading={isBusy}
        aria-label={words.confirmOne(label)}
        onClick={() =>
          act({
            run: (api) => api.confirmPaymentMethod({ path: { id }, ifMatch }),
            done: words.confirmed,
          })
        }
      >
        {words.confirm}
      </Button>
    </Group>
  )
}

function AddForm({ method }: RowProps) {
  const words = useDirectDebitWords().methods
  const { act, isBusy } = useAct([METHODS_KEY], [FILES_KEY], ['attention'])
  const add = (file: File | null) => {
    if (file === null) return
    void act({
      run: (api) => addForm(api, method, file),
      done: words.formAdded,
    })
  }
  return (
    <Group>
      <FileButton onChange={add} accept={FORM_TYPES}>
        {(button) => (
          <Button
            {...button}
            size="compact-sm"
            variant="default"
            c="var(--pine-ink)"
            loading={isBusy}
            aria-label={words.addFormTo(method.label)}
          >
            {words.addForm}
          </Button>
        )}
      </FileButton>
    </Group>
  )
}
