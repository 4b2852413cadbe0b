import { Container, Group, Image } from '@mantine/core'
import type { ReactNode } from 'react'
import { AccountMenu } from '../shell/account-menu.tsx'
import './companies.css'

/** The frame of pages that belong to no company. */
export function CompaniesFrame({ children }: { readonly children: ReactNode }) {
  return (
    <Container component="main" size={1104} py="lg" mih="100dvh">
      <Group justify="space-between" mb="xl" className="companies-head">
        <Image src="/console/icon.svg" alt="" w={32} h={32} />
        <AccountMenu />
      </Group>
      {children}
    </Container>
  )
}
