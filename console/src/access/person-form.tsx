import { PasswordInput, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../api/queries.ts'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { useRefused } from '../components/use-refused.ts'
import { useWords } from '../words/language.ts'

const ROLES = ['viewer', 'member', 'admin', 'owner'] as const

export interface PersonValues {
  readonly email: string
  readonly name: string
  readonly role: (typeof ROLES)[number]
  readonly password: string
}

interface Props {
  readonly initial: PersonValues
  readonly isNew: boolean
  /** You change your own password on the page that asks for the old one. */
  readonly isSelf: boolean
  readonly verb: string
  readonly error: unknown
  readonly isBusy: boolean
  readonly onSubmit: (values: PersonValues) => void
}

export function PersonForm({ initial, isNew, isSelf, verb, error, isBusy, onSubmit }: Props) {
  const words = useWords().people
  const { showPassword } = useWords().shell
  const form = useForm<PersonValues>({ initialValues: initial })
  useRefused(form, error)
  return (
    <form onSubmit={form.onSubmit(onSubmit)}>
      <Stack>
        {isNew && (
          <TextInput
            type="email"
            label={words.email}
            autoComplete="off"
            required
            data-autofocus
            {...form.getInputProps('email')}
          />
        )}
        <TextInput
          label={words.name}
          autoComplete="off"
          maxLength={200}
          {...form.getInputProps('name')}
        />
        <Roles input={form.getInputProps('role')} />
        {!isSelf && (
          <PasswordInput
            label={isNew ? words.password : words.newPassword}
            description={isNew ? words.passwordHint : words.newPasswordHint}
            autoComplete="new-password"
            required={isNew}
            minLength={12}
            visibilityToggleButtonProps={{ 'aria-label': showPassword }}
            {...form.getInputProps('password')}
          />
        )}
        <FormFault error={error} fields={Object.keys(initial)} />
        <FormButtons submit={verb} isBusy={isBusy} />
      </Stack>
    </form>
  )
}

/** Only owners can create owners. */
function Roles({ input }: { readonly input: object }) {
  const words = useWords().people
  const { data: session } = useQuery(sessionQuery)
  return (
    <Radio.Group label={words.role} {...input}>
      <Stack gap="xs" mt={6}>
        {ROLES.map((role) => (
          <Radio
            key={role}
            value={role}
            label={words.roles[role]}
            description={words.roleTexts[role]}
            disabled={role === 'owner' && session?.role !== 'owner'}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
