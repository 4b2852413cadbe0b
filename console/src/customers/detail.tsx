import { Alert, Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AccountCard } from '../accounts/card.tsx'
import { settingsQuery } from '../api/queries.ts'
import { Back } from '../components/back.tsx'
import { asEntry } from '../components/choices.ts'
import { IconEdit, IconFilePlus } from '../components/icons.ts'
import '../components/desk.css'
import { May } from '../components/may.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { fromWire, useTermsInWords } from '../components/terms-field.tsx'
import { PaymentMethods } from '../direct-debit/methods.tsx'
import { Files } from '../files/card.tsx'
import { useLanguage, useWords } from '../words/language.ts'
import { CustomerActions } from './actions.tsx'
import { Addresses } from './book/addresses.tsx'
import { Contacts } from './book/contacts.tsx'
import { RecipientCheck } from './book/recipient.tsx'
import { TaxIdStatus } from './book/tax-id.tsx'
import { CustomerInvoices } from './invoices.tsx'
import { MailStop } from './mail-stop.tsx'
import { CustomerPrices } from './prices.tsx'
import { type Customer, customerQuery } from './queries.ts'
import { Standing } from './standing.tsx'
import { StatementPart } from './statement.tsx'

const route = getRouteApi('/app/customers/$id')

/** The page of a customer. */
export function CustomerDetail() {
  const { id } = route.useParams()
  const customer = useQuery(customerQuery(id))
  return (
    <QueryView of={customer} kind="customer">
      {(it) => <Detail {...it} />}
    </QueryView>
  )
}

interface Props {
  readonly customer: Customer
  readonly etag: string | undefined
}

function Detail({ customer, etag }: Props) {
  const words = useWords().customers
  const { data: settings } = useQuery(settingsQuery)
  const { id, name, archived, email_problem: problem } = customer
  const currency = customer.currency ?? settings?.currency ?? 'EUR'
  const actions = (
    <May needs="write">
      <Button
        variant="default"
        component={Link}
        to={`/customers/${id}/edit`}
        leftSection={<IconEdit size={18} aria-hidden />}
      >
        {words.edit}
      </Button>
      {!archived && (
        <Button
          renderRoot={(props) => (
            <Link {...props} to="/invoices/new" search={{ customer_id: id }} />
          )}
          leftSection={<IconFilePlus size={18} aria-hidden />}
        >
          {words.newInvoice}
        </Button>
      )}
      <CustomerActions customer={customer} etag={etag} />
    </May>
  )
  return (
    <Page title={name} back={<Back to="/customers" label={words.title} />} actions={actions}>
      {archived && <Alert color="gray">{words.archivedText}</Alert>}
      {customer.mail_stop !== null && <MailStop id={id} />}
      {problem !== null && (
        <Alert color="red" title={words.mailReturned(problem.address)}>
          {words.mailReturnedText}
        </Alert>
      )}
      <div className="desk">
        <div className="desk-head">
          <Standing id={id} />
        </div>
        <Stack gap="xl" className="desk-side">
          <CustomerInvoices id={id} />
          <StatementPart id={id} name={customer.name} />
          <AccountCard id={id} currency={customer.currency} />
        </Stack>
        <div className="desk-facts">
          <Details customer={customer} />
          <Contacts id={id} />
          <Addresses id={id} />
          <CustomerPrices id={id} currency={currency} />
          <PaymentMethods customer={customer} />
          <Files holder={{ kind: 'customer', id }} isInternal />
        </div>
      </div>
    </Page>
  )
}

function Details({ customer }: { readonly customer: Customer }) {
  const words = useWords().customers
  const labels = useWords().customerFields
  const { kinds } = useWords().customerForm
  const { language } = useLanguage()
  const { email, phone, tax_id: taxId, endpoint, reference, currency, notes } = customer
  const inWords = useTermsInWords()
  const { payment_terms: terms } = customer
  return (
    <Paper p="md">
      <Stack gap="sm">
        <Title order={2} size="sm">
          {words.details}
        </Title>
        <Stack gap="sm" className="facts">
          <Fact label={words.contact}>{customer.contact_name}</Fact>
          <Fact label={words.address}>{addressLines(customer, language)}</Fact>
          <Fact label={words.email}>
            {email === null ? null : <Anchor href={`mailto:${email}`}>{email}</Anchor>}
          </Fact>
          <Fact label={labels.billing_emails}>{customer.billing_emails.join('\n')}</Fact>
          <Fact label={labels.cc}>{customer.cc.join('\n')}</Fact>
          <Fact label={labels.salutation}>{customer.salutation}</Fact>
          <Fact label={words.phone}>
            {phone === null ? null : <Anchor href={`tel:${phone}`}>{phone}</Anchor>}
          </Fact>
          <Fact label={words.taxId}>{taxId}</Fact>
          <TaxIdStatus customer={customer} />
          {endpoint !== null && (
            <>
              <Fact label={labels['endpoint.id']}>{`${endpoint.scheme}:${endpoint.id}`}</Fact>
              <RecipientCheck address={`${endpoint.scheme}:${endpoint.id}`} />
            </>
          )}
          <Fact label={words.reference}>{reference}</Fact>
          {customer.custom_fields.map(({ label, value }) => (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ))}
          <Fact label={words.language}>
            {customer.language === null
              ? null
              : asEntry(
                  new Intl.DisplayNames(language, {
                    type: 'language',
                    languageDisplay: 'standard',
                  }).of(customer.language) ?? customer.language,
                  language,
                )}
          </Fact>
          <Fact label={words.currency}>{currency}</Fact>
          <Fact label={labels.payment_terms}>{terms && inWords(fromWire(terms))}</Fact>
          <Fact label={labels.kind}>{customer.kind && kinds[customer.kind]}</Fact>
          <Fact label={words.notes}>{notes}</Fact>
        </Stack>
        <Text size="sm" c="dimmed" className="instead">
          {words.noDetails}
        </Text>
      </Stack>
    </Paper>
  )
}

/** Hides unknown details. */
function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  if (children === null || children === undefined || children === '') return null
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Group gap={4}>
        <Text
          size="sm"
          component="div"
          style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
        >
          {children}
        </Text>
      </Group>
    </div>
  )
}

function addressLines({ address }: Customer, language: string): string {
  const { line1, line2, postal_code: code, city, region, country_code: country } = address
  const place = [code, city].filter(Boolean).join(' ')
  const land =
    country === null ? null : new Intl.DisplayNames(language, { type: 'region' }).of(country)
  return [line1, line2, place, region, land].filter(Boolean).join('\n')
}
