import { Container, Group, Image } from '@mantine/core'
import type { ReactNode } from 'react'
import { AccountMenu } from '../shell/account-menu.tsx'

/** The frame of pages that belong to no company. */
export function CompaniesFrame({ children }: { readonly children: ReactNode }) {
  return (
    <Container component="main" size="md" py="lg" mih="100dvh">
      <Group justify="space-between" mb="md">
        <Image src="/console/icon.svg" alt="" w={44} h={44} />
        <AccountMenu />
      </Group>
      {children}
    </Container>
  )
}
