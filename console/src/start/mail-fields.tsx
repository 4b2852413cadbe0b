import { Alert, PasswordInput, Radio, SimpleGrid, Text, TextInput } from '@mantine/core'
import { FormFault } from '../components/form-fault.tsx'
import { isRefusal, MailFault, refusalOf } from '../mail/mail-fault.tsx'
import { PORTS, PROVIDERS } from '../mail/providers.ts'
import { useWords } from '../words/language.ts'
import type { MailStart } from './mail-start.ts'

/** Of the person's own mailbox. Without a password nothing is set up. */
export function MailFields({ mail }: { readonly mail: MailStart }) {
  const words = useWords().start
  const { mailServer } = useWords().mail
  const { showPassword } = useWords().shell
  const { id, provider, host, address, password, error, type } = mail
  const takesPassword = provider?.needs !== 'oauth2'
  const port = PORTS[provider?.security ?? 'tls'] ?? 465
  return (
    <>
      <Text size="sm" c="dimmed">
        {words.mailText}
      </Text>
      <Radio.Group
        label={mailServer.provider}
        value={id}
        onChange={(provider) => type({ provider })}
      >
        <div className="mail-providers">
          {[
            ...Object.entries(PROVIDERS),
            ['other', { name: mailServer.otherProvider }] as const,
          ].map(([value, { name }]) => (
            <Radio.Card key={value} value={value} className="mail-provider">
              <Radio.Indicator />
              {name}
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      {provider === undefined && (
        <TextInput
          label={mailServer.host}
          description={mailServer.otherHint}
          placeholder="smtp.example.org"
          autoComplete="off"
          value={host}
          onChange={({ currentTarget: { value } }) => type({ host: value })}
        />
      )}
      {takesPassword ? (
        <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm" style={{ alignItems: 'start' }}>
          <TextInput
            label={words.mailAddress}
            type="email"
            autoComplete="off"
            value={address}
            onChange={({ currentTarget: { value } }) => type({ address: value })}
          />
          <PasswordInput
            label={words.mailPassword}
            description={provider?.needs === 'appPassword' ? words.appPassword : words.mailKept}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': showPassword }}
            value={password}
            onChange={({ currentTarget: { value } }) => type({ password: value })}
          />
        </SimpleGrid>
      ) : (
        <Text size="sm">{words.mailOauth}</Text>
      )}
      {takesPassword && host !== '' && (
        <Text size="xs" c="dimmed">
          {words.mailServer(`${host}:${port}`)}
        </Text>
      )}
      {isRefusal(error) ? (
        <Alert color="red" role="alert" title={words.mailRefused}>
          <MailFault {...refusalOf(error)} />
        </Alert>
      ) : (
        <FormFault error={error} />
      )}
    </>
  )
}
