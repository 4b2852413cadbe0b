import { Button, Checkbox, Group, Paper, SimpleGrid, Stack, Textarea, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrorsOf } from '../api/client.ts'
import { settingsQuery } from '../api/queries.ts'
import { asEntry } from '../components/choices.ts'
import { FormFault } from '../components/form-fault.tsx'
import { tellDone } from '../components/notices.tsx'
import { useChange } from '../components/use-send.ts'
import { weekdayName } from '../words/days.ts'
import { useLanguage } from '../words/language.ts'
import { shownHolidays, toHolidays } from './holidays.ts'
import { useReminderWords } from './words.ts'

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const

/** Days on which nothing is sent automatically. */
export function DaysOff() {
  const { data } = useQuery(settingsQuery)
  if (!data) return null
  const { weekdays, dates } = data.nonWorkingDays
  return <Form key={JSON.stringify(data.nonWorkingDays)} weekdays={weekdays} dates={dates} />
}

interface Props {
  readonly weekdays: readonly number[]
  readonly dates: readonly string[]
}

function Form({ weekdays, dates }: Props) {
  const words = useReminderWords()
  const { language } = useLanguage()
  const { refetch } = useQuery(settingsQuery)
  const [days, setDays] = useState(weekdays.map(String))
  const [text, setText] = useState(shownHolidays(dates, language))
  const holidays = toHolidays(text, language)
  const { mutate, error, isPending } = useChange({
    run: (api) =>
      api.patchSettings({
        body: {
          nonWorkingDays: {
            weekdays: days.map(Number).toSorted(),
            dates: holidays,
          },
        },
      }),
    onSuccess: async () => {
      await refetch()
      tellDone(words.daysOffSaved)
    },
  })
  const isDirty =
    holidays.join() !== dates.join() ||
    WEEK.some((day) => weekdays.includes(day) !== days.includes(String(day)))
  const isWrong = Object.keys(fieldErrorsOf(error)).some((name) => name.includes('dates'))
  return (
    <Paper p="md">
      <Stack gap="sm">
        <Title order={2} size="md">
          {words.daysOff}
        </Title>
        <Checkbox.Group value={days} onChange={setDays} label={words.weekdaysOff}>
          <SimpleGrid cols={{ base: 2, xs: 4, lg: 7 }} spacing="md" mt={6}>
            {WEEK.map((day) => (
              <Checkbox
                key={day}
                value={String(day)}
                label={asEntry(weekdayName(day, language), language)}
                disabled={!days.includes(String(day)) && days.length >= WEEK.length - 1}
              />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <Textarea
          label={words.holidays}
          description={words.holidaysHint}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          autosize
          minRows={2}
          maxRows={8}
          maw={360}
          error={isWrong ? words.holidaysWrong : null}
        />
        {!isWrong && <FormFault error={error} />}
        <Group justify="flex-end">
          <Button disabled={!isDirty} loading={isPending} onClick={() => mutate()}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
