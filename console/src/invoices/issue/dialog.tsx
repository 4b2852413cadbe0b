import { Alert, Anchor, Button, Group, List, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../api/session.ts'
import { Dialog } from '../../components/dialog.tsx'
import { IconAlertCircle, IconAlertTriangle, IconCheck, IconSend } from '../../components/icons.ts'
import { previewQuery } from '../../mail/queries.ts'
import { sectionOf } from '../../settings/fields.ts'
import { shownPercent } from '../../words/decimal-text.ts'
import { useFormat } from '../../words/format.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { useActions } from '../use-actions.ts'
import { type Finding, isFatal, type Place } from './checks.ts'
import { checksQuery } from './queries.ts'

/** The reason why the document cannot be issued. */
const REASON = 'issue-findings'

interface Props {
  readonly id: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Without the choice to send it. */
  readonly isQuiet?: boolean
  /** `isToSend`: the person wants to send it now. */
  readonly onIssued: (isToSend: boolean) => unknown
}

/** The findings of a draft, and the two ways to issue it. */
export function IssueDialog({ id, isOpen, onClose, isQuiet = false, onIssued }: Props) {
  const { issuing: words, actions } = useWords()
  const format = useFormat()
  const queries = useQueryClient()
  const checks = useQuery({ ...checksQuery(queries, id), enabled: isOpen })
  const { data, isFetching } = checks
  const obstacles = useObstacles(id, isOpen && !isQuiet)
  const { issue, isBusy } = useActions({ id, type: 'invoice' }, data?.etag)
  const run = async (isToSend: boolean) => {
    if (await issue()) {
      onClose()
      await onIssued(isToSend)
    }
  }
  const total = data && format.money(data.invoice.totals.total, data.invoice.currency)
  const isWaiting = isFetching || data === undefined
  // The service would refuse it.
  const isStopped = data?.findings.some(isFatal) ?? false
  const isOff = isWaiting || isStopped
  return (
    <Dialog
      isOpen={isOpen}
      isBusy={isBusy}
      onClose={onClose}
      title={total === undefined ? words.untitled : words.title(total)}
      size="lg"
    >
      <Stack gap="md">
        <Text size="sm">{words.text}</Text>
        {isWaiting ? (
          <Skeleton height={60} aria-busy="true" />
        ) : (
          <Findings
            of={data.findings}
            id={id}
            customerId={data.invoice.customer_id}
            onGo={onClose}
          />
        )}
        {obstacles.length > 0 && <CannotSend obstacles={obstacles} onGo={onClose} />}
        <Group justify="flex-end" gap="xs" className="form-buttons">
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {words.cancel}
          </Button>
          {!isQuiet && (
            <Button variant="default" disabled={isOff || isBusy} onClick={() => run(false)}>
              {words.issue}
            </Button>
          )}
          <Button
            data-autofocus
            {...(!isQuiet && { leftSection: <IconSend size={18} aria-hidden /> })}
            loading={isBusy}
            // Takes the focus while it waits. Otherwise the focus would stay on the page below the dialog.
            data-disabled={isOff}
            aria-disabled={isOff}
            {...(isStopped && { 'aria-describedby': REASON })}
            onClick={() => !isOff && run(!isQuiet)}
          >
            {isQuiet ? actions.issue : words.send}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Why the document cannot be sent once it is issued. */
function useObstacles(id: string, isAsked: boolean): readonly Obstacle[] {
  const subject = { kind: 'invoice', id, number: null } as const
  const preview = useQuery({ ...previewQuery(subject, { attach: [] }), enabled: isAsked })
  return OBSTACLES.filter((it) => isAsked && preview.data?.warnings.some(({ code }) => code === it))
}

const OBSTACLES = ['mail_not_configured', 'no_recipient'] as const
type Obstacle = (typeof OBSTACLES)[number]

interface CannotSendProps {
  readonly obstacles: readonly Obstacle[]
  readonly onGo: () => void
}

/** Said before issuing, which cannot be undone, with the ways that are left. */
function CannotSend({ obstacles, onGo }: CannotSendProps) {
  const { send, mailServer } = useWords().mail
  const words = useWords().issuing
  const isAdmin = useMay('admin')
  return (
    <Alert color="yellow" role="status" title={words.cannotSend}>
      {obstacles.map((code) => (
        <Text key={code} size="sm">
          {send.warnings[code]()}
        </Text>
      ))}
      <Text size="sm">{words.otherWays}</Text>
      {isAdmin && obstacles.includes('mail_not_configured') && (
        <Group gap="md" mt={4}>
          <Anchor component={Link} to="/mail/server" onClick={onGo} size="sm" underline="always">
            {send.setUp}
          </Anchor>
          <Anchor component={Link} to="/settings/email" onClick={onGo} size="sm" underline="always">
            {mailServer.changeSender}
          </Anchor>
        </Group>
      )}
    </Alert>
  )
}

interface FindingsProps {
  readonly of: readonly Finding[]
  readonly id: string
  readonly customerId: string
  readonly onGo: () => void
}

function Findings({ of, id, customerId, onGo }: FindingsProps) {
  const words = useWords().issuing
  if (of.length === 0)
    return (
      <Group gap={6} c="dimmed">
        <IconCheck size={16} aria-hidden />
        <Text size="sm">{words.nothing}</Text>
      </Group>
    )
  const isStopped = of.some(isFatal)
  const Icon = isStopped ? IconAlertCircle : IconAlertTriangle
  return (
    <Alert
      id={REASON}
      color={isStopped ? 'red' : 'yellow'}
      icon={<Icon aria-hidden />}
      title={isStopped ? words.mustFix : words.look}
    >
      <List size="sm" spacing={6}>
        {of.map((finding) => (
          <List.Item key={JSON.stringify(finding)}>
            <Sentence of={finding} />{' '}
            <Anchor
              size="sm"
              fw={600}
              underline="always"
              c="inherit"
              renderRoot={(props) => (
                <Link {...props} {...targetOf(finding, id, customerId)} onClick={onGo} />
              )}
            >
              {finding.code === 'duplicate' ? words.open(finding.number) : words.change}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function Sentence({ of }: { readonly of: Finding }) {
  const { issuing: words, closedPeriod } = useWords()
  const { language } = useLanguage()
  const format = useFormat()
  if (of.code === 'rule') return of.message
  if (of.code === 'period_closed') return closedPeriod.closed(format.date(of.until))
  if (of.code === 'duplicate') return words.duplicate
  if (of.code === 'unusual_rate') return words.unusualRate(shownPercent(of.rate, language))
  return words.findings[of.code]
}

/** The page with the field, and the field after the `#`. */
function targetOf(finding: Finding, id: string, customerId: string) {
  if (finding.code === 'duplicate')
    return { to: '/invoices/$id', params: { id: finding.id } } as const
  const { resource, pointer }: Place = finding.place
  const hash = pointer.slice(1).replaceAll('/', '.')
  if (resource === 'invoice')
    return { to: '/invoices/$id/edit', params: { id }, hash: pointer } as const
  if (resource === 'customer')
    return { to: '/customers/$id/edit', params: { id: customerId }, hash } as const
  const section = sectionOf(hash) ?? 'company'
  return { to: '/settings/$section', params: { section }, hash } as const
}
