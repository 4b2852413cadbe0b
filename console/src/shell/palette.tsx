import { Group, Kbd, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import { indexForm, searchParts } from '@billwright/rules/folding'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { attentionQuery } from '../api/attention.ts'
import { bankCountsQuery } from '../api/bank.ts'
import { api } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { EntryState } from '../components/entry-state.tsx'
import {
  IconBank,
  IconBell,
  IconClipboard,
  IconFileInvoice,
  IconFilePlus,
  IconKey,
  IconPackage,
  IconSearch,
  IconSettings,
  IconUser,
  IconUsers,
} from '../components/icons.ts'
import { QuoteState } from '../components/quote-state.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { ACCESS_PLACES, SECTIONS } from './inner-places.ts'
import { PLACES } from './places.ts'

const TYPING_MS = 120
const FOUND_MAX = 6
const [store, spotlight] = createSpotlight()

export const openPalette = spotlight.open

interface Entry {
  readonly id: string
  readonly label: string
  readonly hint?: string
  /** The key that does it anywhere. */
  readonly shortcut?: string
  readonly Icon: ComponentType<{ readonly size?: number }>
  readonly state?: ReactNode
  readonly run: () => unknown
}

interface Props {
  /** What was typed before the search had the focus. */
  readonly takeEarly: () => string
}

/** The command palette: actions, pages, customers, invoices and quotes. */
export function Palette({ takeEarly }: Props) {
  const { palette: words, shell } = useWords()
  const [query, setQuery] = useState('')
  const [isWanted, setWanted] = useState(false)
  const q = query.trim()
  const isFitting = ({ label }: Entry) => fits(label, q)
  const commands = useCommands()
  const waiting = useWaiting()
  const found = useFound(q)
  // Loaded by the key that opens it.
  useEffect(openPalette, [])
  const groups =
    q === ''
      ? // The menu beside it shows the places.
        [
          [words.actions, [...waiting, ...commands.acts]] as const,
          [words.latest, found.invoices] as const,
        ]
      : [
          [words.invoices, found.invoices] as const,
          [shell.quotes, found.quotes] as const,
          [words.customers, found.customers] as const,
          [words.actions, commands.acts.filter(isFitting)] as const,
          [words.places, commands.places.filter(isFitting)] as const,
        ]
  const isEmpty = groups.every(([, entries]) => entries.length === 0)
  const first = groups.flatMap(([, entries]) => entries)[0]
  const change = (text: string) => {
    setQuery(text)
    setWanted(false)
  }
  useEffect(() => {
    if (!isWanted || found.isPending) return
    setWanted(false)
    if (first === undefined) return
    spotlight.close()
    first.run()
  })
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={change}
      onSpotlightClose={() => setWanted(false)}
      shortcut={null}
      overlayProps={{ blur: 0, backgroundOpacity: 0.28 }}
      scrollable
      maxHeight={440}
      styles={{
        actionsList: { maxHeight: 'calc(100dvh - 17rem)' },
        search: { boxShadow: 'none', borderBlockEnd: '1px solid var(--line)' },
      }}
    >
      <Spotlight.Search
        placeholder={words.search}
        aria-label={words.search}
        onKeyDown={({ key, nativeEvent }) => {
          if (key !== 'Enter' || nativeEvent.isComposing) return
          if (isEmpty && found.isPending) setWanted(true)
        }}
        onFocus={() => {
          const early = takeEarly()
          setQuery((typed) => typed + early)
        }}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {groups.map(
          ([name, entries]) =>
            entries.length > 0 && (
              <Spotlight.ActionsGroup key={name} label={name}>
                {entries.map(({ id, label, hint, shortcut, Icon, state, run }) => (
                  <Spotlight.Action key={id} onClick={() => run()}>
                    <Group wrap="nowrap" w="100%" gap="sm">
                      <Icon size={18} aria-hidden />
                      <Text size="sm" flex={1} truncate>
                        {label}
                      </Text>
                      {state}
                      {shortcut && <Key>{shortcut}</Key>}
                      {hint !== undefined && (
                        <Text size="xs" c="dimmed" className="nowrap" visibleFrom="xs">
                          {hint}
                        </Text>
                      )}
                    </Group>
                  </Spotlight.Action>
                ))}
              </Spotlight.ActionsGroup>
            ),
        )}
        <FirstChosen of={groups.flatMap(([, entries]) => entries.map(({ id }) => id)).join()} />
        {isEmpty && <Spotlight.Empty>{words.nothing}</Spotlight.Empty>}
      </Spotlight.ActionsList>
      <Spotlight.Footer>
        <Group gap="xs">
          <Key>↑ ↓</Key>
          <Key>{words.keyNames.Enter}</Key>
          <Text size="xs" c="dimmed">
            {words.keys}
          </Text>
        </Group>
      </Spotlight.Footer>
    </Spotlight.Root>
  )
}

const Key = ({ children }: { readonly children: string }) => (
  <Kbd size="xs" ff="text">
    {children}
  </Kbd>
)

