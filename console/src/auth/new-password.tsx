import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useWords } from '../words/language.ts'

/** Asks for the password of an account for the first time, or anew. */
export function NewPasswordInput(props: PasswordInputProps) {
  const words = useWords().auth
  const { showPassword } = useWords().shell
  return (
    <PasswordInput
      label={words.password}
      description={words.passwordHint}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': showPassword }}
      required
      minLength={12}
      {...props}
    />
  )
}
