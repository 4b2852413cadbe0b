import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { api, isProblem } from '../api/client.ts'
import { sessionQuery } from '../api/queries.ts'
import { QueryView } from '../components/query-view.tsx'
import { useRefused } from '../components/use-refused.ts'
import { useChange } from '../components/use-send.ts'
import { AuthFrame } from '../shell/auth-frame.tsx'
import { useWords } from '../words/language.ts'
import { EntryFailure, useWait } from './failure.tsx'
import { NewPasswordInput } from './new-password.tsx'
import { useLink } from './use-link.ts'

/** Creates the first account with the token after the `#` of the setup link. */
export function SetUp() {
  const words = useWords().auth
  const { token, link } = useLink('setup', (token) => api.lookAtSetup({ body: { token } }))
  if (token === '') return <Unusable title={words.incomplete} text={words.incompleteText} />
  if (isProblem(link.error, 'already_set_up'))
    return (
      <AuthFrame title={words.unusable}>
        <Text>{words.faults.already_set_up}</Text>
        <Button component={Link} to="/sign-in">
          {words.enter}
        </Button>
      </AuthFrame>
    )
  if (isProblem(link.error, 'invalid_setup_token'))
    return <Unusable title={words.unusable} text={words.faults.invalid_setup_token} />
  return (
    <AuthFrame title={words.welcome}>
      <QueryView of={link} lines={8}>
        {() => <FirstAccount token={token} />}
      </QueryView>
    </AuthFrame>
  )
}

function Unusable({ title, text }: { readonly title: string; readonly text: string }) {
  const words = useWords().auth
  return (
    <AuthFrame title={title}>
      <Text>{text}</Text>
      <Text>
        {words.already}{' '}
        <Anchor component={Link} to="/sign-in" underline="always">
          {words.enter}
        </Anchor>
      </Text>
    </AuthFrame>
  )
}

function FirstAccount({ token }: { readonly token: string }) {
  const words = useWords().auth
  const queries = useQueryClient()
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { name: '', email: '', password: '' },
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
    <>
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
          <NewPasswordInput {...form.getInputProps('password')} />
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
    </>
  )
}

/** Does not send empty fields: an empty name means no name. */
function onlyFilled(values: {
  readonly email: string
  readonly password: string
  readonly name: string
}) {
  const { email, password, name } = values
  return { email, password, ...(name.trim() === '' ? {} : { name }) }
}
