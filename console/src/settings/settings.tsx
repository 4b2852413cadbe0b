import {
  Alert,
  Box,
  Fieldset,
  Flex,
  NativeSelect,
  NavLink,
  Paper,
  Stack,
  Text,
} from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useMay } from '../api/session.ts'
import { FORM_WIDTH } from '../components/form-width.ts'
import { LeaveGuard } from '../components/leave-guard.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { SaveBar, SaveButtons } from '../components/save-bar.tsx'
import { useWantedPlace } from '../components/use-wanted-place.ts'
import { Providers } from '../online-payment/providers.tsx'
import { SECTIONS, type Section } from '../shell/inner-places.ts'
import { useWords } from '../words/language.ts'
import { AccessPoint } from './access-point.tsx'
import { useFieldWords } from './field-words.ts'
import { type FieldName, sectionOf } from './fields.ts'
import { FoldedPreview, SettingsPreview } from './preview.tsx'
import { settingsFormQuery } from './queries.ts'
import { SECTION_FORMS } from './sections.tsx'
import {
  SettingsFormContext,
  type StoredSettings,
  useSettingsDraft,
  useSettingsForm,
} from './use-settings-form.ts'

const route = getRouteApi('/app/settings/$section')

/** Their settings change how an invoice looks. */
const PRINTED: ReadonlySet<Section> = new Set(['company', 'look', 'payment', 'tax', 'formats'])

/** All settings by section. Unsaved changes stay while the person looks at another section. */
export function Settings() {
  const words = useWords().settings
  const settings = useQuery(settingsFormQuery)
  if (settings.data) return <SettingsEditor stored={settings.data} />
  return (
    <Page title={words.title}>
      <QueryView of={settings} lines={10}>
        {() => null}
      </QueryView>
    </Page>
  )
}

const FORM = 'settings'
/** From this width on, the sections stand beside the form, and its buttons in the head. */
const ROOMY = '(min-width: 62em)'

function SettingsEditor({ stored }: { readonly stored: StoredSettings }) {
  const words = useWords().settings
  const form = useSettingsDraft(stored)
  useWantedPlace()
  const { section } = route.useParams()
  const navigate = route.useNavigate()
  const isAdmin = useMay('admin')
  const isWide = useMediaQuery('(min-width: 75em)')
  const isRoomy = useMediaQuery(ROOMY, false, { getInitialValueInEffect: false })
  const Form = SECTION_FORMS[section]
  const isPrinted = PRINTED.has(section)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const fault = await form.save()
    const place = fault === undefined ? undefined : sectionOf(fault)
    if (place === undefined) return
    await navigate({ params: { section: place } })
    document.getElementById(fault ?? '')?.focus()
  }
  return (
    <SettingsFormContext value={form}>
      <LeaveGuard isDirty={form.isDirty} isSaving={form.isSaving} within="/settings" />
      <Page
        title={words.title}
        actions={isAdmin && isRoomy && <SaveButtons {...form} form={FORM} />}
      >
        <Flex gap="xl" align="flex-start" direction={{ base: 'column', md: 'row' }}>
          <Sections current={section} />
          <Stack gap="lg" flex={1} w="100%" miw={0} maw={FORM_WIDTH}>
            {section === 'online' && <Providers />}
            <form id={FORM} onSubmit={submit} noValidate>
              <Stack gap="lg">
                <Notes />
                <Paper p="lg">
                  <Fieldset disabled={!isAdmin}>
                    <Stack gap="lg">
                      <Form />
                    </Stack>
                  </Fieldset>
                </Paper>
                {isWide === false && isPrinted && <FoldedPreview />}
                {isAdmin && !isRoomy && <SaveBar {...form} />}
              </Stack>
            </form>
            {section === 'einvoices' && <AccessPoint />}
          </Stack>
          {isWide && isPrinted && (
            <Box flex={1} miw={360} maw={620} pos="sticky" top={72}>
              <SettingsPreview isPaper />
            </Box>
          )}
        </Flex>
      </Page>
    </SettingsFormContext>
  )
}

function Sections({ current }: { readonly current: Section }) {
  const words = useWords().settings
  const navigate = route.useNavigate()
  const { errors } = useSettingsForm()
  const faulty = new Set(Object.keys(errors).map(sectionOf))
  return (
    <>
      <NativeSelect
        hiddenFrom="md"
        w="100%"
        maw={FORM_WIDTH}
        aria-label={words.title}
        data={SECTIONS.map((section) => ({ value: section, label: words.sections[section] }))}
        value={current}
        onChange={({ currentTarget }) =>
          navigate({ params: { section: currentTarget.value as Section } })
        }
      />
      <Box component="nav" aria-label={words.title} w={210} flex="none" visibleFrom="md">
        {SECTIONS.map((section) => (
          <NavLink
            key={section}
            component={Link}
            to={`/settings/${section}`}
            label={words.sections[section]}
            active={section === current}
            variant="light"
            {...(section === current && { 'aria-current': 'page' })}
            {...(faulty.has(section) && { c: 'red' })}
          />
        ))}
      </Box>
    </>
  )
}

/** Notices about the whole form: another person's change, or faults in another section. */
function Notes() {
  const words = useWords().settings
  const names = useFieldWords()
  const { isOutdated, conflicts, errors } = useSettingsForm()
  const stray = Object.entries(errors).filter(([place]) => !Object.hasOwn(names, place))
  const both = conflicts.map((name: FieldName) => names[name].label).join(', ')
  return (
    <>
      {isOutdated && (
        <Alert color="yellow" title={words.outdated} role="alert">
          {words.outdatedText} {both !== '' && words.bothChanged(both)}
        </Alert>
      )}
      {Object.keys(errors).length > 0 && (
        <Alert color="red" role="alert">
          {words.faults}
          {stray.map(([place, text]) => (
            <Text key={place} size="sm">
              {text}
            </Text>
          ))}
        </Alert>
      )}
    </>
  )
}
