import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useLanguage, useWords } from '../words/language.ts'
import { IconCalendar } from './icons.ts'
import { DAY, MOMENT, TIME } from './typed-date.ts'

const load = () => import('./calendar.tsx')
const Calendar = lazy(async () => ({ default: (await load()).Calendar }))

interface Props extends Omit<TextInputProps, 'type' | 'value' | 'defaultValue' | 'onChange'> {
  /** `YYYY-MM-DD`, or empty. */
  readonly value?: string | undefined
  readonly defaultValue?: string | undefined
  /** While typing only with whole dates; else when the person leaves the field. */
  readonly onChange?: ((value: string) => void) | undefined
}

/** A day, typed as in the reader's region or chosen in a calendar. */
export const DayField = (props: Props) => <DateField kind="day" {...props} />

/** `HH:MM`. */
export const TimeField = (props: Props) => <DateField kind="time" {...props} />

/** A day and a time in the zone of the browser: `YYYY-MM-DDTHH:MM`. */
export const MomentField = (props: Props) => <DateField kind="moment" {...props} />

const KINDS = {
  day: { ...DAY, example: '2026-12-31', whole: /\d{4}/ },
  time: { ...TIME, example: '14:30', whole: /\d\d\W\d\d/ },
  moment: { ...MOMENT, example: '2026-12-31T14:30', whole: /\d{4}.*\d\d\W\d\d/ },
} as const

interface Typed {
  readonly text: string
  /** The value of the field when this was typed. */
  readonly over: string
}

function DateField({
  kind,
  name,
  value,
  defaultValue = '',
  onChange,
  error,
  ...props
}: Props & { readonly kind: keyof typeof KINDS }) {
  const { locale } = useLanguage()
  const words = useWords().dateField
  const { format, parse, whole, example } = KINDS[kind]
  const field = useRef<HTMLInputElement>(null)
  const [own, setOwn] = useState(defaultValue)
  const [typed, setTyped] = useState<Typed | null>(null)
  const [isLeft, setLeft] = useState(false)
  const current = value ?? own
  const isTyped = typed !== null && ['', typed.over, parse(typed.text, locale)].includes(current)
  const isWrong = isTyped && isLeft
  useStopOfForm(field, isWrong)
  const set = (next: string) => {
    setOwn(next)
    if (next !== current) onChange?.(next)
  }
  const type = (text: string) => {
    setTyped({ text, over: current })
    setLeft(false)
    const next = text.trim() === '' ? '' : parse(text, locale)
    if (next === '' || (next !== null && whole.test(text))) set(next)
  }
  const leave = () => {
    if (!isTyped) return
    const next = typed.text.trim() === '' ? '' : parse(typed.text, locale)
    if (next === null) setLeft(true)
    else setTyped(null)
    set(next ?? '')
  }
  const choose = (day: string) => {
    setTyped(null)
    const time = current.slice('YYYY-MM-DD'.length) || 'T09:00'
    set(kind === 'moment' && day !== '' ? `${day}${time}` : day)
  }
  const canType = !props.disabled && !props.readOnly
  return (
    <>
      <TextInput
        autoComplete="off"
        {...props}
        ref={field}
        value={isTyped ? typed.text : format(current, locale)}
        error={isWrong ? words[kind](format(example, locale)) : error}
        rightSection={
          kind !== 'time' &&
          canType && (
            <CalendarButton
              day={current.slice(0, 'YYYY-MM-DD'.length)}
              canClear={!props.required}
              onChoose={choose}
            />
          )
        }
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
        onKeyDown={({ key, ctrlKey, metaKey }) => {
          if (key === 'Enter' || ((ctrlKey || metaKey) && key === 's')) leave()
        }}
      />
      {name !== undefined && <input type="hidden" name={name} value={current} />}
    </>
  )
}

/** A form is not sent without the date that a person meant to enter, also if it checks nothing itself. */
function useStopOfForm(field: RefObject<HTMLInputElement | null>, isWrong: boolean): void {
  useEffect(() => {
    const form = field.current?.form
    if (!isWrong || !form) return
    const stop = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      field.current?.focus()
    }
    form.addEventListener('submit', stop, true)
    return () => form.removeEventListener('submit', stop, true)
  }, [field, isWrong])
}

interface CalendarButtonProps {
  readonly day: string
  readonly canClear: boolean
  readonly onChoose: (day: string) => void
}

function CalendarButton(props: CalendarButtonProps) {
  const words = useWords().dateField
  const [isWanted, setWanted] = useState(false)
  const [isOpen, open] = useDisclosure()
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={words.calendar}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      // Escape closes the calendar, not the dialog around it.
      data-mantine-stop-propagation={isOpen}
      onKeyDown={({ key }) => key === 'Escape' && open.close()}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => {
        setWanted(true)
        open.toggle()
      }}
    >
      <IconCalendar size={16} />
    </ActionIcon>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <Calendar {...props} target={button} isOpen={isOpen} onClose={open.close} />
    </Suspense>
  )
}
