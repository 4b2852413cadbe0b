import { Paper, SegmentedControl, Stack, useComputedColorScheme } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../words/language.ts'

const LOOKS = ['light', 'dark', 'phone'] as const
const PHONE_WIDTH = 360
const FRAME_HEIGHT = 600

/**
 * Previews a message as a mail program shows it: light, dark, or on a phone, first as the console.
 * It runs and loads nothing.
 */
export function MailLook({ html }: { readonly html: string }) {
  const words = useWords().mail.look
  const [look, setLook] = useState<(typeof LOOKS)[number]>(
    useComputedColorScheme('light', { getInitialValueInEffect: false }),
  )
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={words.title}
        value={look}
        onChange={(value) => setLook(LOOKS.find((it) => it === value) ?? 'light')}
        data={LOOKS.map((value) => ({ value, label: words[value] }))}
      />
      {/* The mail has a ground and a sheet of its own. */}
      <Paper
        shadow="none"
        radius="xs"
        bg="none"
        maw={look === 'phone' ? PHONE_WIDTH : undefined}
        w="100%"
        mx="auto"
        style={{ overflow: 'hidden' }}
      >
        <iframe
          title={words.message}
          srcDoc={inScheme(html, look === 'dark')}
          sandbox=""
          style={{ width: '100%', height: FRAME_HEIGHT, border: 0, display: 'block' }}
        />
      </Paper>
    </Stack>
  )
}

/** A frame follows the color scheme of the system, so this style overrides it. */
const inScheme = (html: string, isDark: boolean): string =>
  html.replaceAll('(prefers-color-scheme:dark)', isDark ? 'all' : 'not all')
