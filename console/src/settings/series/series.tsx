import { Badge, Fieldset, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../api/session.ts'
import { AddList, EntryAction } from '../../components/add-list.tsx'
import { dotted } from '../../components/dotted.ts'
import { IconArchive, IconArchiveOff, IconTrash } from '../../components/icons.ts'
import { State } from '../../components/state.tsx'
import { useAct } from '../../components/use-act.ts'
import { SeriesDialog } from './dialog.tsx'
import { SERIES_KEY, type Series, seriesQuery } from './queries.ts'
import { useSeriesWords } from './words.ts'

/** Number series besides those of the settings. Each is saved at once. */
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
        <AddList
          of={series}
          none={words.none}
          add={mayChange ? { label: words.add, onAdd: () => setAdding(true) } : null}
        >
          {(it) => <SeriesRow key={it.id} series={it} />}
        </AddList>
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
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Group gap={6}>
          <Text size="sm" fw={600}>
            {key}
          </Text>
          {used && (
            <Badge variant="light" color="gray" size="sm">
              {words.used}
            </Badge>
          )}
          {archived && <State shape="void">{words.archived}</State>}
        </Group>
        <Text size="sm">{dotted([words.kinds[kind], pattern, name])}</Text>
      </div>
      {mayChange && (
        <Group gap={4} wrap="nowrap">
          <EntryAction
            label={archived ? words.restore(key) : words.archive(key)}
            Icon={archived ? IconArchiveOff : IconArchive}
            isBusy={isBusy}
            onClick={archive}
          />
          {!used && (
            <EntryAction
              label={words.delete(key)}
              Icon={IconTrash}
              isBusy={isBusy}
              onClick={remove}
            />
          )}
        </Group>
      )}
    </Group>
  )
}
