import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DayField } from '../components/date-field.tsx'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { useAct } from '../components/use-act.ts'
import { todayIn, useFormat } from '../format.ts'
import { useWords } from '../language.ts'
import { settingsQuery } from '../queries.ts'
import { occurrencesQuery, RECURRING_KEY, type Recurring } from './queries.ts'

/** Pauses at once, or until a day. */
export function PauseButton({ id }: { readonly id: string }) {
  const words = useWords().recurring
  const { act, isBusy } = useAct([RECURRING_KEY])
  const [isOpen, dialog] = useDisclosure()
  const [until, setUntil] = useState('')
  const pause = async () => {
    const body = until === '' ? {} : { until }
    const isDone = await act({
      run: (api) => api.pauseRecurringInvoice({ path: { id }, body }),
      done: words.paused,
    })
    if (isDone) dialog.close()
  }
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {words.pause}
      </Button>
      <Dialog isOpen={isOpen} onClose={dialog.close} title={words.pause}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void pause()
          }}
        >
          <Stack>
            <Text size="sm">{words.pauseText}</Text>
            <DayField
              label={words.pauseUntil}
              description={words.pauseUntilHint}
              value={until}
              onChange={setUntil}
            />
            <FormButtons submit={words.pause} isBusy={isBusy} />
          </Stack>
        </form>
      </Dialog>
    </>
  )
}

/** The service creates no more invoices at once. */
const MISSED_MAX = 36

/** Asks what to do with days that were missed in the pause. */
export function ResumeButton({ recurring: { id } }: { readonly recurring: Pick<Recurring, 'id'> }) {
  const words = useWords().recurring
  const { date } = useFormat()
  const { act, isBusy } = useAct([RECURRING_KEY])
  const [isOpen, dialog] = useDisclosure()
  const [missed, setMissed] = useState<'skip' | 'make'>('skip')
  const { data: settings } = useQuery(settingsQuery)
  const { data } = useQuery(occurrencesQuery(id, MISSED_MAX))
  const today = settings && todayIn(settings.timeZone)
  const days = (data?.data ?? []).filter((day) => today !== undefined && day.date < today)
  const resume = async (choice: 'skip' | 'make') => {
    const body = { missed: choice }
    const isDone = await act({
      run: (api) => api.resumeRecurringInvoice({ path: { id }, body }),
      done: words.resumed,
    })
    if (isDone) dialog.close()
  }
  return (
    <>
      <Button
        variant="default"
        loading={isBusy || data === undefined}
        onClick={() => (days.length === 0 ? resume('skip') : dialog.open())}
      >
        {words.resume}
      </Button>
      <Dialog isOpen={isOpen} onClose={dialog.close} title={words.resume}>
        <Stack>
          <Text size="sm">{words.missedDays(days.map((day) => date(day.date)).join(', '))}</Text>
          <Radio.Group
            value={missed}
            onChange={(value) => setMissed(value as typeof missed)}
            aria-label={words.resume}
          >
            <Stack gap="xs">
              <Radio value="skip" label={words.skipMissedChoice} />
              <Radio value="make" label={words.makeMissedChoice(days.length)} />
            </Stack>
          </Radio.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              {words.cancel}
            </Button>
            <Button loading={isBusy} onClick={() => resume(missed)}>
              {words.resume}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}
