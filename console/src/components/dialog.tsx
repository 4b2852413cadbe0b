import { Modal } from '@mantine/core'
import { createContext, type ReactNode, useContext } from 'react'
import { useSessionState } from '../signed-out.ts'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly size?: 'md' | 'lg' | 'xl' | '72rem'
  /** A secret that is shown once must not be lost by a click beside it. */
  readonly isKept?: boolean
  /** While its form is being sent it stays: opened anew, the form could be sent a second time. */
  readonly isBusy?: boolean
  readonly children: ReactNode
}

const DialogContext = createContext<{ readonly close: () => void } | null>(null)

/** The window around a component, which can be closed; null: there is none. */
export const useDialog = () => useContext(DialogContext)

/** A window over the page, which keeps the focus while it is there and gives it back. */
export function Dialog(props: Props) {
  const { isOpen, onClose, title, size = 'md', isKept, isBusy, children } = props
  // Escape is heard by every window that is open; the sign-in above this one has none.
  const isCovered = useSessionState() === 'out'
  return (
    <Modal
      opened={isOpen}
      onClose={() => !isBusy && onClose()}
      title={title}
      size={size}
      centered
      closeOnClickOutside={!isKept}
      closeOnEscape={!isKept && !isCovered}
    >
      {/* It fades out: what it asks is answered. */}
      <div inert={!isOpen}>
        <DialogContext value={{ close: onClose }}>{children}</DialogContext>
      </div>
    </Modal>
  )
}
