import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Collapse,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { fieldErrorsOf } from '../api/client.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { QUOTES_KEY } from '../api/quotes.ts'
import { useMay } from '../api/session.ts'
import { useDocumentLanguages } from '../components/choices.ts'
import { MomentField } from '../components/date-field.tsx'
import { Dialog } from '../components/dialog.tsx'
import { dotted } from '../components/dotted.ts'
import { FormFault } from '../components/form-fault.tsx'
import { IconSend } from '../components/icons.ts'
import { tellDone } from '../components/notices.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useChange } from '../components/use-send.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { ByHand } from './by-hand.tsx'
import { MailLook } from './look.tsx'
import {
  MAIL_KEY,
  type Preview,
  previewQuery,
  type SendBody,
  type Subject,
  sendSubject,
} from './queries.ts'

/** Invalidates what shows the state of the newest message. */
const keyOf = ({ kind }: Subject) => (kind === 'quote' ? QUOTES_KEY : INVOICES_KEY)
const TYPING_MS = 500
const FIELDS = ['to', 'cc', 'bcc', 'subject', 'body', 'language', 'attach', 'send_on'] as const

interface Props {
  readonly subject: Subject
  readonly onClose: () => void
  readonly onSent?: () => unknown
}

/** Recipients, text, attachments and time of a message, beside a preview. */
export function SendDialog({ subject, onClose, onSent }: Props) {
  const words = useWords().mail.send
  const queries = useQueryClient()
  const [edits, setEdits] = useState<SendBody>({})
  const [sendOn, setSendOn] = useState<string | null>(null)
  const [asked] = useDebouncedValue(edits, TYPING_MS)
  const preview = useQuery(previewQuery(subject, asked))
  const isDemo = preview.data?.warnings.some(({ code }) => code === 'demo') ?? false
  const send = useChange({
    run: (api, body: SendBody) => sendSubject(api, subject, body),
    onSuccess: async (message) => {
      onClose()
      tellDone(isDemo ? words.kept : message.send_after === null ? words.sent : words.scheduled)
      await queries.invalidateQueries({ queryKey: [keyOf(subject)] })
      await queries.invalidateQueries({ queryKey: MAIL_KEY })
      await onSent?.()
    },
  })
  const change = (next: SendBody) => setEdits((before) => ({ ...before, ...next }))
  // A refused preview has the same reason as the refused message would have.
  const error = send.error ?? (preview.data && preview.error)
  return (
    <Dialog
      isOpen
      isBusy={send.isPending}
      isKept={Object.keys(edits).length > 0}
      onClose={onClose}
      title={words.title(subject.number ?? words.quoteDraft)}
      size="72rem"
    >
      <QueryView of={preview} lines={8}>
        {(data) => (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <form
              onSubmit={(event) => {
                event.preventDefault()
                send.mutate(sendOn === null ? edits : { ...edits, send_on: sendOn })
              }}
            >
              <Stack gap="sm">
                <Fields
                  kinds={KINDS[subject.kind]}
                  hasPage={hasPage(subject)}
                  preview={data}
                  edits={edits}
                  change={change}
                  errors={faultsOf(error)}
                >
                  <SendOn onChange={setSendOn} error={faultsOf(error).send_on} />
                </Fields>
                <Warnings of={data.warnings} />
                {isByHand(subject) && isWithoutMail(data) && (
                  <ByHand
                    of={subject}
                    to={edits.to ?? recipientsOf(data).to}
                    subject={edits.subject ?? data.subject}
                    body={edits.body ?? data.body}
                  />
                )}
                <FormFault
                  error={error}
                  fields={Object.keys(fieldErrorsOf(error)).filter(isField)}
                />
                <Group justify="flex-end" className="form-buttons dialog-end">
                  <Button variant="default" onClick={onClose} disabled={send.isPending}>
                    {words.cancel}
                  </Button>
                  <Button
                    type="submit"
                    loading={send.isPending}
                    disabled={isWithoutMail(data)}
                    leftSection={<IconSend size={18} aria-hidden />}
                  >
                    {sendOn === null ? words.send : words.schedule}
                  </Button>
                </Group>
              </Stack>
            </form>
            <Stack gap="xs">
              <Text size="sm">
                <b>{data.subject_line}</b>
                <br />
                {words.from(data.from?.address ?? '–')}
              </Text>
              <MailLook html={data.html} />
              <Attached of={data.attachments} />
            </Stack>
          </SimpleGrid>
        )}
      </QueryView>
    </Dialog>
  )
}

