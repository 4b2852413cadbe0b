import { Checkbox, Code, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DayField } from '../components/date-field.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { useRefused } from '../components/use-refused.ts'
import { useWords } from '../words/language.ts'

const SCOPES = ['read', 'write', 'issue', 'admin'] as const

export interface KeyValues {
  readonly name: string
  readonly scopes: (typeof SCOPES)[number][]
  /** `YYYY-MM-DD`; empty: no expiry. */
  readonly lastDay: string
  /** For a login of the command line. */
  readonly code?: string
}

interface Props {
  readonly initial: KeyValues
  readonly verb: string
  readonly error: unknown
  readonly isBusy: boolean
  readonly onSubmit: (values: KeyValues) => void
}

/** Name, scopes and expiry of a key. */
export function KeyForm({ initial, verb, error, isBusy, onSubmit }: Props) {
  const words = useWords().keys
  const form = useForm<KeyValues>({
    initialValues: initial,
    validate: { scopes: (scopes) => (scopes.length === 0 ? words.noScope : null) },
  })
  useRefused(form, error, { expires_at: 'lastDay' })
  return (
    <form onSubmit={form.onSubmit(onSubmit)}>
      <Stack>
        {initial.code !== undefined && (
          <TextInput
            label={words.code}
            description={words.codeHint}
            maxLength={20}
            maw={260}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            data-autofocus
            {...form.getInputProps('code')}
          />
        )}
        <TextInput
          label={words.name}
          description={words.nameHint}
          maxLength={200}
          required
          data-autofocus={initial.code === undefined || undefined}
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label={words.scopes} {...form.getInputProps('scopes')}>
          <Stack gap="xs" mt={6}>
            {SCOPES.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={
                  <>
                    {words.scopeNames[scope]} <Code>{scope}</Code>
                  </>
                }
                description={words.scopeTexts[scope]}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <DayField
          label={words.lastDay}
          description={words.lastDayHint}
          maw={260}
          {...form.getInputProps('lastDay')}
        />
        <FormFault error={error} fields={['code', 'name', 'scopes', 'expires_at']} />
        <FormButtons submit={verb} isBusy={isBusy} />
      </Stack>
    </form>
  )
}

/** The local day of an instant, for a date field. */
export function dayOf(instant: string | null): string {
  if (instant === null) return ''
  const at = new Date(instant)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The end of a local day; null: no expiry. */
export const lastInstantOf = (day: string): string | null =>
  day === '' ? null : new Date(`${day}T23:59:59`).toISOString()
