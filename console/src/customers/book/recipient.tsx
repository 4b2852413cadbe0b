import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, messageOf } from '../../api/client.ts'
import { accessPointQuery } from '../../settings/queries.ts'
import { useBookWords } from './words.ts'

interface Props {
  /** Scheme and number, such as `9930:DE136695976`. */
  readonly address: string
}

/**
 * Asks the access point whether the network reaches this address; hidden without an access point.
 */
export function RecipientCheck({ address }: Props) {
  const words = useBookWords()
  const { data: accessPoint } = useQuery(accessPointQuery)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['recipient', address],
    queryFn: ({ signal }) => api.lookUpRecipient({ path: { address }, signal }),
    enabled: false,
    retry: false,
  })
  if (typeof accessPoint?.point.url !== 'string') return null
  return (
    <Group gap="xs">
      <Button size="compact-xs" variant="default" loading={isFetching} onClick={() => refetch()}>
        {words.lookUp}
      </Button>
      <Text size="xs" role="status" c={data?.reachable ? 'dimmed' : 'red'}>
        {error !== null
          ? messageOf(error)
          : data && (data.reachable ? words.reachable : words.unreachable)}
      </Text>
    </Group>
  )
}
