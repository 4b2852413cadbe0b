import { Button, MultiSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrorsOf } from '../api/client.ts'
import { type Choice, useCurrencies } from '../components/choices.ts'
import { DialogForm } from '../components/dialog-form.tsx'
import { tellDone } from '../components/notices.tsx'
import { useChange } from '../components/use-send.ts'
import { HookFields, secretsOf } from './hook-fields.tsx'
import { KeyFields, keyOf } from './key-fields.tsx'
import { KINDS } from './kinds.ts'
import { PROVIDERS_KEY, type Provider, type Tested } from './queries.ts'
import { TestedAccount, TestFault, useTestFault } from './tested.tsx'
import { useMethodName, useOnlinePaymentWords } from './words.ts'

const FIELDS = ['label', 'api_key', 'hook_secrets', 'methods', 'currencies', 'priority'] as const

interface Props {
  readonly provider: Provider
  /** Whether there is no other provider that could offer a method first. */
  readonly isOnly: boolean
  readonly onClose: () => void
}

/** Changes a provider. Its key and secrets are never shown; typed ones replace them. */
export function EditDialog({ provider, isOnly, onClose }: Props) {
  const words = useOnlinePaymentWords()
  const queries = useQueryClient()
  const currencies = useCurrencies()
  const [methods, setMethods] = useState([...provider.methods])
  const [accepted, setAccepted] = useState([...provider.currencies])
  const [tested, setTested] = useState<Tested | null>(null)
  const { id, kind, label, etag: ifMatch } = provider
  const { mutate, error, isPending } = useChange({
    run: (api, form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? '').trim()
      const key = keyOf(kind, form)
      const secrets = secretsOf(form)
      const body = {
        ...{ label: text('label'), enabled: form.has('enabled'), methods, currencies: accepted },
        ...(!isOnly && { priority: Number(text('priority')) }),
        ...(key !== '' && { api_key: key }),
        ...(secrets && { hook_secrets: secrets }),
      }
      return api.patchPaymentProvider({ path: { id }, body, ifMatch })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [PROVIDERS_KEY] })
      tellDone(words.saved)
      onClose()
    },
  })
  const errors = fieldErrorsOf(error)
  const faultAt = (name: (typeof FIELDS)[number]) =>
    Object.entries(errors).find(([at]) => at === name || at.startsWith(`${name}.`))?.[1]
  return (
    <DialogForm
      title={words.editOne(label)}
      words={words}
      isBusy={isPending}
      error={error}
      places={FIELDS}
      onClose={onClose}
      onSubmit={mutate}
    >
      <Switch name="enabled" label={words.enabled} defaultChecked={provider.enabled} />
      <TextInput
        name="label"
        label={words.label}
        defaultValue={label}
        maxLength={200}
        error={faultAt('label')}
      />
      <MultiSelect
        label={words.offered}
        description={words.offeredHint}
        data={useMethodChoices(kind, [...methods, ...(tested?.methods ?? [])])}
        value={methods}
        placeholder={methods.length === 0 ? words.allMethods : ''}
        onChange={setMethods}
        searchable
        clearable
        error={faultAt('methods')}
      />
      <MultiSelect
        label={words.currencies}
        description={words.currenciesHint}
        data={[...currencies]}
        value={accepted}
        onChange={setAccepted}
        searchable
        clearable
        error={faultAt('currencies')}
      />
      {!isOnly && (
        <NumberInput
          name="priority"
          label={words.priority}
          description={words.priorityHint}
          defaultValue={provider.priority ?? 0}
          min={0}
          max={1000}
          allowDecimal={false}
          styles={{ wrapper: { maxWidth: 128 } }}
          error={faultAt('priority')}
        />
      )}
      <KeyFields kind={kind} placeholder={words.keyStored} error={faultAt('api_key')} />
      <HookFields provider={provider} error={faultAt('hook_secrets')} />
      <TestButton provider={provider} tested={tested} onTested={setTested} />
    </DialogForm>
  )
}

/** The methods that a person can choose: those of the account, or usual ones of the provider. */
function useMethodChoices(kind: string, known: readonly string[]): Choice[] {
  const nameOf = useMethodName()
  const usual = Object.hasOwn(KINDS, kind) ? KINDS[kind as keyof typeof KINDS].methods : []
  return [...new Set([...usual, ...known])].map((value) => ({ value, label: nameOf(value) }))
}

interface TestProps {
  readonly provider: Provider
  readonly tested: Tested | null
  readonly onTested: (tested: Tested | null) => void
}

/** Asks the provider with the stored key. */
function TestButton({ provider: { id, kind, hook_url: url }, tested, onTested }: TestProps) {
  const words = useOnlinePaymentWords()
  const queries = useQueryClient()
  const faultOf = useTestFault()
  const { mutate, error, isPending } = useChange({
    run: (api) => api.testPaymentProvider({ path: { id }, retries: 0 }),
    onSuccess: onTested,
    onError: () => onTested(null),
    onSettled: () => queries.invalidateQueries({ queryKey: [PROVIDERS_KEY] }),
  })
  return (
    <>
      <Button variant="default" loading={isPending} onClick={() => mutate()} w="fit-content">
        {words.testAgain}
      </Button>
      {tested && <TestedAccount kind={kind} tested={tested} hookUrl={url} />}
      {error && <TestFault text={faultOf(kind, error)} />}
    </>
  )
}
