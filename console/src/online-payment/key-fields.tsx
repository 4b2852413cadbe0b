import { PasswordInput, Switch, TextInput } from '@mantine/core'
import { useOnlinePaymentWords } from './words.ts'

interface Props {
  readonly kind: string
  /** Shown while the field is empty. */
  readonly placeholder: string
  readonly error: string | undefined
  /** Whether the dialog begins with them. */
  readonly isFirst?: boolean
}

/** The secret key. That of PayPal has two parts, and does not tell its mode. */
export function KeyFields({ kind, placeholder, error, isFirst = false }: Props) {
  const words = useOnlinePaymentWords()
  const first = isFirst && { 'data-autofocus': true }
  const isPaired = kind === 'paypal'
  return (
    <>
      {isPaired && (
        <TextInput
          name="client_id"
          label={words.clientId}
          placeholder={placeholder}
          autoComplete="off"
          {...first}
        />
      )}
      <PasswordInput
        name="api_key"
        label={isPaired ? words.clientSecret : words.key}
        description={words.keyHints[kind]}
        placeholder={placeholder}
        autoComplete="off"
        error={error}
        {...(!isPaired && first)}
      />
      {isPaired && <Switch name="sandbox" label={words.sandbox} />}
    </>
  )
}

/** The key as the service takes it; empty: nothing was typed. */
export function keyOf(kind: string, form: FormData): string {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const [id, secret] = [text('client_id'), text('api_key')]
  if (kind !== 'paypal' || (id === '' && secret === '')) return secret
  return `${form.has('sandbox') ? 'sandbox' : 'live'}_${id}:${secret}`
}
