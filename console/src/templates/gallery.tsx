import { Anchor, Box, Button, Menu, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay } from '../api/session.ts'
import { IconChevronDown, IconLink, IconPlus, IconUpload } from '../components/icons.ts'
import { May } from '../components/may.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { State } from '../components/state.tsx'
import { useWords } from '../words/language.ts'
import './gallery.css'
import { InstallDialog } from './install.tsx'
import { type TemplateEntry, templatesQuery } from './queries.ts'
import { Thumbnail } from './thumbnail.tsx'
import { UploadDialog } from './upload.tsx'
import { useDefaultTemplate } from './use-template.ts'

/** The installed templates: each a sheet on the desk, with its name and its button below. */
export function TemplateGallery() {
  const words = useWords().templates
  const templates = useQuery(templatesQuery)
  return (
    <Page title={words.title} actions={<AddTemplate />}>
      <Text c="dimmed">
        {words.intro}{' '}
        <Anchor component={Link} to="/settings/look" underline="always">
          {words.toSettings}
        </Anchor>
      </Text>
      <QueryView of={templates} lines={8}>
        {(entries) => (
          <div className="gallery">
            {entries.map((entry) => (
              <TemplateSheet key={entry.id} template={entry} />
            ))}
          </div>
        )}
      </QueryView>
    </Page>
  )
}

function AddTemplate() {
  const words = useWords().templates
  const mayAdd = useMay('admin')
  const [isInstalling, install] = useDisclosure()
  const [isUploading, upload] = useDisclosure()
  if (!mayAdd) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            rightSection={<IconChevronDown size={16} aria-hidden />}
          >
            {words.add}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconUpload size={16} aria-hidden />} onClick={upload.open}>
            {words.upload}
          </Menu.Item>
          <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={install.open}>
            {words.install}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <InstallDialog isOpen={isInstalling} onClose={install.close} />
      <UploadDialog isOpen={isUploading} onClose={upload.close} />
    </>
  )
}

function TemplateSheet({ template }: { readonly template: TemplateEntry }) {
  const words = useWords().templates
  const { id, name, isDefault } = template
  const use = useDefaultTemplate()
  return (
    <Stack gap="xs" data-chosen={isDefault || undefined}>
      <Thumbnail id={id} name={name} />
      <Text mt={4} fw={isDefault ? 600 : 500} component={Link} to={`/templates/${id}`} c="inherit">
        {name}
      </Text>
      {/* As high as the buttons beside it. */}
      <Box className="gallery-use">
        {isDefault ? (
          <State shape="done">{words.inUse}</State>
        ) : (
          <May needs="admin">
            <Button size="xs" variant="default" onClick={() => use(template)}>
              {words.use}
            </Button>
          </May>
        )}
      </Box>
    </Stack>
  )
}
