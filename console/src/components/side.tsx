import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSessionState } from '../api/signed-out.ts'
import { useFocusReturn } from './dialog.tsx'
import './side.css'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  /** In pixels; a narrower screen is filled. */
  readonly width?: number
  readonly children: ReactNode
}

/** A drawer from the end, to read something beside a list or a form that has no room for it. */
export function Side({ isOpen, onClose, title, width = 432, children }: Props) {
  // Escape closes what is on top: see `Dialog`.
  const isCovered = useSessionState() === 'out'
  useFocusReturn(isOpen)
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={width}
      title={title}
      closeOnEscape={!isCovered}
      classNames={{ content: 'side' }}
    >
      {children}
    </Drawer>
  )
}
