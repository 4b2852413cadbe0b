import './styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { chooseCompany } from './api/choose-company.ts'
import { createQueries } from './api/queries.ts'
import { Session } from './auth/session.tsx'
import { Notices } from './components/notices.tsx'
import { cssVariables, theme } from './components/theme.ts'
import { printLight } from './print.ts'
import { createAppRouter } from './router.ts'
import { preferredLanguage, showLanguage } from './words/language.ts'

const queries = createQueries()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the console.')

printLight()
// No first page has a form that needs it before it is there.
void import('./forms.ts')
// `await` would make the build split chunks shared with lazy pages into many more files.
void Promise.all([showLanguage(preferredLanguage()), chooseCompany(queries)]).then(() =>
  createRoot(root).render(<Console router={createAppRouter(queries)} />),
)

function Console({ router }: { readonly router: ReturnType<typeof createAppRouter> }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
        >
          <Notices />
          <Session>
            <Suspense fallback={null}>
              <RouterProvider router={router} />
            </Suspense>
          </Session>
        </MantineProvider>
      </QueryClientProvider>
    </StrictMode>
  )
}
