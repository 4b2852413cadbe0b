import { Popover, UnstyledButton } from '@mantine/core'
import { TermsField, useTermsInWords } from '../components/terms-field.tsx'
import { useWords } from '../words/language.ts'
import { type Form, termsShown, withTerms } from './form.ts'

interface Props {
  readonly form: Form
  readonly change: (next: (form: Form) => Form) => void
  readonly faultAt: (pointer: string) => string | undefined
}

/** The terms in words below the due date that they give. A click changes them. */
export function TermsButton(props: Props) {
  const words = useWords().paymentTerms
  const inWords = useTermsInWords()
  const shown = termsShown(props.form)
  return (
    <Popover width={320} position="bottom-start" withinPortal trapFocus>
      <Popover.Target>
        <UnstyledButton fz="xs" c="dimmed" td="underline" mt={4} data-place="/payment_terms">
          {shown === null ? words.own : inWords(shown)}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <EditorTerms {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

export function EditorTerms({ form, change, faultAt }: Props) {
  const words = useWords().paymentTerms
  return (
    <TermsField
      label={words.label}
      value={form.terms}
      usual={termsShown(form) && form.defaults.terms}
      onChange={(terms) => change((it) => withTerms(it, terms))}
      faultAt={(part) => faultAt(['/payment_terms', part].filter(Boolean).join('/'))}
    />
  )
}
