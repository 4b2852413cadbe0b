import { Button, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { defineWords, useWords } from '../words.tsx'

const missingWords = defineWords({
  en: {
    text: 'It may have been deleted, or the link is wrong.',
    invoice: { title: 'This invoice does not exist (any more)', list: 'Show all invoices' },
    customer: { title: 'This customer does not exist (any more)', list: 'Show all customers' },
    template: { title: 'This template does not exist (any more)', list: 'Show all templates' },
    webhook: { title: 'This webhook does not exist (any more)', list: 'Show all webhooks' },
  },
  de: {
    text: 'Der Eintrag wurde vielleicht gelöscht, oder der Link ist falsch.',
    invoice: { title: 'Diese Rechnung gibt es nicht (mehr)', list: 'Alle Rechnungen anzeigen' },
    customer: { title: 'Diesen Kunden gibt es nicht (mehr)', list: 'Alle Kunden anzeigen' },
    template: { title: 'Diese Vorlage gibt es nicht (mehr)', list: 'Alle Vorlagen anzeigen' },
    webhook: { title: 'Diesen Webhook gibt es nicht (mehr)', list: 'Alle Webhooks anzeigen' },
  },
  fr: {
    text: 'L’élément a peut-être été supprimé, ou le lien est incorrect.',
    invoice: { title: 'Cette facture n’existe pas (ou plus)', list: 'Voir toutes les factures' },
    customer: { title: 'Ce client n’existe pas (ou plus)', list: 'Voir tous les clients' },
    template: { title: 'Ce modèle n’existe pas (ou plus)', list: 'Voir tous les modèles' },
    webhook: { title: 'Ce webhook n’existe pas (ou plus)', list: 'Voir tous les webhooks' },
  },
})

const LISTS = {
  invoice: '/invoices',
  customer: '/customers',
  template: '/templates',
  webhook: '/access/webhooks',
} as const

export type Kind = keyof typeof LISTS

/** Instead of something that is not there: the way to its list. */
export function Missing({ kind }: { readonly kind: Kind }) {
  const words = useWords(missingWords)
  const { title, list } = words[kind]
  useDocumentTitle(`${title} · Billwright`)
  return (
    <Stack align="flex-start">
      {/* The page of a webhook has a title of its own. */}
      <Title order={kind === 'webhook' ? 2 : 1}>{title}</Title>
      <Text>{words.text}</Text>
      <Button component={Link} to={LISTS[kind]}>
        {list}
      </Button>
    </Stack>
  )
}
