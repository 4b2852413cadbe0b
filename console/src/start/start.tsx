import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { sessionQuery } from '../api/queries.ts'
import { usePerson } from '../api/session.ts'
import { LeaveGuard } from '../components/leave-guard.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import type { FieldName } from '../settings/fields.ts'
import { settingsFormQuery } from '../settings/queries.ts'
import {
  SettingsFormContext,
  type StoredSettings,
  useSettingsDraft,
} from '../settings/use-settings-form.ts'
import { Halves } from '../shell/halves.tsx'
import { useLanguage, useWords } from '../words/language.ts'
import { apply, CompanyFields, FormatFields, MoneyFields, StrayFaults } from './fields.tsx'
import { FirstSheet } from './first-sheet.tsx'
import { guessOf } from './guess.ts'
import { keep, keptOf } from './kept.ts'
import { MailFields } from './mail-fields.tsx'
import { useMailStart } from './mail-start.ts'
import { Step } from './step.tsx'
import { useSteps } from './steps.ts'

/** Asks in steps for the company's details on a first invoice. The browser's country and language fill some in. */
export function Start() {
  const words = useWords().start
  const settings = useQuery(settingsFormQuery)
  if (settings.data) return <StartForm stored={settings.data} />
  return (
    <Halves>
      <Page title={words.title} needs="admin">
        <QueryView of={settings} lines={10}>
          {() => null}
        </QueryView>
      </Page>
    </Halves>
  )
}

function StartForm({ stored }: { readonly stored: StoredSettings }) {
  const words = useWords().start
  const person = usePerson()
  const [kept] = useState(() => keptOf(person))
  const form = useSettingsDraft(stored, kept ?? {})
  const navigate = useNavigate()
  const { history } = useRouter()
  const [field, setField] = useState('')
  useGuess(form.set, kept === null && form.stored['companyAddress.countryCode'] === '')
  const mail = useMailStart(String(form.draft.companyEmail))
  const { steps, at, next, open } = useSteps(form, mail)
  useEffect(() => keep(person, form.changes), [person, form.changes])
  const canGoBack = useCanGoBack()
  /** To where the person came from. The entries are kept. */
  const goBack = () =>
    canGoBack ? history.back({ ignoreBlocker: true }) : navigate({ to: '/', ignoreBlocker: true })
  const goOn = () => navigate({ to: '/invoices/new', ignoreBlocker: true })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (next !== undefined) return open(next)
    const fault = form.isDirty ? await form.save() : undefined
    if (fault !== undefined) document.getElementById(fault)?.focus()
    else if (await mail.save()) await goOn()
  }
  const fieldsOf = {
    company: <CompanyFields />,
    money: <MoneyFields />,
    mail: <MailFields mail={mail} />,
    formats: <FormatFields />,
  }
  return (
    <SettingsFormContext value={form}>
      <LeaveGuard isDirty={form.isDirty && !form.isSaving} />
      <Halves note={words.changeLater} aside={<FirstSheet field={field} />}>
        <Page title={words.title} needs="admin" above={words.step(at, steps.length)}>
          <form
            onSubmit={submit}
            noValidate
            className="start"
            onFocus={({ target }) => setField(target.id)}
          >
            <ol className="start-steps">
              {steps.map((step, index) => (
                <Step key={step.name} {...step} number={index + 1} onOpen={() => open(step.name)}>
                  {fieldsOf[step.name]}
                </Step>
              ))}
            </ol>
            <StrayFaults />
            <Group gap="sm" className="form-buttons">
              <Button type="submit" size="md" loading={form.isSaving || mail.isBusy}>
                {next === undefined ? words.save : words.next}
              </Button>
              <Button variant="subtle" size="md" color="gray" onClick={goBack}>
                {words.later}
              </Button>
            </Group>
          </form>
        </Page>
      </Halves>
    </SettingsFormContext>
  )
}

/** Shown once, while the company has no country. */
function useGuess(set: (name: FieldName, value: string) => void, isUnknown: boolean): void {
  const { language } = useLanguage()
  const { data: session } = useQuery(sessionQuery)
  const email = session?.email
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || !isUnknown) return
    isDone.current = true
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    apply(set, guessOf({ languages: navigator.languages, timeZone }, language))
    if (email) set('companyEmail', email)
  }, [set, isUnknown, language, email])
}
