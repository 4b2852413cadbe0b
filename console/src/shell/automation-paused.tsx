import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../api/queries.ts'
import { useMay } from '../api/session.ts'
import { useAct } from '../components/use-act.ts'
import { useWords } from '../words/language.ts'

/**
 * Shows that automatic invoices and messages are paused, e.g. after a restored backup, with a
 * button to resume them.
 */
export function AutomationPaused() {
  const words = useWords().shell
  const mayChange = useMay('admin')
  const { act, isBusy } = useAct(['settings'])
  const { data: settings } = useQuery(settingsQuery)
  if (!settings?.automationPaused) return null
  const resume = () =>
    act({
      run: (api) => api.patchSettings({ body: { automationPaused: false } }),
      done: words.automationResumed,
    })
  return (
    <Alert color="yellow" mb="md" title={words.automationPaused}>
      <Group justify="space-between">
        <Text size="sm" flex="1 1 20rem">
          {words.automationText}
        </Text>
        {mayChange && (
          <Button size="xs" loading={isBusy} onClick={resume}>
            {words.resumeAutomation}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
