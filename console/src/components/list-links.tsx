import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type Native = Omit<ComponentProps<'a'>, 'color' | 'style'>

/** A text link with the types of the router. */
export const TextLink = createLink((props: AnchorProps & Native) => (
  <Anchor component="a" {...props} />
))

/** A link as the button of a row. */
export const ButtonLink = createLink((props: ButtonProps & Native) => (
  <Button component="a" variant="default" size="xs" {...props} />
))
