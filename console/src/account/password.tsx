import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { FormFault } from '../components/form-fault.tsx'
import { tellDone } from '../components/notices.tsx'
import { useRefused } from '../components/use-refused.ts'
import { useChange } from '../components/use-send.ts'
import { useWords } from '../words/language.ts'
import { SESSIONS_KEY } from './queries.ts'
import { Section } from './section.tsx'

const EMPTY = { current_password: '', password: '' }

/** Changes the password of a person who knows the old one. */
export function Password({ id, email }: { readonly id: string; readonly email: string | null }) {
  const words = useWords().account
  const { showPassword } = useWords().shell
  const queries = useQueryClient()
  const form = useForm({ initialValues: EMPTY })
  const change = useChange({
    run: (api, body: typeof EMPTY) => api.updateUser({ path: { id }, body }),
    onSuccess: async () => {
      form.reset()
      tellDone(words.passwordChanged)
      await queries.invalidateQueries({ queryKey: SESSIONS_KEY })
    },
  })
  useRefused(form, change.error)
  const toggle = { visibilityToggleButtonProps: { 'aria-label': showPassword } }
  return (
    <Section title={words.password} text={words.passwordText}>
      <form onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Stack gap="sm">
          {/* The user name, so that password managers know whose password it is. */}
          <input type="hidden" name="username" autoComplete="username" value={email ?? ''} />
          <PasswordInput
            label={words.currentPassword}
            autoComplete="current-password"
            required
            {...toggle}
            {...form.getInputProps('current_password')}
          />
          <PasswordInput
            label={words.newPassword}
            description={words.newPasswordHint}
            autoComplete="new-password"
            required
            minLength={12}
            {...toggle}
            {...form.getInputProps('password')}
          />
          <FormFault error={change.error} fields={Object.keys(EMPTY)} />
          <Group justify="flex-end">
            <Button type="submit" loading={change.isPending}>
              {words.changePassword}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
