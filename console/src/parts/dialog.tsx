import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly size?: 'md' | 'lg' | 'xl'
  /** A secret that is shown once must not be lost by a click beside it. */
  readonly isKept?: boolean
  readonly children: ReactNode
}

/** A window over the page, which keeps the focus while it is there and gives it back. */
export function Dialog({ isOpen, onClose, title, size = 'md', isKept, children }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={size}
      centered
      closeOnClickOutside={!isKept}
      closeOnEscape={!isKept}
    >
      {children}
    </Modal>
  )
}
