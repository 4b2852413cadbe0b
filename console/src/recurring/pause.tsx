import { CATCH_UP_MAX } from '@billwright/rules/schedule'
import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settingsQuery } from '../api/queries.ts'
import { DayField } from '../components/date-field.tsx'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { tellFailed } from '../components/notices.tsx'
import { useAct } from '../components/use-act.ts'
import { todayIn, useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { AtOnceNote, useTellMade } from './at-once.tsx'
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

/** Asks what to do with days that were missed in the pause, and says what is created at once. */
export function ResumeButton({ recurring }: { readonly recurring: Recurring }) {
  const { id, action } = recurring
  const words = useWords().recurring
  const { date } = useFormat()
  const { act, isBusy } = useAct([RECURRING_KEY])
  const [isOpen, dialog] = useDisclosure()
  const [missed, setMissed] = useState<'skip' | 'make'>('skip')
  const { data: settings } = useQuery(settingsQuery)
  const { data } = useQuery(occurrencesQuery(id, MISSED_MAX))
  const today = settings && todayIn(settings.timeZone)
  const coming = today === undefined ? [] : (data?.data ?? [])
  const days = coming.filter((day) => day.date < String(today))
  const now = new Date().toISOString()
  const due = coming.filter((day) => day.run_at <= now && !day.skip).map((day) => day.date)
  const atOnceAfter = (choice: 'skip' | 'make') => {
    const chosen = choice === 'make' ? due : due.filter((day) => day >= String(today))
    const isHeld = choice === 'skip' && chosen.length > CATCH_UP_MAX
    return { action, days: settings?.automationPaused ? [] : chosen, isHeld }
  }
  const tellMade = useTellMade()
  const resume = async (choice: 'skip' | 'make') => {
    const body = { missed: choice }
    const isDone = await act({
      run: (api) => api.resumeRecurringInvoice({ path: { id }, body }),
      done: words.resumed,
    })
    if (!isDone) return
    dialog.close()
    tellMade(recurring, atOnceAfter(choice)).catch(tellFailed)
  }
  const isPlain = days.length === 0 && atOnceAfter('skip').days.length === 0
  return (
    <>
      <Button
        loading={isBusy || data === undefined}
        onClick={() => (isPlain ? resume('skip') : dialog.open())}
      >
        {words.resume}
      </Button>
      <Dialog isOpen={isOpen} onClose={dialog.close} title={words.resume}>
        <Stack>
          {days.length > 0 && (
            <>
              <Text size="sm">
                {words.missedDays(days.map((day) => date(day.date)).join(', '))}
              </Text>
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
            </>
          )}
          <AtOnceNote {...atOnceAfter(missed)} />
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
