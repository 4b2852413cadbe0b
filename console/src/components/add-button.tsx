import { Button } from '@mantine/core'
import { IconPlus } from './icons.ts'

interface Props {
  readonly label: string
  readonly onClick: () => void
}

/** Adds an entry to the short list above it. */
export const AddButton = ({ label, onClick }: Props) => (
  <Button
    size="xs"
    variant="subtle"
    px={8}
    ms={-8}
    leftSection={<IconPlus size={14} aria-hidden />}
    style={{ alignSelf: 'flex-start' }}
    onClick={onClick}
  >
    {label}
  </Button>
)
