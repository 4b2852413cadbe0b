import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, isProblem } from '../api/client.ts'
import { FormFault } from '../components/form-fault.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useRefused } from '../components/use-refused.ts'
import { AuthFrame } from '../shell/auth-frame.tsx'
import { useLanguage, useWords } from '../words/language.ts'
import { EntryFailure, useWait } from './failure.tsx'
import { NewPasswordInput } from './new-password.tsx'
import { useLink } from './use-link.ts'

/** Requests a link or, with a token after the `#`, sets a new password. */
export function PasswordReset() {
  const words = useWords().passwordReset
  const [isDone, setDone] = useState(false)
  const { token, link } = useLink('password-reset', (token) =>
    api.lookAtPasswordReset({ body: { token } }),
  )
  if (token === '') return <AskForLink />
  if (isProblem(link.error, 'password_reset_not_found')) return <AskForLink isAfterInvalid />
  return (
    <AuthFrame title={words.choose}>
      {isDone ? (
        <Alert role="status">{words.done}</Alert>
      ) : (
        <QueryView of={link} lines={2}>
          {() => <NewPassword token={token} onDone={() => setDone(true)} />}
        </QueryView>
      )}
      <BackToSignIn />
    </AuthFrame>
  )
}

/** After an invalid link, it says so first. */
function AskForLink({ isAfterInvalid = false }: { readonly isAfterInvalid?: boolean }) {
  const words = useWords().passwordReset
  const auth = useWords().auth
  const { language } = useLanguage()
  const form = useForm({ initialValues: { email: '' } })
  const ask = useMutation({
    mutationFn: ({ email }: typeof form.values) =>
      api.requestPasswordReset({ body: { email, language } }),
  })
  const secondsLeft = useWait(ask.error)
  const isWithoutMail = isProblem(ask.error, 'mail_not_configured')
  return (
    <AuthFrame title={words.forgot}>
      {ask.isSuccess ? (
        <Alert role="status">{words.sent(form.values.email)}</Alert>
      ) : (
        <form onSubmit={form.onSubmit((values) => ask.mutate(values))}>
          <Stack>
            {isAfterInvalid && <Alert color="yellow">{words.invalid}</Alert>}
            <Text>{words.text}</Text>
            <TextInput
              label={auth.email}
              type="email"
              autoComplete="username"
              required
              autoFocus
              {...form.getInputProps('email')}
            />
            {isWithoutMail ? (
              <Alert color="yellow" role="alert">
                {words.withoutMail}
              </Alert>
            ) : (
              <EntryFailure error={ask.error} secondsLeft={secondsLeft} />
            )}
            <Button type="submit" loading={ask.isPending} aria-disabled={secondsLeft > 0}>
              {words.send}
            </Button>
          </Stack>
        </form>
      )}
      <BackToSignIn />
    </AuthFrame>
  )
}

interface Props {
  readonly token: string
  readonly onDone: () => void
}

function NewPassword({ token, onDone }: Props) {
  const words = useWords().passwordReset
  const form = useForm({ initialValues: { password: '' } })
  const accept = useMutation({
    mutationFn: ({ password }: typeof form.values) =>
      api.acceptPasswordReset({ body: { token, password } }),
    onSuccess: onDone,
  })
  useRefused(form, accept.error)
  return (
    <form onSubmit={form.onSubmit((values) => accept.mutate(values))}>
      <Stack>
        <NewPasswordInput {...form.getInputProps('password')} />
        {isProblem(accept.error, 'password_reset_not_found') ? (
          <Alert color="yellow" role="alert">
            {words.invalid} {/* Without the secret: the page is loaded anew. */}
            <Anchor href="/password-reset" size="sm" underline="always">
              {words.forgot}
            </Anchor>
          </Alert>
        ) : (
          <FormFault error={accept.error} fields={['password']} />
        )}
        <Button type="submit" loading={accept.isPending}>
          {words.save}
        </Button>
      </Stack>
    </form>
  )
}

const BackToSignIn = () => (
  <Anchor component={Link} to="/sign-in" size="sm" ta="center">
    {useWords().shell.signIn}
  </Anchor>
)
