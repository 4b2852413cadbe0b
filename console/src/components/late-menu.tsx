import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  lazy,
  type ReactElement,
  Suspense,
  useState,
} from 'react'

type Target = ReactElement<ComponentProps<'button'>>
type Load = () => Promise<ComponentType<{ readonly target: Target }>>

export interface LateMenuProps {
  /** The button, before and after loading. */
  readonly target: Target
}

/**
 * A menu that is loaded shortly before its first use, because the library for positioning is a
 * tenth of the first page. The loaded part renders an `OpenMenu`.
 */
export function lateMenu(load: Load): ComponentType<LateMenuProps> {
  const Loaded = lazy(async () => ({ default: await load() }))
  return function LateMenu({ target }: LateMenuProps) {
    const [isWanted, setWanted] = useState(false)
    const closed = cloneElement(target, {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onPointerEnter: load,
      onFocus: load,
      onClick: () => setWanted(true),
    })
    if (!isWanted) return closed
    return (
      <Suspense fallback={closed}>
        <Loaded target={target} />
      </Suspense>
    )
  }
}
