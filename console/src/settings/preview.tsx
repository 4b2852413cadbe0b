import { Button, Collapse, Stack, Text } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { useEffect, useMemo, useState } from 'react'
import { api, isProblem } from '../api/client.ts'
import { DocumentFrame } from '../components/document-frame.tsx'
import { IconEye, IconEyeOff } from '../components/icons.ts'
import { MissingCharacters, missingCharacters } from '../components/missing-characters.tsx'
import { tellFailed } from '../components/notices.tsx'
import { useWords } from '../words/language.ts'
import { type SettingsChanges, toSettingsPatch } from './fields.ts'
import { useSettingsForm } from './use-settings-form.ts'

const TYPING_MS = 400
/** Of an A4 sheet. */
const PAGE_RATIO = '210 / 297'

/** A preview with the current values of the form. */
export function SettingsPreview({ isPaper = false }: { readonly isPaper?: boolean }) {
  const words = useWords().settings
  const { draft, changes } = useSettingsForm()
  const { shown, isWaiting } = usePreview(String(draft.templateId), changes)
  return (
    <>
      <Text size="sm" c="dimmed" role="status" mb={isWaiting ? 'xs' : 0}>
        {isWaiting ? words.previewWaits : ''}
      </Text>
      {shown === null ? (
        <div className="document" style={{ aspectRatio: PAGE_RATIO }} aria-busy />
      ) : (
        <Stack gap="xs">
          <MissingCharacters of={shown.missing} />
          <DocumentFrame title={words.preview} srcDoc={shown.html} isPaper={isPaper} />
        </Stack>
      )}
    </>
  )
}

/** On narrow screens below the form, on demand. */
export function FoldedPreview() {
  const words = useWords().settings
  const [isOpen, fold] = useDisclosure()
  const Icon = isOpen ? IconEyeOff : IconEye
  return (
    <Stack>
      <Button
        variant="default"
        leftSection={<Icon size={18} aria-hidden />}
        onClick={fold.toggle}
        aria-expanded={isOpen}
      >
        {isOpen ? words.hidePreview : words.showPreview}
      </Button>
      <Collapse expanded={isOpen}>{isOpen && <SettingsPreview />}</Collapse>
    </Stack>
  )
}

/** Requests a preview when typing pauses. While values are invalid, the last one stays. */
function usePreview(templateId: string, changes: SettingsChanges) {
  const [shown, setShown] = useState<{
    readonly html: string
    readonly missing: readonly string[]
  } | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const wanted = useMemo(() => ({ templateId, changes }), [templateId, changes])
  const [asked] = useDebouncedValue(wanted, TYPING_MS)
  useEffect(() => {
    const request = new AbortController()
    const { templateId: _, ...seen } = toSettingsPatch(asked.changes)
    api
      .request('previewTemplate', {
        path: { id: asked.templateId },
        body: { settings: seen },
        idempotencyKey: null,
        signal: request.signal,
      })
      .then(({ data, headers }) => {
        setShown({ html: data, missing: missingCharacters(headers) })
        setWaiting(false)
      })
      .catch((error: unknown) => {
        if (request.signal.aborted) return
        if (isProblem(error) && error.status === 422) setWaiting(true)
        else tellFailed(error)
      })
    return () => request.abort()
  }, [asked])
  return { shown, isWaiting }
}
