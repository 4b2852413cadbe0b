import { Menu, type MenuProps } from '@mantine/core'
import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  useEffect,
  useRef,
  useState,
} from 'react'

interface Props extends MenuProps {
  readonly target: ReactElement<ComponentProps<'button'>>
}

/** A menu that is open at once and returns the focus to its button. */
export function OpenMenu({ target, children, ...menu }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    button.current?.focus()
    setOpen(true)
  }, [])
  return (
    <Menu position="bottom-end" {...menu} opened={isOpen} onChange={setOpen}>
      <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
