import { type DragEvent, useState } from 'react'
import './use-drop.css'

/** Handlers that make an element a drop target for files. */
export function useDrop(isOpen: boolean, onFiles: (files: readonly File[]) => unknown) {
  const [isOver, setOver] = useState(false)
  if (!isOpen) return {}
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    'data-drop': isOver || undefined,
    className: 'file-drop',
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
}