/** Selects the first entry whenever the entries change, so that people see what Enter opens. */
function FirstChosen({ of }: { readonly of: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the entries change, so does the first one.
  useEffect(() => {
    const actions = document.querySelectorAll('[data-action]')
    for (const [at, action] of actions.entries()) action.toggleAttribute('data-selected', at === 0)
    store.updateState((state) => ({ ...state, selected: 0 }))
  }, [of])
  return null
}

/** Whether every word of the search begins a word of the name. */
function fits(label: string, query: string): boolean {
  const words = indexForm(label).split(' ')
  return searchParts(query).every((part) => words.some((word) => word.startsWith(part)))
}

/** What waits for a person. */
function useWaiting(): readonly Entry[] {
  const { shell, dashboard } = useWords()
  const navigate = useNavigate()
  const { data: bank } = useQuery(bankCountsQuery)
  const { data: matters } = useQuery(attentionQuery)
  const payments = bank?.toConfirm ?? 0
  const reminders = matters?.data.filter(({ kind }) => kind === 'reminder').length ?? 0
  return [
    ...(payments > 0
      ? [
          {
            id: 'payments',
            label: dashboard.toConfirm(payments),
            Icon: IconBank,
            run: () => navigate({ to: '/bank' }),
          },
        ]
      : []),
    ...(reminders > 0
      ? [
          {
            id: 'reminders',
            label: shell.reminders,
            hint: String(reminders),
            Icon: IconBell,
            run: () => navigate({ to: '/reminders' }),
          },
        ]
      : []),
  ]
}

function useCommands(): Readonly<Record<'acts' | 'places', readonly Entry[]>> {
  const { palette: words, shell, quotes, deliveryNotes, access, account } = useWords()
  const settings = useWords().settings
  const navigate = useNavigate()
  const mayWrite = useMay('write')
  const isAdmin = useMay('admin')
  const writing = [
    {
      id: 'new-invoice',
      label: words.newInvoice,
      shortcut: 'N',
      Icon: IconFilePlus,
      run: () => navigate({ to: '/invoices/new' }),
    },
    {
      id: 'new-quote',
      label: quotes.create,
      Icon: IconClipboard,
      run: () => navigate({ to: '/quotes/new' }),
    },
    {
      id: 'new-customer',
      label: words.newCustomer,
      Icon: IconUsers,
      run: () => navigate({ to: '/customers/new' }),
    },
    {
      id: 'new-product',
      label: words.newProduct,
      Icon: IconPackage,
      run: () => navigate({ to: '/products/new' }),
    },
  ]
  const places = [
    ...PLACES.map(({ to, name, Icon }) => ({
      id: to,
      label: shell[name],
      Icon,
      run: () => navigate({ to }),
    })),
    {
      id: '/delivery-notes',
      label: deliveryNotes.list,
      Icon: IconPackage,
      run: () => navigate({ to: '/delivery-notes' }),
    },
    ...SECTIONS.map((section) => ({
      id: `settings-${section}`,
      label: `${shell.settings} · ${settings.sections[section]}`,
      Icon: IconSettings,
      run: () => navigate({ to: '/settings/$section', params: { section } }),
    })),
    ...(isAdmin ? ACCESS_PLACES : []).map(({ to, name }) => ({
      id: `access-${name}`,
      label: `${shell.access} · ${access[name]}`,
      Icon: IconKey,
      run: () => navigate({ to }),
    })),
    {
      id: '/account',
      label: account.title,
      Icon: IconUser,
      run: () => navigate({ to: '/account' }),
    },
  ]
  return { acts: mayWrite ? writing : [], places }
}

interface Found extends Readonly<Record<'invoices' | 'quotes' | 'customers', readonly Entry[]>> {
  /** Whether more may be found. */
  readonly isPending: boolean
}

function useFound(typed: string): Found {
  const navigate = useNavigate()
  const format = useFormat()
  const states = useWords().status
  const [q] = useDebouncedValue(typed, TYPING_MS)
  const isEnabled = q !== '' && q.length <= 200
  const isLatest = typed === '' && q === ''
  const invoices = useQuery({
    queryKey: ['invoices', 'find', q],
    queryFn: ({ signal }) =>
      api.listInvoices({
        query: { ...(q && { q }), sort: '-issue_date', limit: FOUND_MAX },
        signal,
      }),
    enabled: isEnabled || isLatest,
  })
  const quotes = useQuery({
    queryKey: ['quotes', 'find', q],
    queryFn: ({ signal }) => api.listQuotes({ query: { q, limit: FOUND_MAX }, signal }),
    enabled: isEnabled,
  })
  const customers = useQuery({
    queryKey: ['customers', 'find', q],
    queryFn: ({ signal }) => api.listCustomers({ query: { q, limit: FOUND_MAX }, signal }),
    enabled: isEnabled,
  })
  // Enter must not open a match of an older search.
  if (!isLatest && (!isEnabled || typed !== q))
    return { isPending: typed !== q, invoices: [], quotes: [], customers: [] }
  return {
    isPending: !isLatest && [invoices, quotes, customers].some(({ isLoading }) => isLoading),
    invoices: (invoices.data?.data ?? []).map((it) => ({
      id: it.id,
      label: `${it.number ?? states.draft} · ${it.customer_name}`,
      hint: format.money(it.type === 'credit_note' ? `-${it.total}` : it.total, it.currency),
      state: <EntryState of={it} />,
      Icon: IconFileInvoice,
      run: () => navigate({ to: '/invoices/$id', params: { id: it.id } }),
    })),
    quotes: (quotes.data?.data ?? []).map((it) => ({
      id: it.id,
      label: `${it.number ?? states.draft} · ${it.customer_name}`,
      hint: format.money(it.total, it.currency),
      state: <QuoteState of={it} />,
      Icon: IconClipboard,
      run: () => navigate({ to: '/quotes/$id', params: { id: it.id } }),
    })),
    customers: (customers.data?.data ?? []).map((it) => ({
      id: it.id,
      label: it.name,
      ...(it.address.city !== null && { hint: it.address.city }),
      Icon: IconUsers,
      run: () => navigate({ to: '/customers/$id', params: { id: it.id } }),
    })),
  }
}
