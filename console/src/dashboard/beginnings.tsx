import { Anchor, Group, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { settingsQuery } from '../api/queries.ts'
import { IconCheck, IconCircleDashed } from '../components/icons.ts'
import { useWords } from '../words/language.ts'
import { beginningsQuery } from './queries.ts'

const STEPS = [
  { name: 'company', to: '/start' },
  { name: 'bank', to: '/settings/payment' },
  { name: 'customer', to: '/customers/new' },
  { name: 'invoice', to: '/invoices/new' },
] as const

/** The first steps of a new installation, until there is an invoice. */
export function Beginnings() {
  const words = useWords().dashboard
  const { data: settings } = useQuery(settingsQuery)
  const { data: beginnings } = useQuery(beginningsQuery)
  if (!settings || !beginnings || beginnings.hasInvoice) return null
  const isDone = {
    company: settings.companyName !== '' && settings.companyAddress.line1 !== null,
    bank: settings.bankAccount.iban !== null || settings.bankAccount.number !== null,
    customer: beginnings.hasCustomer,
    invoice: beginnings.hasInvoice,
  }
  return (
    <Paper p="lg" component="section" aria-labelledby="beginnings">
      <Title order={2} id="beginnings" mb="md">
        {words.startTitle}
      </Title>
      <Stack gap="md">
        {STEPS.map(({ name, to }) => {
          const [title, text] = words.steps[name]
          const Icon = isDone[name] ? IconCheck : IconCircleDashed
          return (
            <Group key={name} gap="md" wrap="nowrap" align="flex-start">
              <ThemeIcon
                radius="xl"
                size={32}
                variant={isDone[name] ? 'filled' : 'light'}
                aria-label={isDone[name] ? words.done : words.open}
                role="img"
              >
                <Icon size={18} aria-hidden />
              </ThemeIcon>
              <div>
                <Anchor component={Link} to={to} fw={600}>
                  {title}
                </Anchor>
                <Text size="sm" c="dimmed">
                  {text}
                </Text>
              </div>
            </Group>
          )
        })}
      </Stack>
    </Paper>
  )
}
