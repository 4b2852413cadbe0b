import { Anchor, Group, Radio, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type Api, fieldErrorsOf } from '../api/client.ts'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { IconExternalLink } from '../components/icons.ts'
import { tellDone } from '../components/notices.tsx'
import { useChange } from '../components/use-send.ts'
import { HookFields, secretsOf } from './hook-fields.tsx'
import { KeyFields, keyOf } from './key-fields.tsx'
import { faultOfKey, KINDS, type KindName } from './kinds.ts'
import { PROVIDERS_KEY, type Provider, type Tested } from './queries.ts'
import { TestedAccount, TestFault, useTestFault } from './tested.tsx'
import { useOnlinePaymentWords } from './words.ts'

const STEPS = 3

interface Props {
  readonly known: readonly Provider[]
  readonly onClose: () => void
}

interface Made {
  readonly provider: Awaited<ReturnType<Api['createPaymentProvider']>>
  readonly tested: Tested
}

/** Adds a provider: which one, its key with a test, the address for its notifications. */
export function AddDialog({ known, onClose }: Props) {
  const words = useOnlinePaymentWords()
  const [kind, setKind] = useState<KindName>('stripe')
  const [step, setStep] = useState(1)
  const [made, setMade] = useState<Made | null>(null)
  const kinds = Object.entries(KINDS)
  return (
    <Dialog isOpen isKept={step > 1} onClose={onClose} title={words.add}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {words.step(step, STEPS)}
        </Text>
        {step === 1 && (
          <Form submit={words.next} isBusy={false} onSubmit={() => setStep(2)}>
            <Radio.Group
              value={kind}
              label={words.choose}
              onChange={(value) => setKind(value as KindName)}
            >
              <Stack gap="sm" mt="xs">
                {kinds.map(([value, { name }], at) => (
                  <Radio
                    key={value}
                    value={value}
                    label={name}
                    description={words.about[value]}
                    {...(at === 0 && { 'data-autofocus': true })}
                  />
                ))}
              </Stack>
            </Radio.Group>
          </Form>
        )}
        {step === 2 && (
          <KeyStep
            kind={kind}
            known={known}
            onBack={() => setStep(1)}
            onTested={(tested) => {
              setMade(tested)
              setStep(3)
            }}
          />
        )}
        {step === 3 && made && <HookStep made={made} onClose={onClose} />}
      </Stack>
    </Dialog>
  )
}

interface FormProps {
  readonly submit: string
  readonly cancel?: string
  readonly isBusy: boolean
  readonly onBack?: () => void
  readonly onSubmit: (form: FormData) => void
  readonly children: ReactNode
}

function Form({ submit, cancel, isBusy, onBack, onSubmit, children }: FormProps) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    onSubmit(new FormData(event.currentTarget))
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        {children}
        <FormButtons
          submit={submit}
          isBusy={isBusy}
          {...(cancel !== undefined && { cancel })}
          {...(onBack && { back: onBack })}
        />
      </Stack>
    </form>
  )
}

interface KeyProps {
  readonly kind: KindName
  readonly known: readonly Provider[]
  readonly onBack: () => void
  readonly onTested: (made: Made) => void
}

/** A provider whose key fails the test is not kept. */
function KeyStep({ kind, known, onBack, onTested }: KeyProps) {
  const words = useOnlinePaymentWords()
  const queries = useQueryClient()
  const faultOf = useTestFault()
  const [fault, setFault] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const { name, keyExample, keysUrl } = KINDS[kind]
  const label = nameFor(name, known)
  const { mutate, error, isPending } = useChange({
    run: async (api, key: string) => {
      const body = { kind, label, api_key: key, enabled: false, priority: known.length }
      const provider = await api.createPaymentProvider({ body })
      const path = { id: provider.id }
      try {
        return { provider, tested: await api.testPaymentProvider({ path, retries: 0 }) }
      } catch (refused) {
        await api.deletePaymentProvider({ path })
        // Not thrown: the next attempt must add a provider again.
        return { refused }
      }
    },
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: [PROVIDERS_KEY] })
      if ('refused' in made) setFailure(made.refused)
      else onTested(made)
    },
  })
  const test = (form: FormData) => {
    const key = keyOf(kind, form)
    const found = faultOfKey(kind, key)
    const texts = { public: words.keyPublic, wrong: words.keyWrong(name) }
    setFault(found && (found.code === 'other' ? words.keyOfOther(found.name) : texts[found.code]))
    setFailure(null)
    if (found === null) mutate(key)
  }
  const atKey = fault ?? fieldErrorsOf(error).api_key
  const told = failure ?? error
  return (
    <Form
      submit={words.test}
      cancel={words.back}
      isBusy={isPending}
      onBack={onBack}
      onSubmit={test}
    >
      <Stack gap="xs">
        <KeyFields kind={kind} placeholder={keyExample} error={atKey} isFirst />
        <Anchor href={keysUrl} target="_blank" rel="noreferrer" size="sm">
          <Group gap={4} component="span">
            {name} <IconExternalLink size={14} aria-hidden />
          </Group>
        </Anchor>
      </Stack>
      {atKey === undefined && told !== null && <TestFault text={faultOf(kind, told)} />}
    </Form>
  )
}

/** The name of the kind, numbered if it is taken. */
function nameFor(name: string, known: readonly Provider[]): string {
  const taken = new Set(known.map(({ label }) => label))
  let label = name
  for (let n = 2; taken.has(label); n += 1) label = `${name} ${n}`
  return label
}

interface HookProps {
  readonly made: Made
  readonly onClose: () => void
}

function HookStep({ made: { provider, tested }, onClose }: HookProps) {
  const words = useOnlinePaymentWords()
  const queries = useQueryClient()
  const { mutate, error, isPending } = useChange({
    run: (api, secrets: string[] | undefined) =>
      api.patchPaymentProvider({
        path: { id: provider.id },
        body: { enabled: true, ...(secrets && { hook_secrets: secrets }) },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [PROVIDERS_KEY] })
      tellDone(words.turnedOn)
      onClose()
    },
  })
  const secretFault = Object.entries(fieldErrorsOf(error)).find(([at]) => /^hook_secrets/.test(at))
  return (
    <Form
      submit={words.turnOn}
      cancel={words.later}
      isBusy={isPending}
      onSubmit={(form) => mutate(secretsOf(form))}
    >
      <TestedAccount kind={provider.kind} tested={tested} hookUrl={provider.hook_url} />
      <HookFields provider={provider} error={secretFault?.[1]} />
      {secretFault === undefined && <FormFault error={error} />}
    </Form>
  )
}
