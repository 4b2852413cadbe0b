import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { useRefused } from '../components/use-refused.ts'
import { useWords } from '../words/language.ts'
import { EventTypes } from './event-types.tsx'

export interface WebhookValues {
  readonly url: string
  readonly description: string
  readonly event_types: string[]
}

interface Props {
  readonly initial: WebhookValues
  readonly verb: string
  readonly error: unknown
  readonly isBusy: boolean
  readonly onSubmit: (values: WebhookValues) => void
}

/** The URL and the event types of a webhook. */
export function WebhookForm({ initial, verb, error, isBusy, onSubmit }: Props) {
  const words = useWords().webhooks
  const form = useForm<WebhookValues>({
    initialValues: initial,
    validate: { event_types: (types) => (types.length === 0 ? words.noEvents : null) },
  })
  useRefused(form, error)
  const types = form.getInputProps('event_types')
  return (
    <form onSubmit={form.onSubmit(onSubmit)}>
      <Stack>
        <TextInput
          type="url"
          label={words.url}
          description={words.urlHint}
          placeholder="https://"
          required
          data-autofocus
          {...form.getInputProps('url')}
        />
        <TextInput
          label={words.description}
          maxLength={500}
          {...form.getInputProps('description')}
        />
        <EventTypes value={types.value} error={types.error} onChange={types.onChange} />
        <FormFault error={error} fields={Object.keys(initial)} />
        <FormButtons submit={verb} isBusy={isBusy} />
      </Stack>
    </form>
  )
}
