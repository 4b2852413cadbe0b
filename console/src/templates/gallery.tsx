import { Anchor, Button, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconCheck, IconLink, IconUpload } from '../components/icons.ts'
import { May } from '../components/may.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useWords } from '../words/language.ts'
import { InstallDialog } from './install.tsx'
import { type TemplateEntry, templatesQuery } from './queries.ts'
import { Thumbnail } from './thumbnail.tsx'
import { UploadDialog } from './upload.tsx'
import { useDefaultTemplate } from './use-template.ts'

/** The installed templates with previews of the company's documents. */
export function TemplateGallery() {
  const words = useWords().templates
  const templates = useQuery(templatesQuery)
  const [isInstalling, install] = useDisclosure()
  const [isUploading, upload] = useDisclosure()
  const actions = (
    <May needs="admin">
      <Button
        variant="default"
        leftSection={<IconUpload size={18} aria-hidden />}
        onClick={upload.open}
      >
        {words.upload}
      </Button>
      <Button
        variant="default"
        leftSection={<IconLink size={18} aria-hidden />}
        onClick={install.open}
      >
        {words.install}
      </Button>
    </May>
  )
  return (
    <Page title={words.title} actions={actions}>
      <Text c="dimmed">
        {words.intro}{' '}
        <Anchor component={Link} to="/settings/look" underline="always">
          {words.toSettings}
        </Anchor>
      </Text>
      <QueryView of={templates} lines={8}>
        {(entries) => (
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 4 }} spacing="lg">
            {entries.map((entry) => (
              <TemplateCard key={entry.id} template={entry} />
            ))}
          </SimpleGrid>
        )}
      </QueryView>
      <InstallDialog isOpen={isInstalling} onClose={install.close} />
      <UploadDialog isOpen={isUploading} onClose={upload.close} />
    </Page>
  )
}

/** Its edge, as of a chosen sample in the settings. */
const IN_USE = { outline: '2px solid var(--pine-ink)' }

function TemplateCard({ template }: { readonly template: TemplateEntry }) {
  const words = useWords().templates
  const { id, name, isDefault, builtIn } = template
  const use = useDefaultTemplate()
  return (
    <Card padding="sm" style={isDefault ? IN_USE : undefined}>
      <Card.Section>
        <Thumbnail id={id} name={name} />
      </Card.Section>
      <Stack gap="xs" mt="sm">
        <Text fw={600} component={Link} to={`/templates/${id}`} c="inherit">
          {name}
        </Text>
        {builtIn && (
          <Text size="xs" c="dimmed">
            {words.builtIn}
          </Text>
        )}
        {isDefault ? (
          <Group gap={6} c="var(--pine-ink)">
            <IconCheck size={16} aria-hidden />
            <Text size="sm" fw={600}>
              {words.inUse}
            </Text>
          </Group>
        ) : (
          <May needs="admin">
            <Button size="xs" variant="default" onClick={() => use(template)}>
              {words.use}
            </Button>
          </May>
        )}
      </Stack>
    </Card>
  )
}
