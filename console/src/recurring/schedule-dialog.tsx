import { Stack } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { settingsQuery } from '../api/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { tellDone, tellFailed } from '../components/notices.tsx'
import { useChange } from '../components/use-send.ts'
import { useWords } from '../words/language.ts'
import { AtOnceNote, useTellMade } from './at-once.tsx'
import { type AtOnce, atOnceAfterSaving, type Progress } from './coming-days.ts'
import { type Plan, PlanFields } from './plan-fields.tsx'
import { RECURRING_KEY, type Recurring, runsQuery } from './queries.ts'
import { scheduleOf } from './rule.ts'

interface Props {
  readonly recurring: Recurring
  readonly etag: string | undefined
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function ScheduleDialog({ isOpen, onClose, ...props }: Props) {
  const words = useWords().recurring
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.editSchedule} size="lg">
      {/* Starts with the stored values each time it opens. */}
      {isOpen && <ScheduleForm {...props} onDone={onClose} />}
    </Dialog>
  )
}

/** A changed schedule starts today at the earliest. A paused or waiting schedule creates nothing. */
function useAtOnce(recurring: Recurring, { action, schedule }: Plan, progress: Progress): AtOnce {
  const { data: settings } = useQuery(settingsQuery)
  const isRunning = recurring.status === 'active' && recurring.attention?.code !== 'too_many_due'
  const isMoved = JSON.stringify(schedule) !== JSON.stringify(recurring.schedule)
  if (settings === undefined || !isRunning || !isMoved) return { action, days: [], isHeld: false }
  return atOnceAfterSaving({ action, schedule: scheduleOf(schedule) }, settings, progress)
}

function ScheduleForm({
  recurring,
  etag,
  onDone,
}: Pick<Props, 'recurring' | 'etag'> & { readonly onDone: () => void }) {
  const words = useWords().recurring
  const queries = useQueryClient()
  const { id, name, action, schedule, period, mail } = recurring
  const [plan, setPlan] = useState<Plan>({ name, action, schedule, period, mail })
  const { data: runs } = useInfiniteQuery(runsQuery(id))
  const settled = runs?.pages.flatMap(({ data }) => data) ?? []
  const progress = {
    made: recurring.made,
    skips: recurring.skips,
    decided: settled.filter(({ outcome }) => outcome !== 'failed').map(({ date }) => date),
  }
  const atOnce = useAtOnce(recurring, plan, progress)
  const tellMade = useTellMade()
  const { mutate, error, isPending } = useChange({
    run: (api) =>
      api.putRecurringInvoice({
        path: { id },
        body: plan,
        ...(etag === undefined ? {} : { ifMatch: etag }),
      }),
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: [RECURRING_KEY] })
      tellDone(words.saved)
      onDone()
      tellMade(saved, atOnce).catch(tellFailed)
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <Stack gap="sm">
        <PlanFields
          plan={plan}
          change={(part) => setPlan((before) => ({ ...before, ...part }))}
          progress={progress}
        />
        <FormFault error={error} />
        <div className="dialog-end">
          <AtOnceNote {...atOnce} />
          <FormButtons submit={words.save} isBusy={isPending} />
        </div>
      </Stack>
    </form>
  )
}
