import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { tellDone } from '../components/notices.tsx'
import { useChange } from '../components/use-send.ts'
import { useWords } from '../language.ts'
import { type Plan, PlanFields } from './plan-fields.tsx'
import { RECURRING_KEY, type Recurring } from './queries.ts'

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

function ScheduleForm({
  recurring,
  etag,
  onDone,
}: Pick<Props, 'recurring' | 'etag'> & { readonly onDone: () => void }) {
  const words = useWords().recurring
  const queries = useQueryClient()
  const { id, name, action, schedule, period, mail } = recurring
  const [plan, setPlan] = useState<Plan>({ name, action, schedule, period, mail })
  const { mutate, error, isPending } = useChange({
    run: (api) =>
      api.putRecurringInvoice({
        path: { id },
        body: plan,
        ...(etag === undefined ? {} : { ifMatch: etag }),
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [RECURRING_KEY] })
      tellDone(words.saved)
      onDone()
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
          progress={recurring}
        />
        <FormFault error={error} />
        <div className="dialog-end">
          <FormButtons submit={words.save} isBusy={isPending} />
        </div>
      </Stack>
    </form>
  )
}
