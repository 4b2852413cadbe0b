import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isProblem } from '../api.ts'
import { useRefused } from '../components/use-refused.ts'
import { useChange } from '../components/use-send.ts'
import { useWords } from '../language.ts'
import { sessionQuery } from '../queries.ts'
import { EntryFailure, useWait } from './failure.tsx'
import { AuthFrame } from './frame.tsx'

/** Creates the first account with the token after the `#` of the setup link. */
export function SetUp() {
  const words = useWords().auth
  const [token] = useState(() => window.location.hash.slice(1))
  return token === '' ? (
    <AuthFrame title={words.incomplete}>
      <Text>{words.incompleteText}</Text>
      <Text>
        {words.already}{' '}
        <Anchor component={Link} to="/sign-in" underline="always">
          {words.enter}
        </Anchor>
      </Text>
    </AuthFrame>
  ) : (
    <FirstAccount token={token} />
  )
}

function FirstAccount({ token }: { readonly token: string }) {
  const words = useWords().auth
  const { showPassword } = useWords().shell
  const queries = useQueryClient()
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { name: '', email: '', password: '', company_name: '' },
  })
  const setUp = useChange({
    run: (api, values: typeof form.values) => api.setUp({ body: { token, ...onlyFilled(values) } }),
    onSuccess: async () => {
      await queries.fetchQuery({ ...sessionQuery, staleTime: 0 })
      await navigate({ to: '/start', replace: true })
    },
  })
  useRefused(form, setUp.error)
  const secondsLeft = useWait(setUp.error)
  const isOfField = Object.keys(form.errors).length > 0
  return (
    <AuthFrame title={words.welcome}>
      <Text c="dimmed">{words.first}</Text>
      <form onSubmit={form.onSubmit((values) => setUp.mutate(values))}>
        <Stack>
          <TextInput
            label={`${words.name} (${words.optional})`}
            autoComplete="name"
            {...form.getInputProps('name')}
          />
          <TextInput
            label={words.email}
            type="email"
            autoComplete="username"
            required
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={words.password}
            description={words.passwordHint}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': showPassword }}
            required
            minLength={12}
            {...form.getInputProps('password')}
          />
          <TextInput
            label={`${words.company} (${words.optional})`}
            description={words.companyHint}
            autoComplete="organization"
            {...form.getInputProps('company_name')}
          />
          {!isOfField && <EntryFailure error={setUp.error} secondsLeft={secondsLeft} />}
          {isProblem(setUp.error, 'already_set_up') && (
            <Anchor component={Link} to="/sign-in">
              {words.enter}
            </Anchor>
          )}
          <Button type="submit" loading={setUp.isPending}>
            {words.create}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}

/** Does not send empty fields: an empty name means no name. */
function onlyFilled(values: {
  readonly email: string
  readonly password: string
  readonly name: string
  readonly company_name: string
}) {
  const { email, password, name, company_name } = values
  return {
    email,
    password,
    ...(name.trim() === '' ? {} : { name }),
    ...(company_name.trim() === '' ? {} : { company_name }),
  }
}
