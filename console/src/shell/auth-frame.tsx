import { Stack, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Halves } from './halves.tsx'
import { TornSheet } from './torn-sheet.tsx'

/** Pages before the sign-in. */
export function AuthFrame(props: { readonly title: string; readonly children: ReactNode }) {
  useDocumentTitle(props.title)
  return (
    <Halves aside={<TornSheet />} isDecoration>
      <Stack maw={360}>
        <Title order={1}>{props.title}</Title>
        {props.children}
      </Stack>
    </Halves>
  )
}
