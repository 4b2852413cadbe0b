import { Container, Group, Image, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { AccountMenu } from '../shell/account-menu.tsx'
import './companies.css'

/** The frame of pages that belong to no company. */
export function CompaniesFrame({ children }: { readonly children: ReactNode }) {
  return (
    <Container component="main" size={1104} py="lg" mih="100dvh">
      <Group justify="space-between" mb="xl" className="companies-head">
        <Group gap={10}>
          <Image src="/console/icon.svg" alt="" w={26} h={26} />
          <Text fw={600}>Billwright</Text>
        </Group>
        <AccountMenu />
      </Group>
      {children}
    </Container>
  )
}
