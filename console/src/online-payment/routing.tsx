import { Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settingsQuery } from '../api/queries.ts'
import { AddButton } from '../components/add-button.tsx'
import { useCountries } from '../components/choices.ts'
import { ruleCustomerQuery } from '../components/customer-choice.tsx'
import { KeptRow } from '../components/kept-row.tsx'
import { RuleActions } from '../components/rule-actions.tsx'
import { State } from '../components/state.tsx'
import { useAct } from '../components/use-act.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { type Provider, type Route, type Routing, routingQuery, saveRoutes } from './queries.ts'
import { RouteDialog } from './route-dialog.tsx'
import { useMethodName, useOnlinePaymentWords } from './words.ts'

const ROUTES_MAX = 50

/** The rules that choose a provider, in order. Nothing where there is no choice. */
export function RoutingRules({ providers }: { readonly providers: readonly Provider[] }) {
  const words = useOnlinePaymentWords().routing
  const { rules: common } = useWords()
  const { data: routing } = useQuery(routingQuery)
  const [edited, setEdited] = useState<number | 'new' | null>(null)
  if (routing === undefined) return null
  const { routes } = routing
  if (routes.length === 0 && providers.length < 2) return null
  return (
    <Stack gap="xs" component="section" aria-label={words.title}>
      <Title order={3} size="h4">
        {words.title}
      </Title>
      <Text size="sm" c="dimmed">
        {routes.length === 0 ? words.none : words.text}
      </Text>
      {routes.length > 0 && (
        <Paper>
          <ol className="kept-rows">
            {routes.map((route, at) => (
              <RouteRow
                // biome-ignore lint/suspicious/noArrayIndexKey: a rule is known by its place.
                key={at}
                routing={routing}
                at={at}
                route={route}
                provider={providers.find(({ id }) => id === route.provider_id)}
                onEdit={() => setEdited(at)}
              />
            ))}
          </ol>
        </Paper>
      )}
      {routes.length < ROUTES_MAX && (
        <AddButton label={common.add} onClick={() => setEdited('new')} />
      )}
      {edited !== null && (
        <RouteDialog
          routing={routing}
          at={edited === 'new' ? routes.length : edited}
          providers={providers}
          onClose={() => setEdited(null)}
        />
      )}
    </Stack>
  )
}

interface RowProps {
  readonly routing: Routing
  readonly at: number
  readonly route: Route
  /** Undefined: it was deleted. */
  readonly provider: Provider | undefined
  readonly onEdit: () => void
}

function RouteRow({ routing, at, route, provider, onEdit }: RowProps) {
  const words = useOnlinePaymentWords().routing
  const { rules: common } = useWords()
  const when = useConditions(route)
  const nameOf = useMethodName()
  const { act, isBusy } = useAct(settingsQuery.queryKey)
  const { routes } = routing
  const save = (changed: readonly Route[], done: string) =>
    act({
      run: (api) => saveRoutes(api, routing, changed),
      done,
      undo: (api, saved) => saveRoutes(api, saved, routes),
    })
  const moveTo = (to: number) => save(routes.toSpliced(at, 1).toSpliced(to, 0, route), common.moved)
  const skipped = skippedBecause(route, provider)
  return (
    <KeptRow
      title={words.use(provider?.label ?? words.unknown)}
      text={
        <>
          <div>{when}</div>
          {skipped !== null && (
            <State shape="void">{words.skipped[skipped](nameOf(route.when.method ?? ''))}</State>
          )}
        </>
      }
      actions={
        <RuleActions
          {...{ at, isBusy, onEdit }}
          count={routes.length}
          onMove={moveTo}
          onDelete={() => save(routes.toSpliced(at, 1), common.deleted)}
        />
      }
    />
  )
}

/** Why a rule is passed over whatever is paid; null: it is not. */
function skippedBecause(
  { when: { method } }: Route,
  provider: Provider | undefined,
): 'deleted' | 'off' | 'method' | null {
  if (provider === undefined) return 'deleted'
  if (!provider.enabled) return 'off'
  const { methods } = provider
  return method === null || methods.length === 0 || methods.includes(method) ? null : 'method'
}

/** Such as `Card, EUR, from 1,000`. */
function useConditions({ when }: Route): string {
  const words = useOnlinePaymentWords().routing
  const methodOf = useMethodName()
  const countries = useCountries()
  const format = useFormat()
  const { method, currency, country, customer_id: customerId, from, to } = when
  const { data: customer } = useQuery(ruleCustomerQuery(customerId))
  const nameOf = (code: string) => countries.find(({ value }) => value === code)?.label ?? code
  const amountOf = (amount: string) => format.number(amount as `${number}`)
  const parts = [
    method === null ? null : methodOf(method),
    currency,
    country === null ? null : words.inCountry(nameOf(country)),
    customerId === null ? null : (customer?.name ?? '…'),
    from === null ? null : words.atLeast(amountOf(from)),
    to === null ? null : words.atMost(amountOf(to)),
  ].filter((it) => it !== null)
  return parts.length === 0 ? words.always : parts.join(', ')
}
