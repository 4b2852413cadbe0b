import type { Entry } from '@billwright/sdk'
import { Button, Group, Radio, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionQuery } from '../api/queries.ts'
import { ConfirmButton } from '../components/confirm.tsx'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { tellDone } from '../components/notices.tsx'
import { State } from '../components/state.tsx'
import { useAct } from '../components/use-act.ts'
import { useChange } from '../components/use-send.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { EntryCard, EntryList } from './entry-card.tsx'
import { SUPPORT_KEY, supportQuery } from './queries.ts'

type Grant = Entry<'listSupportGrants'>

const ACCESSES = ['read', 'write'] as const
const HOURS = ['2', '24', '168'] as const

interface Values {
  access: (typeof ACCESSES)[number]
  hours: (typeof HOURS)[number]
}

/** The access of operators to this company. Operators cannot grant it to themselves. */
export function SupportAccess() {
  const words = useWords().support
  const { data: session } = useQuery(sessionQuery)
  const [isOpen, setOpen] = useState(false)
  const grants = useQuery(supportQuery)
  const active = grants.data?.data.find(isActive)
  const isOwner = session?.role === 'owner' && !session.scopes.includes('companies')
  if (!active && !isOwner) return null
  return (
    <Stack gap="sm">
      <Title order={2}>{words.title}</Title>
      {active ? (
        <EntryList>
          <ActiveGrant grant={active} />
        </EntryList>
      ) : (
        <Group justify="space-between">
          <Text size="sm" c="dimmed" flex="1 1 20rem">
            {words.none}
          </Text>
          <Button variant="default" onClick={() => setOpen(true)}>
            {words.grant}
          </Button>
        </Group>
      )}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={words.grant}>
        <GrantForm onClose={() => setOpen(false)} />
      </Dialog>
    </Stack>
  )
}

const isActive = ({ expires_at, revoked_at }: Grant): boolean =>
  revoked_at === null && Date.parse(expires_at) > Date.now()

function ActiveGrant({ grant: { id, access, expires_at } }: { readonly grant: Grant }) {
  const words = useWords().support
  const { instant } = useFormat()
  const { act, isBusy } = useAct(SUPPORT_KEY)
  return (
    <EntryCard
      title={words.letIn}
      state={<State shape="due">{words.accesses[access]}</State>}
      text={words.until(instant(expires_at))}
      actions={
        <ConfirmButton
          size="xs"
          title={words.revokeTitle}
          text={words.revokeText}
          verb={words.revoke}
          onConfirm={() =>
            act({ run: (api) => api.revokeSupportGrant({ path: { id } }), done: words.revoked })
          }
          disabled={isBusy}
        >
          {words.revoke}
        </ConfirmButton>
      }
    />
  )
}

function GrantForm({ onClose }: { readonly onClose: () => void }) {
  const words = useWords().support
  const queries = useQueryClient()
  const form = useForm<Values>({ initialValues: { access: 'read', hours: '24' } })
  const create = useChange({
    run: (api, { access, hours }: Values) =>
      api.createSupportGrant({ body: { access, expires_at: hoursFromNow(Number(hours)) } }),
    onSuccess: async () => {
      onClose()
      tellDone(words.granted)
      await queries.invalidateQueries({ queryKey: SUPPORT_KEY })
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
      <Stack>
        <Text size="sm">{words.text}</Text>
        <Radio.Group label={words.access} {...form.getInputProps('access')}>
          <Stack gap="xs" mt={6}>
            {ACCESSES.map((access) => (
              <Radio
                key={access}
                value={access}
                label={words.accesses[access]}
                description={words.accessTexts[access]}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Radio.Group label={words.howLong} {...form.getInputProps('hours')}>
          <Group gap="md" mt={6}>
            {HOURS.map((hours) => (
              <Radio key={hours} value={hours} label={words.hours[hours]} />
            ))}
          </Group>
        </Radio.Group>
        <FormFault error={create.error} fields={[]} />
        <FormButtons submit={words.grant} isBusy={create.isPending} />
      </Stack>
    </form>
  )
}

const hoursFromNow = (hours: number): string =>
  new Date(Date.now() + hours * 60 * 60 * 1000).toISOString()
