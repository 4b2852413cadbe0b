import { PasswordInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fieldErrorsOf } from '../api/client.ts'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { tellDone } from '../components/notices.tsx'
import { useChange } from '../components/use-send.ts'
import { useWords } from '../words/language.ts'
import { FACTOR_KEY, SESSIONS_KEY } from './queries.ts'

type Asked = 'disable' | 'renew'
type Way = 'password' | 'code'

interface Props {
  /** What the password confirms; null: nothing. */
  readonly asked: Asked | null
  readonly onClose: () => void
  readonly onCodes: (codes: readonly string[]) => void
}

/**
 * Asks for the password before a change of the second factor, because another person may use an
 * unlocked screen.
 */
export function ProofDialog({ asked, onClose, onCodes }: Props) {
  const words = useWords().account
  return (
    <Dialog
      isOpen={asked !== null}
      onClose={onClose}
      title={asked === 'renew' ? words.renew : words.disableTitle}
    >
      {asked && <Proof asked={asked} onClose={onClose} onCodes={onCodes} />}
    </Dialog>
  )
}

function Proof({ asked, onClose, onCodes }: Props & { readonly asked: Asked }) {
  const words = useWords().account
  const { showPassword } = useWords().shell
  const [way, setWay] = useState<Way>('password')
  const [value, setValue] = useState('')
  const prove = useProof(asked, { onClose, onCodes })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    prove.mutate(way === 'password' ? { password: value } : { code: value.trim() })
  }
  const field = {
    value,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      setValue(event.currentTarget.value),
    error: fieldErrorsOf(prove.error)[way],
    required: true,
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{asked === 'renew' ? words.renewText : words.disableText}</Text>
        <SegmentedControl
          aria-label={words.proof}
          value={way}
          onChange={(chosen) => {
            setWay(chosen as Way)
            setValue('')
          }}
          data={[
            { value: 'password', label: words.byPassword },
            { value: 'code', label: words.byCode },
          ]}
        />
        {way === 'password' ? (
          <PasswordInput
            label={words.currentPassword}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': showPassword }}
            {...field}
          />
        ) : (
          <TextInput
            label={words.code}
            description={words.anyCodeHint}
            autoComplete="one-time-code"
            {...field}
          />
        )}
        <FormFault error={prove.error} fields={[way]} />
        <FormButtons
          submit={asked === 'renew' ? words.renew : words.disable}
          isBusy={prove.isPending}
          isDangerous={asked === 'disable'}
        />
      </Stack>
    </form>
  )
}

function useProof(asked: Asked, { onClose, onCodes }: Pick<Props, 'onClose' | 'onCodes'>) {
  const words = useWords().account
  const queries = useQueryClient()
  return useChange({
    run: async (api, body: { readonly password?: string; readonly code?: string }) =>
      asked === 'renew'
        ? (await api.renewRecoveryCodes({ body })).recovery_codes
        : ((await api.disableSecondFactor({ body })) ?? null),
    onSuccess: async (codes) => {
      onClose()
      if (codes) onCodes(codes)
      else tellDone(words.disabled)
      await queries.invalidateQueries({ queryKey: FACTOR_KEY })
      await queries.invalidateQueries({ queryKey: SESSIONS_KEY })
    },
  })
}
