import { Menu, useMantineColorScheme } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isProblem, session } from '../api/client.ts'
import { sessionQuery } from '../api/queries.ts'
import { IconListDetails, IconLogout, IconUser } from '../components/icons.ts'
import type { LateMenuProps } from '../components/late-menu.tsx'
import { tellFailed } from '../components/notices.tsx'
import { OpenMenu } from '../components/open-menu.tsx'
import { chooseLanguage, useLanguage, useWords } from '../words/language.ts'
import { LANGUAGES, type Language } from '../words/languages.ts'

const SCHEMES = ['auto', 'light', 'dark'] as const

/** The person, the language, the color scheme, the API reference and *Sign out*. */
export function AccountItems({ target }: LateMenuProps) {
  const words = useWords().shell
  const { language } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { data: person } = useQuery(sessionQuery)
  const name = person?.name ?? person?.email ?? ''
  const signOut = useSignOut()
  return (
    <OpenMenu target={target} width={220} closeOnItemClick={false}>
      <Menu.Item component={Link} to="/account" leftSection={<IconUser size={16} aria-hidden />}>
        {name}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label>{words.language}</Menu.Label>
      <Menu.RadioGroup value={language}>
        {(Object.keys(LANGUAGES) as readonly Language[]).map((it) => (
          <Menu.RadioItem
            key={it}
            value={it}
            lang={it}
            onChange={() => void chooseLanguage(it).catch(tellFailed)}
          >
            {LANGUAGES[it].name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Label>{words.appearance}</Menu.Label>
      <Menu.RadioGroup value={colorScheme}>
        {SCHEMES.map((it) => (
          <Menu.RadioItem key={it} value={it} onChange={() => setColorScheme(it)}>
            {words[it]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Item component="a" href="/docs" leftSection={<IconListDetails size={16} aria-hidden />}>
        {words.reference}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconLogout size={16} aria-hidden />}
        onClick={() => signOut.mutate()}
      >
        {words.signOut}
      </Menu.Item>
    </OpenMenu>
  )
}

/** Reloads the page, so that no data of this person stay. */
function useSignOut() {
  return useMutation({
    mutationFn: async () => {
      try {
        await session.signOut()
      } catch (error) {
        // An error means that the person is already signed out.
        if (!isProblem(error) || error.status !== 401) throw error
      }
    },
    onSuccess: () => window.location.assign('/sign-in'),
    onError: tellFailed,
  })
}
