import type { Data } from '@billwright/sdk'
import { Image, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fieldErrorsOf } from '../api/client.ts'
import { CopyField } from '../components/copy.tsx'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { useChange } from '../components/use-send.ts'
import { useWords } from '../words/language.ts'
import { FACTOR_KEY, SESSIONS_KEY } from './queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

type Secret = Data<'enrolSecondFactor'>
type Step =
  | { readonly name: 'password' }
  | { readonly name: 'scan'; readonly secret: Secret }
  | { readonly name: 'codes'; readonly codes: readonly string[] }

const FIRST: Step = { name: 'password' }

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The steps of setting up the second factor: password, QR code and first code, recovery codes. */
export function Enrolment({ isOpen, onClose }: Props) {
  const words = useWords().account
  const queries = useQueryClient()
  const [step, setStep] = useState<Step>(FIRST)
  const close = () => {
    onClose()
    setStep(FIRST)
    // Reads the state only after the window closes, because it must stay open for the recovery
    // codes.
    void queries.invalidateQueries({ queryKey: FACTOR_KEY })
    void queries.invalidateQueries({ queryKey: SESSIONS_KEY })
  }
  const isKept = step.name === 'codes'
  const title = isKept ? words.codes : words.setUp
  return (
    <Dialog isOpen={isOpen} onClose={close} title={title} isKept={isKept}>
      {step.name === 'password' && (
        <AskPassword onSecret={(secret) => setStep({ name: 'scan', secret })} />
      )}
      {step.name === 'scan' && (
        <Scan secret={step.secret} onCodes={(codes) => setStep({ name: 'codes', codes })} />
      )}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onClose={close} />}
    </Dialog>
  )
}

function AskPassword({ onSecret }: { readonly onSecret: (secret: Secret) => void }) {
  const words = useWords().account
  const { showPassword } = useWords().shell
  const [password, setPassword] = useState('')
  const begin = useChange({
    run: (api) => api.enrolSecondFactor({ body: password === '' ? {} : { password } }),
    onSuccess: onSecret,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    begin.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{words.setUpText}</Text>
        <PasswordInput
          label={words.currentPassword}
          description={words.passwordIfAny}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={fieldErrorsOf(begin.error).password}
          visibilityToggleButtonProps={{ 'aria-label': showPassword }}
          data-autofocus
        />
        <FormFault error={begin.error} fields={['password']} />
        <FormButtons submit={words.goOn} isBusy={begin.isPending} />
      </Stack>
    </form>
  )
}

interface ScanProps {
  readonly secret: Secret
  readonly onCodes: (codes: readonly string[]) => void
}

function Scan({ secret, onCodes }: ScanProps) {
  const words = useWords().account
  const [code, setCode] = useState('')
  const confirm = useChange({
    run: (api) => api.confirmSecondFactor({ body: { code: code.trim() } }),
    onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate()
  }
  const picture = `data:image/svg+xml,${encodeURIComponent(secret.qr_svg)}`
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{words.scan}</Text>
        {/* White in dark mode, too: cameras expect dark on light. */}
        <Image src={picture} alt={words.picture} w={220} h={220} mx="auto" bg="white" p={8} />
        <CopyField label={words.secret} text={secret.secret} />
        <TextInput
          label={words.code}
          description={words.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={fieldErrorsOf(confirm.error).code}
          required
          autoFocus
        />
        <FormFault error={confirm.error} fields={['code']} />
        <FormButtons submit={words.turnOn} isBusy={confirm.isPending} />
      </Stack>
    </form>
  )
}
