import { List, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Settings, settingsQuery } from '../api/queries.ts'
import { useCountries } from '../components/choices.ts'
import { useFormat } from '../words/format.ts'
import type { Provider } from './queries.ts'
import { useMethodName, useOnlinePaymentWords } from './words.ts'

type Route = Settings['paymentRouting'][number]

/** The rules that choose a provider, each as a sentence. Nothing without rules. */
export function Routing({ providers }: { readonly providers: readonly Provider[] }) {
  const words = useOnlinePaymentWords()
  const conditionsOf = useConditions()
  const { data: settings } = useQuery(settingsQuery)
  const routes = settings?.paymentRouting ?? []
  if (routes.length === 0) return null
  return (
    <Stack gap="xs" component="section">
      <Title order={3} size="h4">
        {words.routing}
      </Title>
      <Text size="sm" c="dimmed">
        {words.routingText}
      </Text>
      <List type="ordered" listStyleType="decimal" ps={20} size="sm">
        {routes.map((it) => (
          <List.Item key={JSON.stringify(it)}>
            {words.route(
              conditionsOf(it),
              providers.find(({ id }) => id === it.provider_id)?.label ?? words.routeUnknown,
            )}
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}

/** Such as `Card, EUR, from 1,000`. */
function useConditions() {
  const words = useOnlinePaymentWords()
  const methodOf = useMethodName()
  const countries = useCountries()
  const format = useFormat()
  return ({ when }: Route): string => {
    const { method, currency, country, customer_id: customer, from, to } = when
    const nameOf = (code: string) => countries.find(({ value }) => value === code)?.label ?? code
    const amountOf = (amount: string) => format.number(amount as `${number}`)
    const parts = [
      method === null ? null : methodOf(method),
      currency,
      country === null ? null : words.routeCountry(nameOf(country)),
      customer === null ? null : words.routeCustomer,
      from === null ? null : words.routeFrom(amountOf(from)),
      to === null ? null : words.routeTo(amountOf(to)),
    ].filter((it) => it !== null)
    return parts.length === 0 ? words.routeAlways : parts.join(', ')
  }
}
