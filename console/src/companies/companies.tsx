import type { Entry } from '@billwright/sdk'
import { Alert, Button, Group } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EntryCard, EntryList } from '../access/entry-card.tsx'
import { dayOf } from '../access/key-form.tsx'
import { companyOfPage, inOtherCompany } from '../api/company.ts'
import { companiesQuery, sessionQuery } from '../api/queries.ts'
import { ConfirmButton } from '../components/confirm.tsx'
import { IconPlus } from '../components/icons.ts'
import { More } from '../components/more.tsx'
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
import { ALL_KEY, allQuery, supportedQuery } from './queries.ts'
import { Rename } from './rename.tsx'

type Company = Entry<'listCompanies'>

/** The companies of the person; for operators all companies, with their actions. */
export function Companies() {
  const words = useWords().companies
  const { data: session } = useQuery(sessionQuery)
  const isOperator = session?.scopes.includes('companies') ?? false
  const [isNew, setNew] = useState(false)
  const own = useQuery(companiesQuery)
  const companies = useInfiniteQuery(allQuery)
  const supported = useQuery({ ...supportedQuery, enabled: isOperator })
  const mayOpen = ({ id }: Company) =>
    [own, supported].some(({ data }) => data?.data.some((it) => it.id === id))
  const create = isOperator && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setNew(true)}>
      {words.create}
    </Button>
  )
  return (
    <CompaniesFrame>
      <Page title={isOperator ? words.all : words.yours} actions={create} needs={null}>
        {session?.companies === 0 && <Alert color="yellow">{words.none}</Alert>}
        {session?.company === null && session.companies > 0 && companyOfPage() !== null && (
          <Alert color="yellow">{words.choose}</Alert>
        )}
        <QueryView of={companies} lines={3}>
          {({ pages }) => (
            <>
              <EntryList>
                {pages
                  .flatMap(({ data }) => data)
                  .map((company) => (
                    <CompanyCard
                      key={company.id}
                      company={company}
                      mayOpen={mayOpen(company)}
                      isOperator={isOperator}
                    />
                  ))}
              </EntryList>
              <More of={companies} />
            </>
          )}
        </QueryView>
      </Page>
      <NewCompanyDialog isOpen={isNew} onClose={() => setNew(false)} />
    </CompaniesFrame>
  )
}

interface CardProps {
  readonly company: Company
  readonly mayOpen: boolean
  readonly isOperator: boolean
}

function CompanyCard({ company, mayOpen, isOperator }: CardProps) {
  const words = useWords().companies
  const { date } = useFormat()
  const title = (
    <Group gap="xs" wrap="nowrap">
      <CompanySign company={company} />
      {company.name}
    </Group>
  )
  const isDeleting = company.status === 'deleting'
  const isOwner = company.role === 'owner'
  const state = (isDeleting || company.status === 'suspended') && (
    <State shape={isDeleting ? 'late' : 'due'}>
      {isDeleting ? words.deleting : words.suspended}
    </State>
  )
  const text =
    company.delete_at === null
      ? words.since(date(dayOf(company.created_at)))
      : words.deletedOn(date(dayOf(company.delete_at)))
  const actions = (
    <>
      {isOperator && (
        <Button
          size="xs"
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to="/companies/$id" params={{ id: company.id }} />
          )}
          aria-label={`${words.usage}: ${company.name}`}
        >
          {words.usage}
        </Button>
      )}
      {isDeleting ? (
        <Deletion company={company} isOwner={isOwner} />
      ) : (
        <>
          {(isOperator || isOwner) && <Rename company={company} />}
          {isOperator && <Suspension company={company} />}
        </>
      )}
      {mayOpen && (
        <Button
          component="a"
          size="xs"
          variant="light"
          href={inOtherCompany(company.handle, '/')}
          aria-label={`${words.open}: ${company.name}`}
        >
          {words.open}
        </Button>
      )}
    </>
  )
  return <EntryCard title={title} state={state} text={text} actions={actions} />
}

function Suspension({ company: { id, name, status } }: { readonly company: Company }) {
  const words = useWords().companies
  const { act, isBusy } = useAct(ALL_KEY)
  const path = { id }
  if (status === 'suspended')
    return (
      <Button
        size="xs"
        variant="default"
        disabled={isBusy}
        onClick={() =>
          act({ run: (api) => api.resumeCompany({ path }), done: words.resumed(name) })
        }
        aria-label={`${words.resume}: ${name}`}
      >
        {words.resume}
      </Button>
    )
  return (
    <ConfirmButton
      size="xs"
      title={words.suspendTitle(name)}
      text={words.suspendText}
      verb={words.suspend}
      onConfirm={() =>
        act({ run: (api) => api.suspendCompany({ path }), done: words.suspendedNow(name) })
      }
      disabled={isBusy}
      aria-label={`${words.suspend}: ${name}`}
    >
      {words.suspend}
    </ConfirmButton>
  )
}
