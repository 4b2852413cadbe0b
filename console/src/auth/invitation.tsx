import type { Data } from '@billwright/sdk'
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, isProblem } from '../api/client.ts'
import { inOtherCompany } from '../api/company.ts'
import { FormFault } from '../components/form-fault.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useRefused } from '../components/use-refused.ts'
import { useChange } from '../components/use-send.ts'
import { AuthFrame } from '../shell/auth-frame.tsx'
import { useWords } from '../words/language.ts'
import { NewPasswordInput } from './new-password.tsx'
import { Plain } from './plain.tsx'
import { SignInForm } from './sign-in-form.tsx'

type Offer = Data<'lookAtInvitation'>

/** The page of an invitation link, whose token follows the `#`. */
export function AcceptInvitation() {
  const words = useWords().invitation
  const { signIn } = useWords().shell
  const [token] = useState(() => window.location.hash.slice(1))
  const offer = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.lookAtInvitation({ body: { token } }),
    enabled: token !== '',
  })
  if (token === '' || isProblem(offer.error, 'invitation_not_found'))
    return (
      <AuthFrame title={words.invalid}>
        <Text>{words.invalidText}</Text>
        <Button component={Link} to="/sign-in">
          {signIn}
        </Button>
      </AuthFrame>
    )
  return (
    <AuthFrame title={offer.data ? words.title(offer.data.company.name) : words.open}>
      <QueryView of={offer} lines={3}>
        {(data) => <Answer offer={data} token={token} onSignedIn={() => offer.refetch()} />}
      </QueryView>
    </AuthFrame>
  )
}

interface Props {
  readonly offer: Offer
  readonly token: string
  readonly onSignedIn: () => Promise<unknown>
}

function Answer({ offer, token, onSignedIn }: Props) {
  const words = useWords().invitation
  const { roles } = useWords().people
  const [hasAccount, setHasAccount] = useState(false)
  const role = roles[offer.role as keyof typeof roles]
  const { signed_in_as: person, email } = offer
  return (
    <Stack>
      <Text>{words.text(email, role)}</Text>
      {person !== null ? (
        <Join token={token} person={person} isOther={person !== email} />
      ) : hasAccount ? (
        <>
          <SignInForm
            frame={Plain}
            email={email}
            isBeside
            onEntered={async () => {
              await onSignedIn()
            }}
          />
          <Button variant="subtle" onClick={() => setHasAccount(false)}>
            {words.isNew}
          </Button>
        </>
      ) : (
        <>
          <NewAccount token={token} />
          <Button variant="subtle" onClick={() => setHasAccount(true)}>
            {words.hasAccount}
          </Button>
        </>
      )}
    </Stack>
  )
}

interface JoinProps {
  readonly token: string
  readonly person: string
  readonly isOther: boolean
}

function Join({ token, person, isOther }: JoinProps) {
  const words = useWords().invitation
  const accept = useChange({
    run: (api) =>
      api.acceptInvitation({ body: { token, ...(isOther && { other_account: true }) } }),
    onSuccess: goTo,
  })
  return (
    <>
      {isOther && <Alert color="yellow">{words.other(person)}</Alert>}
      <FormFault error={accept.error} fields={[]} />
      <Button loading={accept.isPending} onClick={() => accept.mutate()}>
        {words.joinAs(person)}
      </Button>
    </>
  )
}

function NewAccount({ token }: { readonly token: string }) {
  const words = useWords().invitation
  const auth = useWords().auth
  const form = useForm({ initialValues: { name: '', password: '' } })
  const accept = useChange({
    run: (api, { name, password }: typeof form.values) =>
      api.acceptInvitation({ body: { token, name: name.trim() || null, password } }),
    onSuccess: goTo,
  })
  useRefused(form, accept.error)
  return (
    <form onSubmit={form.onSubmit((values) => accept.mutate(values))}>
      <Stack>
        <TextInput
          label={`${auth.name} (${auth.optional})`}
          autoComplete="name"
          {...form.getInputProps('name')}
        />
        <NewPasswordInput {...form.getInputProps('password')} />
        {isProblem(accept.error, 'sign_in_first') ? (
          <Alert color="yellow" role="alert">
            {words.signInFirst}
          </Alert>
        ) : (
          <FormFault error={accept.error} fields={['name', 'password']} />
        )}
        <Button type="submit" loading={accept.isPending}>
          {words.join}
        </Button>
      </Stack>
    </form>
  )
}

/** Reloads the page for the new company and session. */
const goTo = ({ company }: Data<'acceptInvitation'>): void =>
  window.location.replace(inOtherCompany(company.handle, '/'))
