import { Anchor, type AnchorProps, Paper, type PaperProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type Native = Omit<ComponentProps<'a'>, 'color' | 'style'>

/** A text link with the types of the router. */
export const TextLink = createLink((props: AnchorProps & Native) => (
  <Anchor component="a" {...props} />
))

/** A whole card as a link. */
export const SheetLink = createLink((props: PaperProps & Native) => (
  <Paper component="a" p="md" {...props} />
))
