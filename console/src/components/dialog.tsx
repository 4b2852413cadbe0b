import { Modal } from '@mantine/core'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { useSessionState } from '../api/signed-out.ts'
import { WholeTitle } from './page.tsx'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly size?: 'md' | 'lg' | 'xl' | '72rem'
  /** A click outside must not close a dialog with a secret that is shown once. */
  readonly isKept?: boolean
  /** Stays open while the form is sent: reopened, it could be sent twice. */
  readonly isBusy?: boolean
  readonly children: ReactNode
}

const DialogContext = createContext<{ readonly close: () => void } | null>(null)

/** The dialog around a component; null: none. */
export const useDialog = () => useContext(DialogContext)

/** A modal dialog, which traps the focus and returns it on closing. */
export function Dialog(props: Props) {
  const { isOpen, onClose, title, size = 'md', isKept, isBusy, children } = props
  // Every open dialog gets Escape. The sign-in dialog above this one ignores it.
  const isCovered = useSessionState() === 'out'
  useFocusReturn(isOpen)
  return (
    <Modal
      opened={isOpen}
      onClose={() => !isBusy && onClose()}
      title={<WholeTitle text={title} />}
      size={size}
      centered
      closeOnClickOutside={!isKept}
      closeOnEscape={!isKept && !isCovered}
    >
      {/* Fading out: the question is already answered. */}
      <div inert={!isOpen}>
        <DialogContext value={{ close: onClose }}>{children}</DialogContext>
      </div>
    </Modal>
  )
}

/** Closing returns the focus by itself; a dialog that is removed while it is open does not. */
export function useFocusReturn(isOpen: boolean): void {
  const latest = useRef(isOpen)
  latest.current = isOpen
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      if (!latest.current || !(opener instanceof HTMLElement)) return
      setTimeout(() => document.activeElement === document.body && opener.focus())
    }
  }, [])
}
