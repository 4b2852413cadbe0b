import { Button, Group, Textarea, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useWords } from '../words/language.ts'
import { IconCheck, IconCopy } from './icons.ts'

const SHOWN_MS = 2_000

interface CopyProps {
  readonly text: string
  readonly label?: string
  readonly size?: 'xs' | 'sm'
}

/** Copies a text and shows a notice. */
export function CopyButton({ text, label, size = 'sm' }: CopyProps) {
  const words = useWords().copy
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setCopied(false), SHOWN_MS) : undefined
    return () => clearTimeout(timer)
  }, [isCopied])
  const Icon = isCopied ? IconCheck : IconCopy
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={<Icon size={16} aria-hidden />}
        onClick={async (event) => setCopied(await copyText(text, event.currentTarget))}
      >
        {isCopied ? words.copied : (label ?? words.copy)}
      </Button>
      <VisuallyHidden role="status">{isCopied ? words.copied : ''}</VisuallyHidden>
    </>
  )
}

/** A text to copy as a whole, such as a secret. Focus selects it. */
export function CopyField({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Group gap="xs" align="flex-end">
      <Textarea
        label={label}
        value={text}
        readOnly
        autosize
        flex="1 1 220px"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton text={text} />
    </Group>
  )
}

/** Pages over plain http have no Clipboard API; there `execCommand` still works. */
async function copyText(text: string, beside: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Beside the button, because the focus trap of a dialog would take the focus elsewhere.
    const field = document.createElement('textarea')
    field.value = text
    field.setAttribute('aria-hidden', 'true')
    beside.after(field)
    field.select()
    const isDone = document.execCommand('copy')
    field.remove()
    beside.focus()
    return isDone
  }
}
