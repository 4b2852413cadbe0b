import { Group } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IconArrowLeft } from './icons.ts'
import { TextLink } from './list-links.tsx'
import './back.css'

interface Props {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: string
  /** Beside the link. */
  readonly children?: ReactNode
}

/** The link to the list, before the title of a page; above it where there is no room. */
export const Back = ({ to, label, children }: Props) => (
  <Group gap="sm" className="back">
    <TextLink to={to} size="sm" className="screen-only back-link">
      <Group gap={4} wrap="nowrap">
        <IconArrowLeft size={16} aria-hidden />
        {label}
      </Group>
    </TextLink>
    {children}
  </Group>
)
