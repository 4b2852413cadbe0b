import { Button, List, PasswordInput, Stack } from '@mantine/core'
import { CopyField } from '../components/copy.tsx'
import { useAct } from '../components/use-act.ts'
import { nameOfKind, secretExampleOf } from './kinds.ts'
import { PROVIDERS_KEY, type Provider } from './queries.ts'
import { useOnlinePaymentWords } from './words.ts'

/** Where the service can enter the address itself. */
const REGISTERED: ReadonlySet<string> = new Set(['stripe', 'paypal'])

interface Props {
  readonly provider: Pick<Provider, 'id' | 'kind' | 'hook_url' | 'has_hook_secrets'>
  readonly error: string | undefined
}

/** The address to enter at the provider, what to do there, and the secret to bring back. */
export function HookFields({ provider, error }: Props) {
  const words = useOnlinePaymentWords()
  const { id, kind, hook_url: url, has_hook_secrets: isStored } = provider
  const { submit, isBusy } = useAct([PROVIDERS_KEY])
  const register = () =>
    submit({
      run: (api) => api.registerPaymentProviderHook({ path: { id }, retries: 0 }),
      done: words.registered,
    })
  const steps = words.hookSteps[kind] ?? []
  const example = secretExampleOf(kind)
  return (
    <Stack gap="sm">
      <CopyField label={words.hookUrl} text={url} />
      {REGISTERED.has(kind) && (
        <Button variant="default" loading={isBusy} onClick={register} w="fit-content">
          {words.register(nameOfKind(kind))}
        </Button>
      )}
      {steps.length > 0 && (
        <List
          type={steps.length > 1 ? 'ordered' : 'unordered'}
          listStyleType={steps.length > 1 ? 'decimal' : 'none'}
          ps={steps.length > 1 ? 20 : 0}
          size="sm"
          c="dimmed"
        >
          {steps.map((it) => (
            <List.Item key={it}>{it}</List.Item>
          ))}
        </List>
      )}
      {example !== null && (
        <PasswordInput
          name="hook_secrets"
          label={words.secretLabels[kind] ?? words.secret}
          description={isStored ? words.secretsHint : words.secretHint}
          placeholder={isStored ? words.keyStored : example}
          autoComplete="off"
          error={error}
        />
      )}
    </Stack>
  )
}

/** The secrets of the field, in its order; undefined: it is empty. */
export const secretsOf = (form: FormData): string[] | undefined => {
  const given = String(form.get('hook_secrets') ?? '').split(/\s+/)
  const secrets = given.filter((it) => it !== '')
  return secrets.length === 0 ? undefined : secrets
}
