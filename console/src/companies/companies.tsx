import { formatMinor, parseMinor, sumOf } from '@billwright/money'
import type { Entry } from '@billwright/sdk'
import { Alert, Box, Button, Group, Menu, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dayOf } from '../access/key-form.tsx'
import { companyOfPage, inOtherCompany } from '../api/company.ts'
import { companiesQuery, sessionQuery } from '../api/queries.ts'
import { ActionMenu } from '../components/action-menu.tsx'
import { ConfirmDialog } from '../components/confirm.tsx'
import { dotted } from '../components/dotted.ts'
import { IconBan, IconPencil, IconPlus, IconSettings } from '../components/icons.ts'
import { ListView } from '../components/list-view.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { State } from '../components/state.tsx'
import { useAct } from '../components/use-act.ts'
import { CompanySign } from '../shell/company-sign.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { Deletion } from './deletion.tsx'
import { CompaniesFrame } from './frame.tsx'
import { NewCompanyDialog } from './new-company.tsx'
import './companies.css'
import { ALL_KEY, allQuery, figuresQuery, supportedQuery } from './queries.ts'
import { RenameDialog } from './rename.tsx'
import { CompaniesSentence } from './sentence.tsx'
import { CompaniesToDo } from './to-do.tsx'
import { Weeks } from './weeks.tsx'
import { WORK_MAX, workQuery } from './work.ts'

type Company = Entry<'listCompanies'>

/** The companies of the person; for operators all companies, with their actions. */
export function Companies() {
  const words = useWords().companies
  const { data: session } = useQuery(sessionQuery)
  const isOperator = session?.scopes.includes('companies') ?? false
  const [isNew, setNew] = useState(false)
  const mine = useQuery(companiesQuery)
  const companies = useInfiniteQuery(allQuery)
  const figures = useQuery(figuresQuery)
  // A job counts them; a new company has no figures for a minute.
  const own = [...(figures.data?.values() ?? [])].filter((it) => it.counted_at !== null)
  const supported = useQuery({ ...supportedQuery, enabled: isOperator })
  const mayOpen = ({ id }: Company) =>
    [mine, supported].some(({ data }) => data?.data.some((it) => it.id === id))
  const create = isOperator && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setNew(true)}>
      {words.create}
    </Button>
  )
  return (
    <CompaniesFrame>
      <Page
        title={isOperator ? words.all : words.yours}
        {...(own.length > 1 && { lead: <CompaniesSentence of={own} /> })}
        {...(figures.isLoading && { lead: <p className="sentence">{'\u00a0'}</p> })}
        actions={create}
        needs={null}
      >
        {session?.companies === 0 && <Alert color="yellow">{words.none}</Alert>}
        {session?.company === null && session.companies > 0 && companyOfPage() !== null && (
          <Alert color="yellow">{words.choose}</Alert>
        )}
        {/* With their figures, so that no row grows while it is read. */}
        <QueryView
          of={{ ...figures, data: figures.isLoading ? undefined : true, error: null }}
          lines={3}
        >
          {() => (
            <ListView isTable isCounted of={companies} lines={3} none={null}>
              {(entries) => (
                <CompanyTable
                  companies={entries}
                  working={workingOf(entries)}
                  figures={figures.data}
                  mayOpen={mayOpen}
                  isOperator={isOperator}
                />
              )}
            </ListView>
          )}
        </QueryView>
        <CompaniesToDo of={workingOf(companies.data?.pages.flatMap(({ data }) => data) ?? [])} />
      </Page>
      <NewCompanyDialog isOpen={isNew} onClose={() => setNew(false)} />
    </CompaniesFrame>
  )
}

/** The person's own companies in which work can wait. */
const workingOf = (companies: readonly Company[]): readonly Company[] =>
  companies.filter(({ role, status }) => role !== null && status !== 'deleting').slice(0, WORK_MAX)

type Figures = Entry<'summarizeCompanies'>
type Sum = 'outstanding' | 'overdue'

interface TableProps {
  readonly companies: readonly Company[]
  /** Those that show what waits in them. */
  readonly working: readonly Company[]
  /** By id; companies of others have none. */
  readonly figures: ReadonlyMap<string, Figures> | undefined
  readonly mayOpen: (company: Company) => boolean
  readonly isOperator: boolean
}

