import { Group } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TextLink } from '../dashboard/list-links.tsx'
import { IconArrowLeft } from './icons.ts'

interface Props {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: string
  /** The state of the thing, beside the link. */
  readonly children?: ReactNode
}

/** Above the title of one thing: the way to the list of all. */
export const Back = ({ to, label, children }: Props) => (
  <Group gap="sm">
    <TextLink to={to} size="sm">
      <Group gap={4} wrap="nowrap">
        <IconArrowLeft size={16} aria-hidden />
        {label}
      </Group>
    </TextLink>
    {children}
  </Group>
)
