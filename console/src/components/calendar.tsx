import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/de'
import 'dayjs/locale/fr'
import { Button, Group, Popover } from '@mantine/core'
import { DatePicker, type DayOfWeek } from '@mantine/dates'
import type { ReactElement } from 'react'
import { useLanguage, useWords } from '../words/language.ts'

interface Props {
  /** The button that opens it. */
  readonly target: ReactElement
  /** `YYYY-MM-DD`, or empty. */
  readonly day: string
  readonly canClear: boolean
  readonly isOpen: boolean
  readonly onChoose: (day: string) => void
  readonly onClose: () => void
}

/** The calendar of a date field, loaded when it is wanted. */
export function Calendar({ target, day, canClear, isOpen, onChoose, onClose }: Props) {
  const { language, locale } = useLanguage()
  const words = useWords().dateField
  const choose = (chosen: string) => {
    onChoose(chosen)
    onClose()
  }
  return (
    <Popover
      opened={isOpen}
      onDismiss={onClose}
      position="bottom-end"
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown aria-label={words.calendar}>
        <DatePicker
          value={day || null}
          {...(day !== '' && { defaultDate: day })}
          locale={language}
          firstDayOfWeek={firstDayOfWeek(locale)}
          ariaLabels={{
            previousMonth: words.previous,
            nextMonth: words.next,
            previousYear: words.previous,
            nextYear: words.next,
            previousDecade: words.previous,
            nextDecade: words.next,
          }}
          onChange={(chosen) => chosen !== null && choose(chosen)}
          // Its buttons keep Escape from the dialog around it.
          {...{ __stopPropagation: true }}
        />
        <Group justify="space-between" mt="xs">
          <Button {...SMALL} onClick={() => choose(today())}>
            {words.today}
          </Button>
          {canClear && day !== '' && (
            <Button {...SMALL} onClick={() => choose('')}>
              {words.clear}
            </Button>
          )}
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}

const SMALL = {
  size: 'compact-sm',
  variant: 'subtle',
  type: 'button',
  'data-mantine-stop-propagation': true,
} as const

const today = (): string => new Intl.DateTimeFormat('en-CA').format(new Date())

interface Locale extends Intl.Locale {
  getWeekInfo?(): { readonly firstDay: number }
}

const SUNDAY = 7

/** Not every browser tells it: the week then begins on Monday. */
function firstDayOfWeek(locale: string): DayOfWeek {
  const known: Locale = new Intl.Locale(locale)
  const first = known.getWeekInfo?.().firstDay ?? 1
  return (first % SUNDAY) as DayOfWeek
}