function CompanyTable({ companies, working, figures, mayOpen, isOperator }: TableProps) {
  const words = useWords()
  const all = companies.flatMap(({ id }) => figures?.get(id) ?? [])
  const drafts = all.reduce((sum, it) => sum + (it.drafts ?? 0), 0)
  return (
    <Table className="companies">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.companies.company}</Table.Th>
          <Table.Th className="figures" visibleFrom="sm">
            {words.dashboard.outstanding}
          </Table.Th>
          <Table.Th className="figures" visibleFrom="sm">
            {words.dashboard.overdue}
          </Table.Th>
          <Table.Th className="company-work" visibleFrom="sm">
            {words.companies.toDo}
          </Table.Th>
          <Table.Th className="company-line" visibleFrom="md">
            {words.companies.weeks}
          </Table.Th>
          <Table.Th aria-label={words.companies.actions} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {companies.map((company) => (
          <CompanyRow
            key={company.id}
            company={company}
            figures={figures?.get(company.id)}
            mayOpen={mayOpen(company)}
            isOperator={isOperator}
            isWorking={working.includes(company)}
          />
        ))}
      </Table.Tbody>
      {all.length > 1 && (
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th>
              {words.companies.count(companies.length)}
              <Box hiddenFrom="sm" fw={500}>
                <Sums of={all} sum="outstanding" isNamed />
                <Sums of={all} sum="overdue" isNamed />
              </Box>
            </Table.Th>
            <Table.Th className="figures" visibleFrom="sm">
              <Sums of={all} sum="outstanding" />
            </Table.Th>
            <Table.Th className="figures" visibleFrom="sm">
              <Sums of={all} sum="overdue" />
            </Table.Th>
            <Table.Th className="company-work" visibleFrom="sm">
              {drafts > 0 && words.companies.draftsOf(drafts)}
            </Table.Th>
            <Table.Td className="company-line" visibleFrom="md" />
            <Table.Td />
          </Table.Tr>
        </Table.Tfoot>
      )}
    </Table>
  )
}

interface SumsProps {
  readonly of: readonly Figures[]
  readonly sum: Sum
  /** Whether each line names its figure, where no column head does. */
  readonly isNamed?: boolean
}

/** A line for each currency that has something; amounts of several are never added. */
function Sums({ of, sum, isNamed = false }: SumsProps) {
  const words = useWords().dashboard
  const format = useFormat()
  const amounts = of.flatMap(({ currencies }) =>
    currencies.flatMap((it) =>
      it[sum].count === 0 ? [] : [{ currency: it.currency, amount: it[sum].amount }],
    ),
  )
  const sumText = (currency: string, own: typeof amounts) =>
    format.money(
      formatMinor(sumOf(own.map(({ amount }) => parseMinor(amount, currency))), currency),
      currency,
    )
  return [...Map.groupBy(amounts, ({ currency }) => currency)].map(([currency, own], at) => (
    <div key={currency} data-sum={sum}>
      {isNamed && <span className="company-sum">{at === 0 && words[sum]}</span>}
      {sum === 'overdue' ? (
        <State shape="late">{sumText(currency, own)}</State>
      ) : (
        sumText(currency, own)
      )}
    </div>
  ))
}

interface RowProps {
  readonly company: Company
  readonly figures: Figures | undefined
  readonly mayOpen: boolean
  readonly isOperator: boolean
  readonly isWorking: boolean
}

