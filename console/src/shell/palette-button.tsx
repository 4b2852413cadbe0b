import { UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { IconSearch } from '../components/icons.ts'
import { IS_MAC, useKeys } from '../components/use-keys.ts'
import { useWords } from '../words/language.ts'

const load = () => import('./palette.tsx')
const Palette = lazy(async () => ({ default: (await load()).Palette }))

/** Opens the palette, as Ctrl-K does. The palette loads on first use. */
export function PaletteButton() {
  const words = useWords().palette
  const [isWanted, setWanted] = useState(false)
  const takeEarly = useEarlyKeys(isWanted)
  const open = async () => {
    if (isWanted) (await load()).openPalette()
    setWanted(true)
  }
  useKeys({ 'mod+k': open })
  const common = { onClick: open, onPointerEnter: load, 'aria-keyshortcuts': 'Control+K Meta+K' }
  return (
    <>
      <UnstyledButton {...common} className="find">
        <IconSearch size={16} strokeWidth={1.75} aria-hidden />
        <span className="place-name">{words.open}</span>
        <kbd aria-hidden>{IS_MAC ? '⌘ K' : `${words.keyNames.Ctrl} K`}</kbd>
      </UnstyledButton>
      {isWanted && (
        <Suspense fallback={null}>
          <Palette takeEarly={takeEarly} />
        </Suspense>
      )}
    </>
  )
}

/** Keeps what people type while the palette loads. Otherwise the letters would run keys of the page. */
function useEarlyKeys(isWanted: boolean): () => string {
  const typed = useRef('')
  const [isTaken, setTaken] = useState(false)
  useLayoutEffect(() => {
    if (!isWanted || isTaken) return
    const keep = (event: KeyboardEvent) => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      event.stopPropagation()
      typed.current += event.key
    }
    document.addEventListener('keydown', keep, true)
    return () => document.removeEventListener('keydown', keep, true)
  }, [isWanted, isTaken])
  return () => {
    const text = typed.current
    typed.current = ''
    setTaken(true)
    return text
  }
}
