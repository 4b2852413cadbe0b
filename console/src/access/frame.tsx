import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMay } from '../api/session.ts'
import { IconLock } from '../components/icons.ts'
import { Page } from '../components/page.tsx'
import { PageOfPlaces } from '../components/page-of-places.tsx'
import { ACCESS_PLACES } from '../shell/inner-places.ts'
import { useWords } from '../words/language.ts'

interface Props {
  readonly title: string
  /** The link back to the list, on the page of one entry. It replaces the links to the other pages. */
  readonly back?: ReactNode
  readonly actions?: ReactNode
  /** Whether the page has its own place in the menu, so that it shows no links to the others. */
  readonly isOwnPlace?: boolean
  readonly children: ReactNode
}

/** The pages about access. People without the scope see the reason instead. */
export function AccessFrame({ title, back, actions, isOwnPlace = false, children }: Props) {
  const words = useWords().access
  const mayDecide = useMay('admin')
  if (!mayDecide)
    return (
      <Page title={isOwnPlace ? title : words.title}>
        <Alert icon={<IconLock aria-hidden />} title={words.notYours} maw={640}>
          {words.notYoursText}
        </Alert>
      </Page>
    )
  // The page of one entry has a link back to its list instead.
  const isAlone = back !== undefined || isOwnPlace
  const places = ACCESS_PLACES.map(({ to, name }) => ({ to, name: words[name] }))
  return (
    <PageOfPlaces
      title={title}
      back={back}
      actions={actions}
      label={words.title}
      places={isAlone ? [] : places}
    >
      {children}
    </PageOfPlaces>
  )
}
