import { Button, Group, NativeSelect, Paper, Stack, Text, Textarea } from '@mantine/core'
import type { Settings } from '../api/queries.ts'
import { AddButton } from '../components/add-button.tsx'
import { useDocumentLanguages } from '../components/choices.ts'
import { IconTrash } from '../components/icons.ts'
import { useWords } from '../words/language.ts'
import { useFieldWords } from './field-words.ts'
import { useSettingsForm } from './use-settings-form.ts'

type Texts = Settings['defaultTexts'][number]

/** The terms and notes of documents in further languages. */
export function DefaultTexts() {
  const words = useWords().settings.otherTexts
  const fields = useFieldWords()
  const { draft, errors, set } = useSettingsForm()
  const all: readonly Texts[] = JSON.parse(String(draft.defaultTexts))
  const used = all.map(({ language }) => language)
  const languages = useDocumentLanguages(...used)
  const store = (changed: readonly Texts[]) => set('defaultTexts', JSON.stringify(changed))
  const choices = languages.filter(({ value }) => /^[a-z]+$/.test(value) || used.includes(value))
  const free = choices.find(({ value }) => !used.includes(value))
  return (
    <Stack gap="sm" id="defaultTexts">
      <Text size="sm" c="dimmed">
        {fields.defaultTexts.hint}
      </Text>
      {all.map((texts, index) => {
        const change = (changed: Partial<Texts>) =>
          store(all.toSpliced(index, 1, { ...texts, ...changed }))
        const area = (name: 'terms' | 'notes' | 'termsOfQuotes', label: string) => ({
          label,
          value: texts[name] ?? '',
          error: errors[`defaultTexts.${index}.${name}`],
          autosize: true,
          minRows: 2,
          maxLength: 5000,
          onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
            change({ [name]: event.currentTarget.value || null }),
        })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the language of an entry can change.
          <Paper key={index} p="sm" m={0} component="fieldset">
            <Stack gap="xs">
              <NativeSelect
                label={words.language}
                data={choices}
                value={texts.language}
                error={errors[`defaultTexts.${index}.language`]}
                onChange={(event) => change({ language: event.currentTarget.value })}
              />
              <Textarea {...area('terms', fields.defaultTerms.label)} />
              <Textarea {...area('notes', fields.defaultNotes.label)} />
              <Textarea {...area('termsOfQuotes', fields.quoteTerms.label)} />
              <Group justify="flex-end">
                <Button
                  size="xs"
                  variant="subtle"
                  color="gray"
                  leftSection={<IconTrash size={14} aria-hidden />}
                  onClick={() => store(all.toSpliced(index, 1))}
                >
                  {words.delete}
                </Button>
              </Group>
            </Stack>
          </Paper>
        )
      })}
      {free && (
        <AddButton
          label={words.add}
          onClick={() =>
            store([...all, { language: free.value, terms: null, notes: null, termsOfQuotes: null }])
          }
        />
      )}
    </Stack>
  )
}
