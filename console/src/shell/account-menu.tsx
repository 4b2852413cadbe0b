import { Avatar, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconLogout, IconUser } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { api } from '../api.ts'
import { sessionQuery } from '../queries.ts'
import { LANGUAGE_NAMES, LANGUAGES, useLanguage, useWords } from '../words.tsx'
import { shellWords } from './words.ts'

const SCHEMES = ['auto', 'light', 'dark'] as const

/** Who is signed in, the language, light or dark, and the way out. */
export function AccountMenu() {
  const words = useWords(shellWords)
  const { language, choose } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { data: session } = useQuery(sessionQuery)
  const name = session?.name ?? session?.email ?? ''
  const signOut = useSignOut()
  const chosen = <IconCheck size={16} aria-hidden />
  return (
    <Menu position="bottom-end" width={220} closeOnItemClick={false}>
      <Menu.Target>
        <UnstyledButton aria-label={`${words.account}: ${name}`}>
          <Avatar name={name} color="initials" size={34} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/account" leftSection={<IconUser size={16} aria-hidden />}>
          {name}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{words.language}</Menu.Label>
        {LANGUAGES.map((it) => (
          <Menu.Item
            key={it}
            lang={it}
            role="menuitemradio"
            aria-checked={it === language}
            rightSection={it === language ? chosen : null}
            onClick={() => choose(it)}
          >
            {LANGUAGE_NAMES[it]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{words.appearance}</Menu.Label>
        {SCHEMES.map((it) => (
          <Menu.Item
            key={it}
            role="menuitemradio"
            aria-checked={it === colorScheme}
            rightSection={it === colorScheme ? chosen : null}
            onClick={() => setColorScheme(it)}
          >
            {words[it]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => signOut.mutate()}
        >
          {words.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function useSignOut() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => api.signOut(),
    onSettled: async () => {
      // Nothing that this person saw stays for the next.
      queries.clear()
      await navigate({ to: '/sign-in' })
    },
  })
}