interface FieldsProps {
  /** The possible attachments. */
  readonly kinds: readonly AttachKind[]
  readonly hasPage: boolean
  readonly preview: Preview
  readonly edits: SendBody
  readonly change: (next: SendBody) => void
  readonly errors: Readonly<Record<string, string>>
  /** Beside the language. */
  readonly children: ReactNode
}

/** Unchanged fields follow the template and the customer, also after a change of the language. */
function Fields({ kinds, hasPage, preview, edits, change, errors, children }: FieldsProps) {
  const words = useWords().mail.send
  const usual = useMemo(() => recipientsOf(preview), [preview])
  const hasCopies = usual.cc.length > 0 || edits.cc !== undefined || edits.bcc !== undefined
  const [isOpen, copies] = useDisclosure(hasCopies)
  const language = edits.language ?? preview.language
  const languages = useDocumentLanguages(language)
  return (
    <>
      <TagsInput
        label={words.to}
        description={words.addressHint}
        value={[...(edits.to ?? usual.to)]}
        onChange={(to) => change({ to })}
        error={errors.to}
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
        data-autofocus
      />
      {!isOpen && (
        <Anchor component="button" type="button" size="sm" onClick={copies.open} w="fit-content">
          {words.addCopies}
        </Anchor>
      )}
      <Collapse expanded={isOpen}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TagsInput
            label={words.cc}
            value={[...(edits.cc ?? usual.cc)]}
            onChange={(cc) => change({ cc })}
            error={errors.cc}
            splitChars={[',', ';', ' ']}
            acceptValueOnBlur
          />
          <TagsInput
            label={words.bcc}
            value={[...(edits.bcc ?? [])]}
            onChange={(bcc) => change({ bcc })}
            error={errors.bcc}
            splitChars={[',', ';', ' ']}
            acceptValueOnBlur
          />
        </SimpleGrid>
      </Collapse>
      <TextInput
        label={words.subject}
        description={preview.subject.includes('{number}') ? words.numberHint : undefined}
        maxLength={200}
        value={edits.subject ?? preview.subject}
        onChange={(event) => change({ subject: event.currentTarget.value })}
        error={errors.subject}
      />
      <Textarea
        label={words.body}
        description={preview.link ? words.bodyHint : undefined}
        autosize
        minRows={6}
        maxRows={14}
        maxLength={5000}
        value={edits.body ?? preview.body}
        onChange={(event) => change({ body: event.currentTarget.value })}
        error={errors.body}
      />
      <Attach kinds={kinds} preview={preview} edits={edits} change={change} />
      {hasPage && (
        <Switch
          label={words.link}
          description={words.linkHint}
          checked={edits.link ?? preview.link}
          onChange={(event) => change({ link: event.currentTarget.checked })}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'start' }}>
        <Select
          label={words.language}
          data={[...languages]}
          value={language}
          onChange={(chosen) => change({ language: chosen ?? preview.language })}
          allowDeselect={false}
          searchable
        />
        {children}
      </SimpleGrid>
    </>
  )
}

const INVOICE_KINDS = [
  'pdf',
  'factur-x',
  'factur-x-france',
  'xrechnung',
  'peppol',
  'pint',
  'nlcius',
  'cius-pt',
  'cius-ro',
  'hr-eracun',
  'files',
] as const
type AttachKind = (typeof INVOICE_KINDS)[number]
/** The formats of a country are shown on demand, or if the customer needs them. */
const COMMON: readonly AttachKind[] = ['pdf', 'factur-x', 'files']
const KINDS: Readonly<Record<Subject['kind'], readonly AttachKind[]>> = {
  invoice: INVOICE_KINDS,
  quote: ['pdf', 'files'],
  delivery_note: ['pdf'],
  receipt: INVOICE_KINDS,
  statement: ['pdf'],
}

