import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DayField } from '../components/date-field.tsx'
import { Dialog } from '../components/dialog.tsx'
import { dotted } from '../components/dotted.ts'
import { FormFault } from '../components/form-fault.tsx'
import { tellDone } from '../components/notices.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useChange } from '../components/use-send.ts'
import { useFormat } from '../words/format.ts'
import { effectQuery, type Plan, REMINDERS_KEY } from './queries.ts'
import { useReminderWords } from './words.ts'

const SHOWN = 10

interface Props {
  readonly plan: Plan
  /** Unsaved changes would not count. */
  readonly isDisabled: boolean
}

/** Shows the customers whom the plan would remind today, before it is switched on. */
export function SwitchOn({ plan, isDisabled }: Props) {
  const words = useReminderWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button disabled={isDisabled} onClick={() => setOpen(true)}>
        {words.switchOn}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={words.switchOnTitle(plan.name)}
        size="lg"
      >
        {isOpen && <Effect plan={plan} onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

function Effect({ plan, onDone }: { readonly plan: Plan; readonly onDone: () => void }) {
  const words = useReminderWords()
  const format = useFormat()
  const queries = useQueryClient()
  const [from, setFrom] = useState('')
  const effect = useQuery(effectQuery(plan.id, from))
  const { mutate, error, isPending } = useChange({
    run: (api) =>
      api.patchReminderPlan({
        path: { id: plan.id },
        body: { enabled: true, ...(from === '' ? {} : { remind_from: from }) },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: REMINDERS_KEY })
      tellDone(words.switchedOn)
      onDone()
    },
  })
  return (
    <Stack gap="sm">
      <DayField
        label={words.remindFrom}
        description={words.remindFromHint}
        value={from}
        onChange={setFrom}
      />
      <QueryView of={effect} lines={3}>
        {({
          reached,
          reached_count: count,
          later_count: later,
          held_count: held,
          older_count: older,
        }) => (
          <Stack gap={4} role="status">
            <Text fw={600}>{words.reachedToday(count)}</Text>
            <List size="sm">
              {reached.slice(0, SHOWN).map((it) => (
                <List.Item key={it.invoice_id}>
                  {dotted([it.number, it.customer_name, format.money(it.due, it.currency)])}
                </List.Item>
              ))}
            </List>
            {held > 0 && <Text size="sm">{words.held(held)}</Text>}
            <Text size="sm">{words.reachedLater(later)}</Text>
            <Text size="sm">{words.older(older)}</Text>
          </Stack>
        )}
      </QueryView>
      <FormFault error={error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone} disabled={isPending}>
          {words.cancel}
        </Button>
        <Button loading={isPending} onClick={() => mutate()}>
          {words.switchOn}
        </Button>
      </Group>
    </Stack>
  )
}
