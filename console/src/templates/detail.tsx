import {
  Alert,
  Anchor,
  Badge,
  Button,
  Code,
  Grid,
  Group,
  List,
  Paper,
  Select,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { companyOfPage } from '../api/company.ts'
import { Back } from '../components/back.tsx'
import { useDocumentLanguages } from '../components/choices.ts'
import { ConfirmButton } from '../components/confirm.tsx'
import { DocumentFrame } from '../components/document-frame.tsx'
import { IconTrash, IconUpload } from '../components/icons.ts'
import { May } from '../components/may.tsx'
import { MissingCharacters } from '../components/missing-characters.tsx'
import { tellDone, tellFailed } from '../components/notices.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { State } from '../components/state.tsx'
import { useChange } from '../components/use-send.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { previewQuery, TEMPLATES_KEY, type Template, templateQuery } from './queries.ts'
import { RemovedList } from './removed.tsx'
import { UploadDialog } from './upload.tsx'
import { useDefaultTemplate } from './use-template.ts'

const route = getRouteApi('/app/templates/$id')

/** The page of a template: preview, source and removed parts. */
export function TemplateDetail() {
  const { id } = route.useParams()
  const template = useQuery(templateQuery(id))
  return (
    <QueryView of={template} kind="template">
      {(it) => <Detail {...it} />}
    </QueryView>
  )
}

interface Props {
  readonly template: Template
  readonly etag: string | undefined
}

function Detail({ template, etag }: Props) {
  const { title } = useWords().templates
  const { name } = template
  return (
    <Page
      title={name}
      back={<Back to="/templates" label={title} />}
      actions={
        <May needs="admin">
          <Actions template={template} etag={etag} />
        </May>
      }
    >
      <Missing template={template} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Preview template={template} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Details template={template} />
        </Grid.Col>
      </Grid>
    </Page>
  )
}

/** The warnings about missing figures. Installing a template leads to this page. */
function Missing({ template: { warnings } }: { readonly template: Template }) {
  const { missingTitle, missing } = useWords().templates
  if (warnings.length === 0) return null
  return (
    <Alert color="yellow" title={missingTitle}>
      <List size="sm" spacing={4}>
        {warnings.map(({ code, message }) => (
          <List.Item key={code}>{missing[code as keyof typeof missing] ?? message}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

function Actions({ template, etag }: Props) {
  const words = useWords().templates
  const { id, name, builtIn, isDefault } = template
  const queries = useQueryClient()
  const navigate = useNavigate()
  const use = useDefaultTemplate()
  const [isUploading, upload] = useDisclosure()
  const remove = useChange({
    run: (api) => api.deleteTemplate({ path: { id }, ifMatch: etag }),
    onSuccess: async () => {
      tellDone(words.deleted(name))
      await navigate({ to: '/templates' })
      queries.removeQueries({ queryKey: [TEMPLATES_KEY, 'one', id] })
      await queries.invalidateQueries({ queryKey: [TEMPLATES_KEY, 'list'] })
    },
    onError: tellFailed,
  })
  return (
    <>
      {!builtIn && (
        <>
          <ConfirmButton
            title={words.deleteTitle(name)}
            text={words.deleteText}
            verb={words.delete}
            onConfirm={() => remove.mutate()}
            loading={remove.isPending}
            leftSection={<IconTrash size={18} aria-hidden />}
          >
            {words.delete}
          </ConfirmButton>
          <Button
            variant="default"
            leftSection={<IconUpload size={18} aria-hidden />}
            onClick={upload.open}
          >
            {words.newVersion}
          </Button>
          <UploadDialog isOpen={isUploading} onClose={upload.close} of={{ id, name }} />
        </>
      )}
      {isDefault ? (
        <State shape="done">{words.inUse}</State>
      ) : (
        <Button onClick={() => use(template)}>{words.use}</Button>
      )}
    </>
  )
}

function Preview({ template: { id, name, version } }: { readonly template: Template }) {
  const words = useWords().templates
  const languages = useDocumentLanguages()
  const [language, setLanguage] = useState<string | null>(null)
  const { data } = useQuery(previewQuery(id, language ?? undefined))
  return (
    <Stack gap="sm">
      <Select
        label={words.previewLanguage}
        placeholder={words.asSettings}
        data={[...languages]}
        value={language}
        onChange={setLanguage}
        searchable
        clearable
        maw={280}
      />
      {data === undefined ? (
        <Skeleton h={600} />
      ) : (
        <>
          <MissingCharacters of={data.missing} />
          <DocumentFrame key={version} title={words.preview(name)} srcDoc={data.html} />
        </>
      )}
    </Stack>
  )
}

function Details({ template }: { readonly template: Template }) {
  const words = useWords().templates
  const format = useFormat()
  const { id, version, versions, source, license, homepage, manifestUrl, sha256, removed } =
    template
  const versionInLinks = encodeURIComponent(`${version}@${companyOfPage()}`)
  const files = `/api/v1/_template-assets/${encodeURIComponent(id)}/${versionInLinks}`
  const assets = assetsOf(template.html)
  return (
    <Paper p="md">
      <Stack gap="sm">
        <Title order={2}>{words.details}</Title>
        {/* Nobody uploads versions of a built-in template. */}
        {source !== 'builtin' && (
          <Fact label={words.versions}>
            <Group gap={6}>
              {versions.map((it) => (
                <Badge key={it} variant={it === version ? 'light' : 'default'}>
                  {it}
                </Badge>
              ))}
            </Group>
          </Fact>
        )}
        <Fact label={words.source}>{words.sources[source as keyof typeof words.sources]}</Fact>
        <Fact label={words.added}>{format.instant(template.updatedAt)}</Fact>
        <Fact label={words.license}>{license}</Fact>
        <Fact label={words.homepage}>{homepage && <Away href={homepage} />}</Fact>
        <Fact label={words.manifest}>{manifestUrl && <Away href={manifestUrl} />}</Fact>
        <Fact label={words.checksum}>
          <Code style={{ display: 'inline-block', overflowWrap: 'anywhere' }}>{sha256}</Code>
        </Fact>
        {assets.length > 0 && (
          <Fact label={words.assets}>
            <Stack gap={2}>
              {assets.map((path) => (
                <Anchor key={path} href={`${files}/${path}`} target="_blank" size="sm">
                  {path}
                </Anchor>
              ))}
            </Stack>
          </Fact>
        )}
        {removed.length > 0 && (
          <Fact label={words.removed}>
            <RemovedList removed={removed} />
          </Fact>
        )}
      </Stack>
    </Paper>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  if (children === null || children === '') return null
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="sm" component="div">
        {children}
      </Text>
    </div>
  )
}

/** Only http(s) URLs, because the author of the template wrote the homepage in its manifest. */
function Away({ href }: { readonly href: string }) {
  const isWeb = /^https?:\/\//i.test(href)
  const text = { size: 'sm', style: { overflowWrap: 'anywhere' } } as const
  return isWeb ? (
    <Anchor href={href} target="_blank" rel="noreferrer noopener" {...text}>
      {href}
    </Anchor>
  ) : (
    <Text {...text}>{href}</Text>
  )
}

/** The files of the template, by their relative paths in the HTML. */
function assetsOf(html: string): readonly string[] {
  const found = html.matchAll(/(?:src|href)="([^"]+)"|url\(\s*['"]?([^'")]+)['"]?\s*\)/gi)
  const paths = [...found].map(([, attribute, style]) => attribute ?? style ?? '')
  return [...new Set(paths)].filter((path) => /^[\w][\w./ -]*\.\w+$/.test(path))
}
