import { Box, MantineProvider, SimpleGrid, Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Page } from '../components/page.tsx'
import { cssVariables, theme } from '../components/theme.ts'
import { CONTROLS } from './controls.tsx'
import { CHARTS, LISTS, MESSAGES } from './parts.tsx'

const SCHEMES = ['light', 'dark'] as const

/** Every component in all states, light and dark, for developers. */
export function Showcase() {
  // Below a dark root, the library's dark styles would apply to the light sheet, too.
  useEffect(() => {
    document.documentElement.dataset.mantineColorScheme = 'light'
  }, [])
  return (
    <Box p="lg">
      <Page title="Components" needs={null}>
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
          {SCHEMES.map((scheme) => (
            <Sheet key={scheme} scheme={scheme}>
              {[CONTROLS, MESSAGES, LISTS, CHARTS].flatMap(Object.entries).map(([name, Shown]) => (
                <Part key={name} name={name}>
                  <Shown />
                </Part>
              ))}
            </Sheet>
          ))}
        </SimpleGrid>
      </Page>
    </Box>
  )
}

interface SheetProps {
  readonly scheme: (typeof SCHEMES)[number]
  readonly children: ReactNode
}

function Sheet({ scheme, children }: SheetProps) {
  const [root, setRoot] = useState<HTMLElement | null>(null)
  return (
    <Box
      id={`components-${scheme}`}
      ref={setRoot}
      data-mantine-color-scheme={scheme}
      p="lg"
      bg="var(--mantine-color-body)"
      c="var(--mantine-color-text)"
    >
      {root && (
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          cssVariablesSelector={`#components-${scheme}`}
          getRootElement={() => root}
          forceColorScheme={scheme}
        >
          <Stack gap="xl">{children}</Stack>
        </MantineProvider>
      )}
    </Box>
  )
}

const Part = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <Stack gap="sm" component="section" aria-label={name}>
    <Title order={2} size="sm">
      {name}
    </Title>
    {children}
  </Stack>
)
