import type { Entry } from '@billwright/sdk'
import { Badge, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmButton } from '../components/confirm.tsx'
import { CopyField } from '../components/copy.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Drawing } from '../components/drawing.tsx'
import { Empty } from '../components/empty.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { IconPlus } from '../components/icons.ts'
import { QueryView } from '../components/query-view.tsx'
import { type Shape, State } from '../components/state.tsx'
import { useAct } from '../components/use-act.ts'
import { useRefused } from '../components/use-refused.ts'
import { useChange } from '../components/use-send.ts'
import { useWords } from '../words/language.ts'
import { EntryCard, EntryList } from './entry-card.tsx'
import { AccessFrame } from './frame.tsx'
import { DOMAINS_KEY, domainsQuery } from './queries.ts'

type Domain = Entry<'listDomains'>

const SHAPES: Readonly<Record<string, Shape>> = {
  pending: 'dashed',
  verified: 'done',
  failing: 'late',
}

/** The domains with which customers open the links of the company. */
export function Domains() {
  const words = useWords().domains
  const { domains: title } = useWords().access
  const domains = useQuery(domainsQuery)
  const [isNew, setNew] = useState(false)
  return (
    <AccessFrame
      title={title}
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setNew(true)}>
          {words.add}
        </Button>
      }
    >
      <QueryView of={domains} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={<Drawing of="sheet" />} title={words.none} text={words.text} />
          ) : (
            <EntryList>
              {data.map((domain) => (
                <DomainCard key={domain.host} domain={domain} />
              ))}
            </EntryList>
          )
        }
      </QueryView>
      <Dialog isOpen={isNew} onClose={() => setNew(false)} title={words.add}>
        <NewDomain onClose={() => setNew(false)} />
      </Dialog>
    </AccessFrame>
  )
}

function DomainCard({ domain: { host, links, status, record } }: { readonly domain: Domain }) {
  const words = useWords().domains
  const { act, isBusy } = useAct(DOMAINS_KEY)
  const path = { host }
  return (
    <EntryCard
      title={host}
      state={
        <Group gap="xs">
          <State shape={SHAPES[status] ?? 'dashed'}>
            {words.states[status as keyof typeof words.states]}
          </State>
          {!links && (
            <Badge variant="light" color="gray">
              {words.mailOnlyBadge}
            </Badge>
          )}
        </Group>
      }
      actions={
        <>
          {status !== 'verified' && (
            <Button
              size="xs"
              disabled={isBusy}
              aria-label={`${words.verify}: ${host}`}
              onClick={() =>
                act({ run: (api) => api.verifyDomain({ path }), done: words.verified })
              }
            >
              {words.verify}
            </Button>
          )}
          <ConfirmButton
            size="xs"
            title={words.deleteTitle(host)}
            text={words.deleteText}
            verb={words.delete}
            onConfirm={() => act({ run: (api) => api.deleteDomain({ path }), done: words.deleted })}
            disabled={isBusy}
            aria-label={`${words.delete}: ${host}`}
          >
            {words.delete}
          </ConfirmButton>
        </>
      }
    >
      {status !== 'verified' && (
        <Stack gap="xs" mt="xs">
          <Text size="sm">{status === 'failing' ? words.failing : words.pending}</Text>
          <CopyField label={words.record} text={record.name} />
          <CopyField label={words.value} text={record.value} />
        </Stack>
      )}
    </EntryCard>
  )
}

function NewDomain({ onClose }: { readonly onClose: () => void }) {
  const words = useWords().domains
  const queries = useQueryClient()
  const form = useForm({ initialValues: { host: '', isMailOnly: false } })
  const add = useChange({
    run: (api, { host, isMailOnly }: typeof form.values) =>
      api.addDomain({ body: { host, links: !isMailOnly } }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries({ queryKey: DOMAINS_KEY })
    },
  })
  useRefused(form, add.error)
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <Stack>
        <TextInput
          label={words.host}
          placeholder="bills.example.org"
          required
          maxLength={253}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('host')}
        />
        <Checkbox
          label={words.mailOnly}
          description={words.mailOnlyHint}
          {...form.getInputProps('isMailOnly', { type: 'checkbox' })}
        />
        <FormFault error={add.error} fields={['host']} />
        <FormButtons submit={words.add} isBusy={add.isPending} />
      </Stack>
    </form>
  )
}
