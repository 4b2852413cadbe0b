import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './main.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueries } from './queries.ts'
import { createAppRouter } from './router.ts'
import { theme } from './theme.ts'
import { LanguageProvider } from './words.tsx'

const queries = createQueries()
const router = createAppRouter(queries)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the console.')

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <LanguageProvider>
        <MantineProvider theme={theme} defaultColorScheme="auto">
          <Notifications position="bottom-center" />
          <RouterProvider router={router} />
        </MantineProvider>
      </LanguageProvider>
    </QueryClientProvider>
  </StrictMode>,
)
