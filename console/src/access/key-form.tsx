import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormFault } from '../components/form-fault.tsx'
import { useRefused } from '../components/use-refused.ts'
import { useWords } from '../language.ts'

const SCOPES = ['read', 'write', 'issue', 'admin'] as const

export interface KeyValues {
  readonly name: string
  readonly scopes: (typeof SCOPES)[number][]
  /** `YYYY-MM-DD`; empty: it does not end. */
  readonly lastDay: string
}

interface Props {
  readonly initial: KeyValues
  readonly verb: string
  readonly error: unknown
  readonly isBusy: boolean
  readonly onSubmit: (values: KeyValues) => void
}

/** What a key is called, what it may, and until when. */
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
        <TextInput
          label={words.name}
          description={words.nameHint}
          maxLength={200}
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label={words.scopes} {...form.getInputProps('scopes')}>
          <Stack gap="xs" mt={6}>
            {SCOPES.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={words.scopeNames[scope]}
                description={words.scopeTexts[scope]}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <TextInput
          type="date"
          label={words.lastDay}
          description={words.lastDayHint}
          maw={260}
          {...form.getInputProps('lastDay')}
        />
        <FormFault error={error} fields={['name', 'scopes', 'expires_at']} />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The end of a day where the browser is; null: no end. */
export const lastInstantOf = (day: string): string | null =>
  day === '' ? null : new Date(`${day}T23:59:59`).toISOString()
