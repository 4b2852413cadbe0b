import { ActionIcon } from '@mantine/core'
import { IconRefresh } from './icons.ts'

interface Props {
  readonly label: string
  readonly onClick: () => unknown
}

/** Reads the list again. */
export const RefreshButton = ({ label, onClick }: Props) => (
  <ActionIcon variant="default" size="input-sm" aria-label={label} title={label} onClick={onClick}>
    <IconRefresh size={16} aria-hidden />
  </ActionIcon>
)
