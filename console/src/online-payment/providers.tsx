import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isProblem } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { AddButton } from '../components/add-button.tsx'
import { EntryAction } from '../components/add-list.tsx'
import { ConfirmDialog } from '../components/confirm.tsx'
import { dotted } from '../components/dotted.ts'
import { Drawing } from '../components/drawing.tsx'
import { Empty } from '../components/empty.tsx'
import { IconEdit, IconPlus, IconTrash } from '../components/icons.ts'
import { KeptRow } from '../components/kept-row.tsx'
import { tellFailed } from '../components/notices.tsx'
import { QueryView } from '../components/query-view.tsx'
import { type Shape, State } from '../components/state.tsx'
import { useAct } from '../components/use-act.ts'
import { useFormat } from '../words/format.ts'
import { AddDialog } from './add-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { nameOfKind } from './kinds.ts'
import { PROVIDERS_KEY, type Provider, providersQuery } from './queries.ts'
import { RoutingRules } from './routing.tsx'
import { useMethodName, useOnlinePaymentWords } from './words.ts'

/** The providers at which customers can pay. Each is saved by itself, not with the settings. */
export function Providers() {
  const words = useOnlinePaymentWords()
  const isAdmin = useMay('admin')
  const providers = useQuery({ ...providersQuery, enabled: isAdmin })
  const [isAdding, setAdding] = useState(false)
  const [editedId, setEditedId] = useState<string | null>(null)
  if (!isAdmin) return <Text c="dimmed">{words.adminsOnly}</Text>
  const all = providers.data?.data ?? []
  const edited = all.find(({ id }) => id === editedId)
  return (
    <Stack gap="md" component="section">
      <QueryView of={providers} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty
              icon={<Drawing of="stamp" />}
              title={words.none}
              text={words.text}
              action={
                <Button
                  leftSection={<IconPlus size={18} aria-hidden />}
                  onClick={() => setAdding(true)}
                >
                  {words.add}
                </Button>
              }
            />
          ) : (
            <>
              <Text c="dimmed">{words.text}</Text>
              <Paper>
                <ul className="kept-rows">
                  {data.map((it) => (
                    <ProviderRow key={it.id} provider={it} onEdit={() => setEditedId(it.id)} />
                  ))}
                </ul>
              </Paper>
              <AddButton label={words.add} onClick={() => setAdding(true)} />
              <RoutingRules providers={data} />
            </>
          )
        }
      </QueryView>
      {isAdding && <AddDialog known={all} onClose={() => setAdding(false)} />}
      {edited && (
        <EditDialog provider={edited} isOnly={all.length === 1} onClose={() => setEditedId(null)} />
      )}
    </Stack>
  )
}

interface RowProps {
  readonly provider: Provider
  readonly onEdit: () => void
}

function ProviderRow({ provider, onEdit }: RowProps) {
  const words = useOnlinePaymentWords()
  const format = useFormat()
  const nameOf = useMethodName()
  const { submit, isBusy } = useAct([PROVIDERS_KEY])
  const [asks, setAsks] = useState<'delete' | 'turn_off' | null>(null)
  const { id, label, kind, methods, currencies, account, mode, hook, etag: ifMatch } = provider
  const [shape, state] = stateOf(provider)
  const remove = async () => {
    try {
      await submit({
        run: (api) => api.deletePaymentProvider({ path: { id }, ifMatch }),
        done: words.deleted,
      })
    } catch (error) {
      if (isProblem(error, 'provider_in_use')) setAsks('turn_off')
      else void tellFailed(error)
    }
  }
  const turnOff = () =>
    submit({
      run: (api) => api.patchPaymentProvider({ path: { id }, body: { enabled: false }, ifMatch }),
      done: words.turnedOff,
    }).catch(tellFailed)
  return (
    <KeptRow
      title={
        <Group gap="sm">
          {label}
          <State shape={shape} detail={words.modes[mode]}>
            {words.states[state]}
          </State>
        </Group>
      }
      text={
        <>
          <div>
            {dotted([
              nameOfKind(kind) !== label && nameOfKind(kind),
              account,
              methods.length === 0 ? words.allMethods : methods.map(nameOf).join(', '),
              currencies.join(', '),
            ])}
          </div>
          <div>
            {hook.last_at === null ? words.noHook : words.lastHook(format.instant(hook.last_at))}
          </div>
        </>
      }
      actions={
        <>
          <EntryAction label={words.editOne(label)} Icon={IconEdit} onClick={onEdit} />
          <EntryAction
            label={words.deleteOne(label)}
            Icon={IconTrash}
            isBusy={isBusy}
            onClick={() => setAsks('delete')}
          />
          <ConfirmDialog
            isOpen={asks === 'delete'}
            onClose={() => setAsks(null)}
            title={words.deleteTitle(label)}
            text={words.deleteText}
            verb={words.delete}
            onConfirm={remove}
          />
          <ConfirmDialog
            isOpen={asks === 'turn_off'}
            onClose={() => setAsks(null)}
            title={words.inUseTitle(label)}
            text={words.inUseText}
            verb={words.turnOff}
            verbColor="pine"
            onConfirm={turnOff}
          />
        </>
      }
    />
  )
}

function stateOf({
  enabled,
  problem,
  account,
}: Provider): readonly [Shape, 'off' | 'refused' | 'untested' | 'on'] {
  if (problem !== null) return ['late', 'refused']
  if (!enabled) return ['void', 'off']
  return account === null ? ['dashed', 'untested'] : ['done', 'on']
}
