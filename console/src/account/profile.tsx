import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../api/queries.ts'
import { FormFault } from '../components/form-fault.tsx'
import { tellDone } from '../components/notices.tsx'
import { useRefused } from '../components/use-refused.ts'
import { useChange } from '../components/use-send.ts'
import { useWords } from '../words/language.ts'
import { Section } from './section.tsx'

interface Props {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
}

export function Profile({ id, name, email }: Props) {
  const words = useWords().account
  const queries = useQueryClient()
  const form = useForm({ initialValues: { name: name ?? '' } })
  const save = useChange({
    run: (api, values: typeof form.values) =>
      api.updateUser({ path: { id }, body: { name: values.name.trim() || null } }),
    onSuccess: async () => {
      form.resetDirty()
      tellDone(words.saved)
      await queries.fetchQuery({ ...sessionQuery, staleTime: 0 })
    },
  })
  useRefused(form, save.error)
  return (
    <Section title={words.profile}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack gap="sm">
          <TextInput
            label={words.name}
            autoComplete="name"
            maxLength={200}
            {...form.getInputProps('name')}
          />
          <TextInput
            label={words.email}
            description={words.emailHint}
            value={email ?? ''}
            readOnly
            variant="filled"
          />
          <FormFault error={save.error} fields={['name']} />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
