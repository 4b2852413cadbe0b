import { ActionIcon, Badge, Button, Fieldset, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IconArchive, IconArchiveOff, IconPlus, IconTrash } from '../../components/icons.ts'
import { QueryView } from '../../components/query-view.tsx'
import { useAct } from '../../components/use-act.ts'
import { useMay } from '../../session.ts'
import { SeriesDialog } from './dialog.tsx'
import { SERIES_KEY, type Series, seriesQuery } from './queries.ts'
import { useSeriesWords } from './words.ts'

/** Series of numbers besides those of the settings. They are saved by themselves, at once. */
export function FurtherSeries() {
  const words = useSeriesWords()
  const series = useQuery(seriesQuery)
  const mayChange = useMay('admin')
  const [isAdding, setAdding] = useState(false)
  return (
    <Fieldset legend={words.title}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {words.text}
        </Text>
        <QueryView of={series} lines={1}>
          {({ data }) =>
            data.length === 0 ? (
              <Text size="sm">{words.none}</Text>
            ) : (
              <Stack gap="xs">
                {data.map((it) => (
                  <SeriesRow key={it.id} series={it} />
                ))}
              </Stack>
            )
          }
        </QueryView>
        {mayChange && (
          <Button
            variant="light"
            leftSection={<IconPlus size={16} aria-hidden />}
            style={{ alignSelf: 'flex-start' }}
            onClick={() => setAdding(true)}
          >
            {words.add}
          </Button>
        )}
      </Stack>
      {isAdding && <SeriesDialog onClose={() => setAdding(false)} />}
    </Fieldset>
  )
}

function SeriesRow({ series }: { readonly series: Series }) {
  const words = useSeriesWords()
  const mayChange = useMay('admin')
  const { act, isBusy } = useAct([SERIES_KEY])
  const { id, key, name, pattern, kind, archived, used, etag: ifMatch } = series
  const archive = () =>
    act({
      run: (api) => api.putNumberSeries({ path: { id }, body: { archived: !archived }, ifMatch }),
      done: words.saved,
    })
  const remove = () =>
    act({ run: (api) => api.deleteNumberSeries({ path: { id }, ifMatch }), done: words.deleted })
  const Icon = archived ? IconArchiveOff : IconArchive
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Group gap={6}>
          <Text size="sm" fw={600}>
            {key}
          </Text>
          {used && (
            <Badge variant="light" color="gray" tt="none" size="sm">
              {words.used}
            </Badge>
          )}
          {archived && (
            <Badge variant="light" color="orange" tt="none" size="sm">
              {words.archived}
            </Badge>
          )}
        </Group>
        <Text size="sm">{[words.kinds[kind], pattern, name].filter(Boolean).join(' · ')}</Text>
      </div>
      {mayChange && (
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={archived ? words.restore(key) : words.archive(key)}
            loading={isBusy}
            onClick={archive}
          >
            <Icon size={16} aria-hidden />
          </ActionIcon>
          {!used && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={words.delete(key)}
              loading={isBusy}
              onClick={remove}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      )}
    </Group>
  )
}
