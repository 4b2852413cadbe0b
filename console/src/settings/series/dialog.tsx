import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { fieldErrorsOf } from '../../api/client.ts'
import { DialogForm } from '../../components/dialog-form.tsx'
import { tellDone } from '../../components/notices.tsx'
import { useChange } from '../../components/use-send.ts'
import { toChoices } from '../choices.ts'
import { SERIES_KEY } from './queries.ts'
import { useSeriesWords } from './words.ts'

const PLACES = ['key', 'name', 'pattern', 'start']
const KINDS = ['invoice', 'credit_note', 'quote', 'delivery_note'] as const
const RESETS = ['yearly', 'monthly', 'never'] as const

/** Creates or edits a series. After its first number, only the name can change. */
export function SeriesDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useSeriesWords()
  const queries = useQueryClient()
  const { mutate, error, isPending } = useChange({
    run: (api, form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? '').trim()
      return api.createNumberSeries({
        body: {
          kind: KINDS.find((it) => it === text('kind')) ?? 'invoice',
          key: text('key'),
          name: text('name') || null,
          pattern: text('pattern'),
          reset: RESETS.find((it) => it === text('reset')) ?? 'yearly',
          ...(text('start') !== '' && { start: Number(text('start')) }),
        },
      })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [SERIES_KEY] })
      tellDone(words.saved)
      onClose()
    },
  })
  const errors = fieldErrorsOf(error)
  return (
    <DialogForm
      title={words.add}
      words={words}
      isBusy={isPending}
      error={error}
      places={PLACES}
      onClose={onClose}
      onSubmit={mutate}
    >
      <NativeSelect name="kind" label={words.kind} data={toChoices(words.kinds)} />
      <TextInput
        name="key"
        label={words.key}
        description={words.keyHint}
        error={errors.key}
        maxLength={20}
        data-autofocus
      />
      <TextInput name="name" label={words.name} error={errors.name} maxLength={200} />
      <TextInput
        name="pattern"
        label={words.pattern}
        description={words.patternHint}
        error={errors.pattern}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'start' }}>
        <NativeSelect
          name="reset"
          label={words.reset}
          defaultValue="yearly"
          data={toChoices(words.resets)}
        />
        <TextInput
          name="start"
          label={words.start}
          error={errors.start}
          inputMode="numeric"
          placeholder="1"
        />
      </SimpleGrid>
    </DialogForm>
  )
}
