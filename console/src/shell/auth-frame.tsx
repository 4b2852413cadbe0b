import { Center, Image, Paper, Stack, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'

/** The card in the middle of pages before the sign-in. */
export function AuthFrame(props: { readonly title: string; readonly children: ReactNode }) {
  useDocumentTitle(props.title)
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper shadow="sm" p={{ base: 'lg', sm: 'xl' }} w="100%" maw={420}>
        <Stack>
          <Image src="/console/icon.svg" alt="" w={44} h={44} />
          <Title order={1}>{props.title}</Title>
          {props.children}
        </Stack>
      </Paper>
    </Center>
  )
}