function CompanyRow({ company, figures, mayOpen, isOperator, isWorking }: RowProps) {
  const words = useWords().companies
  const roles: Readonly<Record<string, string>> = useWords().people.roles
  const { date, shortDate } = useFormat()
  const { data: work } = useQuery({ ...workQuery(company.handle), enabled: isWorking })
  const isDeleting = company.status === 'deleting'
  const of = figures === undefined ? [] : [figures]
  const detail =
    company.delete_at === null
      ? words.since(shortDate(dayOf(company.created_at)))
      : words.deletedOn(date(dayOf(company.delete_at)))
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <CompanySign company={company} size={26} />
          <div>
            <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
              {company.name}
            </Text>
            <Text size="xs" c="dimmed">
              {dotted([company.role && roles[company.role], detail])}
            </Text>
            {(isDeleting || company.status === 'suspended') && (
              <State shape={isDeleting ? 'late' : 'due'}>
                {isDeleting ? words.deleting : words.suspended}
              </State>
            )}
          </div>
        </Group>
        <Box hiddenFrom="sm" mt={4}>
          <Sums of={of} sum="outstanding" isNamed />
          <Sums of={of} sum="overdue" isNamed />
          {work && work.total > 0 && (
            <div data-sum="work">
              <span className="company-sum">{words.toDo}</span>
              {words.things(work.total)}
            </div>
          )}
        </Box>
      </Table.Td>
      <Table.Td className="figures" visibleFrom="sm" fw={500}>
        <Sums of={of} sum="outstanding" />
      </Table.Td>
      <Table.Td className="figures" visibleFrom="sm">
        {figures && isNothingLate(figures) ? (
          <State shape="done">{words.noneLate}</State>
        ) : (
          <Sums of={of} sum="overdue" />
        )}
      </Table.Td>
      <Table.Td className="company-work" visibleFrom="sm">
        {work && <ToDo total={work.total} late={lateIn(figures)} />}
        {(figures?.drafts ?? 0) > 0 && (
          <Text size="xs" c="dimmed">
            {words.draftsOf(figures?.drafts ?? 0)}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="company-line" visibleFrom="md">
        {work?.line && <Weeks {...work.line} />}
      </Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end" wrap="nowrap" className="company-actions">
          <Actions company={company} mayOpen={mayOpen} isOperator={isOperator} />
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

const lateIn = (figures: Figures | undefined): number =>
  figures?.currencies.reduce((sum, { overdue }) => sum + overdue.count, 0) ?? 0

/** How much waits; late invoices where nothing else does. */
function ToDo({ total, late }: { readonly total: number; readonly late: number }) {
  const words = useWords().companies
  if (total > 0) return words.things(total)
  return (
    <Text inherit c="dimmed">
      {late > 0 ? words.lateOf(late) : words.noThings}
    </Text>
  )
}

const isNothingLate = ({ counted_at: at, currencies }: Figures): boolean =>
  at !== null && currencies.every(({ overdue }) => overdue.count === 0)

function Actions({ company, mayOpen, isOperator }: Omit<RowProps, 'figures' | 'isWorking'>) {
  const words = useWords().companies
  const isOwner = company.role === 'owner'
  return (
    <>
      {company.status === 'deleting' && (
        <div className="company-restore">
          <Deletion company={company} isOwner={isOwner} />
        </div>
      )}
      {mayOpen && (
        <Button
          component="a"
          size="xs"
          variant="default"
          className="company-open"
          href={inOtherCompany(company.handle, '/')}
          aria-label={`${words.open}: ${company.name}`}
        >
          {words.open}
        </Button>
      )}
      {(isOperator || (isOwner && company.status !== 'deleting')) && (
        <MoreActions company={company} isOperator={isOperator} />
      )}
    </>
  )
}

/** Its other actions, which are rarer than opening it. */
function MoreActions({ company, isOperator }: Pick<RowProps, 'company' | 'isOperator'>) {
  const words = useWords().companies
  const { act } = useAct(ALL_KEY)
  const [isRenaming, renaming] = useDisclosure()
  const [isSuspending, suspending] = useDisclosure()
  const { id, name, status } = company
  const path = { id }
  const maySuspend = isOperator && status === 'active'
  const mayResume = isOperator && status === 'suspended'
  const resume = () => act({ run: (api) => api.resumeCompany({ path }), done: words.resumed(name) })
  return (
    <>
      <ActionMenu label={`${words.actions}: ${name}`}>
        {isOperator && (
          <Menu.Item
            leftSection={<IconSettings size={18} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/companies/$id" params={{ id }} />}
          >
            {words.usage}
          </Menu.Item>
        )}
        {status !== 'deleting' && (
          <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={renaming.open}>
            {words.rename}
          </Menu.Item>
        )}
        {maySuspend && (
          <Menu.Item
            c="red"
            leftSection={<IconBan size={18} aria-hidden />}
            onClick={suspending.open}
          >
            {words.suspend}
          </Menu.Item>
        )}
        {mayResume && <Menu.Item onClick={resume}>{words.resume}</Menu.Item>}
      </ActionMenu>
      {isRenaming && <RenameDialog company={company} onClose={renaming.close} />}
      <ConfirmDialog
        isOpen={isSuspending}
        onClose={suspending.close}
        title={words.suspendTitle(name)}
        text={words.suspendText}
        verb={words.suspend}
        onConfirm={() =>
          act({ run: (api) => api.suspendCompany({ path }), done: words.suspendedNow(name) })
        }
      />
    </>
  )
}
