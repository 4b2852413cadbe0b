import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../api/queries.ts'
import { lateMenu } from '../components/late-menu.tsx'
import { useWords } from '../words/language.ts'
import { initialsOf } from './company-sign.tsx'

const AccountLateMenu = lateMenu(async () => (await import('./account-items.tsx')).AccountItems)

/** The account menu, whose items load on demand. */
export function AccountMenu() {
  const words = useWords().shell
  const { data: session } = useQuery(sessionQuery)
  const name = session?.name ?? session?.email ?? ''
  return (
    <AccountLateMenu
      target={
        <UnstyledButton className="me" aria-label={`${words.account}: ${name}`}>
          <span className="person" data-initials={initialsOf(name)} aria-hidden />
          <span className="me-name">{name}</span>
        </UnstyledButton>
      }
    />
  )
}