type AttachProps = Pick<FieldsProps, 'kinds' | 'preview' | 'edits' | 'change'>

function Attach({ kinds, preview, edits, change }: AttachProps) {
  const words = useWords().mail.send
  const [isOpen, all] = useDisclosure()
  // The formats that the customer needs stay visible after a person unticks them.
  const [needed] = useState<readonly string[]>(() => preview.attach)
  const chosen: readonly string[] = edits.attach ?? preview.attach
  const isUsual = (it: AttachKind) =>
    COMMON.includes(it) || needed.includes(it) || chosen.includes(it)
  const shown = kinds.filter((it) => isOpen || isUsual(it))
  const other = kinds.find((it) => !isUsual(it))
  const firstOther = useRef<HTMLInputElement>(null)
  // The button that had the focus no longer exists.
  useEffect(() => {
    if (isOpen) firstOther.current?.focus()
  }, [isOpen])
  return (
    <>
      <Checkbox.Group
        label={words.attach}
        value={[...chosen]}
        onChange={(values) => change({ attach: kinds.filter((it) => values.includes(it)) })}
      >
        <Group gap="md" mt={4}>
          {shown.map((kind) => (
            <Checkbox
              key={kind}
              ref={kind === other ? firstOther : null}
              value={kind}
              label={words.kinds[kind]}
            />
          ))}
        </Group>
      </Checkbox.Group>
      {shown.length < kinds.length && (
        <Anchor component="button" type="button" size="sm" onClick={all.open} w="fit-content">
          {words.moreFormats}
        </Anchor>
      )}
    </>
  )
}

interface SendOnProps {
  readonly onChange: (at: string | null) => void
  readonly error: string | undefined
}

/** A local day and time; empty: now. */
function SendOn({ onChange, error }: SendOnProps) {
  const words = useWords().mail.send
  const [text, setText] = useState('')
  const set = (value: string) => {
    setText(value)
    const at = new Date(value)
    onChange(Number.isNaN(at.getTime()) ? null : at.toISOString())
  }
  return (
    <MomentField
      label={words.sendOn}
      description={words.sendOnHint}
      value={text}
      onChange={set}
      error={error}
    />
  )
}

/** Statements and delivery notes have no share link. */
const hasPage = ({ kind }: Subject): boolean => kind !== 'statement' && kind !== 'delivery_note'

/** A document with a link that people can pass on. */
const isByHand = (subject: Subject): boolean =>
  subject.kind === 'invoice' || subject.kind === 'quote'

const isWithoutMail = ({ warnings }: Preview): boolean =>
  warnings.some(({ code }) => code === 'mail_not_configured')

/** Obstacles and warnings before sending. */
function Warnings({ of }: { readonly of: Preview['warnings'] }) {
  const words = useWords().mail.send
  const isAdmin = useMay('admin')
  if (of.length === 0) return null
  return (
    <Alert color="yellow" role="status">
      {of.map(({ code, params: { value = '' } }) => (
        <Text key={`${code} ${value}`} size="sm">
          {words.warnings[code](value)}{' '}
          {code === 'mail_not_configured' && isAdmin && (
            <Anchor component={Link} to="/mail/server" size="sm" underline="always">
              {words.setUp}
            </Anchor>
          )}
        </Text>
      ))}
    </Alert>
  )
}

function Attached({ of }: { readonly of: Preview['attachments'] }) {
  const format = useFormat()
  if (of.length === 0) return null
  return (
    <Text size="sm" c="dimmed">
      {dotted(of.map(({ name, bytes }) => `${name} (${format.bytes(bytes)})`))}
    </Text>
  )
}

const recipientsOf = ({ recipients }: Preview) => {
  const of = (role: string) =>
    recipients.filter((it) => it.role === role).map(({ address }) => address)
  return { to: of('to'), cc: of('cc') }
}

const isField = (place: string): boolean =>
  FIELDS.some((it) => place === it || place.startsWith(`${it}.`))

/** A fault of one address is shown at the list. */
const faultsOf = (error: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fieldErrorsOf(error)).map(([place, text]) => [place.split('.')[0], text]),
  )
