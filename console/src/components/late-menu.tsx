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
  /** The button; it looks the same before and after. */
  readonly target: Target
}

/**
 * A menu that is loaded when its button is about to be used: what places menus beside buttons is a
 * tenth of a first page. What is loaded shows its items in an `OpenMenu`.
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
