import type { Data } from '@billwright/sdk'
import {
  Alert,
  Badge,
  Button,
  Code,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrorsOf, isProblem } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { asEntry } from '../components/choices.ts'
import { FormFault } from '../components/form-fault.tsx'
import { LeaveGuard } from '../components/leave-guard.tsx'
import { tellDone } from '../components/notices.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useChange } from '../components/use-send.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { MailFrame } from './frame.tsx'
import { MailLook } from './look.tsx'
import { MAIL_KEY, templatePreviewQuery, templatesQuery } from './queries.ts'

type Templates = Data<'listMessageTemplates'>
type Template = Templates['data'][number]

const TYPING_MS = 400

/** The texts of messages by kind and language, beside a preview. */
export function MessageWords() {
  const words = useWords().mail
  const read = useQuery(templatesQuery)
  return (
    <MailFrame title={words.words}>
      <QueryView of={read} lines={8}>
        {(templates) => <Chooser templates={templates} />}
      </QueryView>
    </MailFrame>
  )
}

function Chooser({ templates }: { readonly templates: Templates }) {
  const words = useWords().mail
  const { language: shown } = useLanguage()
  const [kind, setKind] = useState('invoice')
  const [language, setLanguage] = useState<string>(shown)
  const names = new Intl.DisplayNames(shown, { type: 'language', languageDisplay: 'standard' })
  const kinds = [...new Set(templates.data.map((it) => it.kind))]
  const languages = [...new Set(templates.data.map((it) => it.language))]
  const chosen = templates.data.find((it) => it.kind === kind && it.language === language)
  return (
    <>
      <Group gap="sm" align="flex-end">
        <NativeSelect
          flex={{ base: '1 1 40%', xs: '0 0 auto' }}
          label={words.kind}
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value)}
          data={kinds.map((value) => ({ value, label: words.kinds[value] }))}
        />
        <NativeSelect
          flex={{ base: '1 1 40%', xs: '0 0 auto' }}
          label={words.language}
          value={language}
          onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
          data={languages.map((value) => ({
            value,
            label: asEntry(names.of(value) ?? value, shown),
          }))}
        />
        {chosen && (
          <Badge variant="light" color="gray" mb={8}>
            {chosen.built_in ? words.builtIn : words.own}
          </Badge>
        )}
      </Group>
      {chosen && (
        <WordsForm
          key={`${kind} ${language} ${chosen.version}`}
          template={chosen}
          placeholders={templates.placeholders}
        />
      )}
    </>
  )
}

interface FormProps {
  readonly template: Template
  readonly placeholders: readonly string[]
}

function WordsForm({ template, placeholders }: FormProps) {
  const words = useWords().mail
  const mayChange = useMay('admin')
  const queries = useQueryClient()
  const path = { kind: template.kind, language: template.language }
  const [text, setText] = useState({ subject: template.subject, body: template.body })
  const [asked] = useDebouncedValue(text, TYPING_MS)
  const preview = useQuery(templatePreviewQuery(path, asked))
  const isDirty = text.subject !== template.subject || text.body !== template.body
  const refresh = () => queries.invalidateQueries({ queryKey: MAIL_KEY })
  const save = useChange({
    run: (api) => api.putMessageTemplate({ path, body: text }),
    onSuccess: async () => {
      tellDone(words.wordsSaved)
      await refresh()
    },
  })
  const restore = useChange({
    run: (api) => api.deleteMessageTemplate({ path }),
    onSuccess: async () => {
      tellDone(words.restored)
      await refresh()
    },
  })
  const error = save.error ?? restore.error ?? (isProblem(preview.error) ? preview.error : null)
  const faults = fieldErrorsOf(error)
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <LeaveGuard isDirty={isDirty} isSaving={save.isPending} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={words.send.subject}
            maxLength={200}
            readOnly={!mayChange}
            value={text.subject}
            onChange={({ currentTarget: { value } }) => setText({ ...text, subject: value })}
            error={faults.subject}
          />
          <Textarea
            label={words.send.body}
            autosize
            minRows={8}
            maxRows={18}
            maxLength={5000}
            readOnly={!mayChange}
            value={text.body}
            onChange={({ currentTarget: { value } }) => setText({ ...text, body: value })}
            error={faults.body}
          />
          <Text size="sm" c="dimmed">
            {words.placeholdersText}
          </Text>
          <Group gap={6}>
            {placeholders.map((name) => (
              <Code key={name}>{`{${name}}`}</Code>
            ))}
          </Group>
          <FormFault error={error} fields={['subject', 'body']} />
          {mayChange ? (
            <Group justify="flex-end">
              {!template.built_in && (
                <Button
                  variant="default"
                  loading={restore.isPending}
                  onClick={() => restore.mutate()}
                >
                  {words.restore}
                </Button>
              )}
              <Button type="submit" loading={save.isPending} disabled={!isDirty}>
                {words.save}
              </Button>
            </Group>
          ) : (
            <Alert>{words.onlyAdmins}</Alert>
          )}
        </Stack>
      </form>
      <QueryView of={preview} lines={4}>
        {({ subject_line, html }) => (
          <Stack gap="xs">
            <Text size="sm" fw={600}>
              {subject_line}
            </Text>
            <MailLook html={html} />
          </Stack>
        )}
      </QueryView>
    </SimpleGrid>
  )
}
