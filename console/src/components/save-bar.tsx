import { Button, Group, Paper, Text } from '@mantine/core'
import { useWords } from '../words/language.ts'

interface Props {
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly discard: () => void
}

interface HeadProps extends Props {
  /** The id of the form. */
  readonly form: string
}

/** In the head of a page, where it has room. It stays in view, and saves the form below. */
export function SaveButtons({ form, isDirty, isSaving, discard }: HeadProps) {
  const words = useWords().settings
  return (
    <Group gap="xs" className="save-buttons">
      <Text size="sm" c="dimmed" role="status">
        {isDirty ? words.unsaved : ''}
      </Text>
      {isDirty && (
        <Button variant="default" onClick={discard}>
          {words.discard}
        </Button>
      )}
      <Button type="submit" form={form} loading={isSaving} disabled={!isDirty}>
        {words.save}
      </Button>
    </Group>
  )
}

/** At the bottom of a long form; in view while there are unsaved changes. */
export function SaveBar({ isDirty, isSaving, discard }: Props) {
  const words = useWords().settings
  return (
    <Paper
      p={isDirty ? 'sm' : 0}
      pos={isDirty ? 'sticky' : 'static'}
      bottom="calc(12px + var(--notices, 0px))"
      shadow={isDirty ? 'md' : 'none'}
      style={{ zIndex: 2, ...(!isDirty && { background: 'none' }) }}
    >
      <Group justify="space-between">
        <Text size="sm" role="status">
          {isDirty ? words.unsaved : ''}
        </Text>
        <Group gap="xs">
          {isDirty && (
            <Button variant="default" onClick={discard}>
              {words.discard}
            </Button>
          )}
          <Button type="submit" loading={isSaving} disabled={!isDirty}>
            {words.save}
          </Button>
        </Group>
      </Group>
    </Paper>
  )
}
