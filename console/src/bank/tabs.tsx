import { Button, Group, Text } from '@mantine/core'

interface Props<Name extends string> {
  readonly label: string
  readonly of: readonly {
    readonly name: Name
    readonly text: string
    /** How many wait for a person; zero or undefined is not shown. */
    readonly count?: number | undefined
  }[]
  readonly current: Name
  readonly onShow: (name: Name) => void
}

/** Words with counts that choose what a list shows. */
export function Tabs<Name extends string>({ label, of, current, onShow }: Props<Name>) {
  return (
    <Group gap={0} component="nav" aria-label={label}>
      {of.map(({ name, text, count }) => (
        <Button
          key={name}
          size="compact-md"
          fz={{ base: 13, xs: 'sm' }}
          px={{ base: 6, xs: 8 }}
          variant={name === current ? 'light' : 'subtle'}
          color="gray"
          aria-current={name === current ? 'page' : undefined}
          rightSection={
            count ? (
              <Text span size="sm" c="dimmed">
                {count}
              </Text>
            ) : undefined
          }
          onClick={() => onShow(name)}
        >
          {text}
        </Button>
      ))}
    </Group>
  )
}
