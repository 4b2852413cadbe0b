import { Box, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../api/queries.ts'
import { IconUser } from '../components/icons.ts'
import { lateMenu } from '../components/late-menu.tsx'
import { useWords } from '../words/language.ts'

const AccountLateMenu = lateMenu(async () => (await import('./account-items.tsx')).AccountItems)

/** The account menu, whose items load on demand. */
export function AccountMenu() {
  const words = useWords().shell
  const { data: session } = useQuery(sessionQuery)
  const name = session?.name ?? session?.email ?? ''
  return (
    <AccountLateMenu
      target={
        <UnstyledButton aria-label={`${words.account}: ${name}`}>
          <Box className="person">
            <IconUser size={20} aria-hidden />
          </Box>
        </UnstyledButton>
      }
    />
  )
}
