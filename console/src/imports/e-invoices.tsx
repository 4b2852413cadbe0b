import { Anchor, List, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../api/client.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import {
  type AttachedInvoice,
  AttachedInvoices,
  attachedIn,
} from '../components/attached-invoices.tsx'
import { dotted } from '../components/dotted.ts'
import { IconAlertCircle, IconCheck } from '../components/icons.ts'
import { sendOnce } from '../components/use-send.ts'
import { plural, useLanguage } from '../words/language.ts'
import { useImportWords } from './words.ts'

const TYPES: Readonly<Record<string, string>> = { xml: 'application/xml', pdf: 'application/pdf' }

interface Result {
  readonly file: File
  readonly name: string
  /** The draft; null: refused. */
  readonly id: string | null
  readonly text: string
  readonly notes: number
  /** The e-invoices in a PDF, of which one must be chosen. */
  readonly attached: readonly AttachedInvoice[]
}

/** Each file becomes a draft or shows the reason of its refusal, independently of the others. */
export function EInvoices({ files }: { readonly files: readonly File[] }) {
  const words = useImportWords()
  const { language } = useLanguage()
  const { done, results, choose } = useResults(files)
  return (
    <Paper p="lg" maw={960}>
      <Stack gap="sm">
        <Title order={2}>{words.files}</Title>
        <Progress value={(done / files.length) * 100} aria-label={words.files} />
        <Text size="sm" role="status">
          {words.progress(done, files.length)}
        </Text>
        <List size="sm" spacing={6} listStyleType="none">
          {results.map(({ file, name, id, text, notes, attached }, index) => {
            const Icon = id === null ? IconAlertCircle : IconCheck
            return (
              <List.Item
                // biome-ignore lint/suspicious/noArrayIndexKey: a file may have several invoices.
                key={index}
                icon={<Icon size={16} aria-hidden />}
                {...(id === null && { c: 'red' })}
              >
                {words.fileName(name)}{' '}
                {id === null ? (
                  text
                ) : (
                  <Anchor component={Link} to={`/invoices/${id}`} size="sm" underline="always">
                    {text}
                  </Anchor>
                )}
                {notes > 0 && `\u00a0· ${plural(notes, language, words.notes)}`}
                <AttachedInvoices
                  invoices={attached}
                  onChoose={(attachment) => void choose(file, attachment)}
                />
              </List.Item>
            )
          })}
        </List>
      </Stack>
    </Paper>
  )
}

/** Imports the files one after the other, each once. */
function useResults(files: readonly File[]) {
  const words = useImportWords()
  const queries = useQueryClient()
  const [ofFiles, setOfFiles] = useState<readonly (readonly Result[])[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other files make another component.
  useEffect(() => {
    let isGone = false
    const all = async () => {
      for (const file of files) {
        if (isGone) return
        const made = await imported(file, words)
        if (!isGone) setOfFiles((before) => [...before, made])
      }
      await queries.invalidateQueries({ queryKey: [INVOICES_KEY] })
    }
    // In development React mounts twice; only the second run counts.
    const start = setTimeout(() => void all(), 0)
    return () => {
      isGone = true
      clearTimeout(start)
    }
  }, [])

  const isChoosing = useRef(false)
  const choose = async (file: File, attachment: string): Promise<void> => {
    if (isChoosing.current) return
    isChoosing.current = true
    const made = await imported(file, words, attachment)
    setOfFiles((before) => before.map((it) => (it[0]?.file === file ? made : it)))
    isChoosing.current = false
    await queries.invalidateQueries({ queryKey: [INVOICES_KEY] })
  }
  return { done: ofFiles.length, results: ofFiles.flat(), choose }
}

/** A file may be a lot of several invoices. */
async function imported(
  file: File,
  words: ReturnType<typeof useImportWords>,
  attachment?: string,
): Promise<readonly Result[]> {
  const { name } = file
  const refused = { file, name, id: null, notes: 0, attached: [] }
  const type = TYPES[name.toLowerCase().split('.').at(-1) ?? '']
  if (type === undefined) return [{ ...refused, text: words.unknownType }]
  try {
    const body = new Blob([await file.arrayBuffer()], { type })
    const { others, ...first } = await sendOnce((api) =>
      api.importInvoice({ body, query: attachment === undefined ? {} : { attachment } }),
    )
    return [first, ...others].map(({ invoice, differences, not_taken, unread }) => ({
      ...refused,
      id: invoice.id,
      text: dotted([words.draft, invoice.customer.name]),
      notes: differences.length + not_taken.length + unread.length,
    }))
  } catch (error) {
    return [{ ...refused, text: messageOf(error), attached: attachedIn(error) }]
  }
}
