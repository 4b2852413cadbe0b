import { defineWords } from '../words.tsx'

export const accessWords = defineWords({
  en: {
    title: 'Access',
    keys: 'API keys',
    people: 'People',
    webhooks: 'Webhooks',
    jobs: 'Background jobs',
    notYours: 'This is for administrators',
    notYoursText:
      'Keys, people and webhooks are looked after by owners and admins. Ask one of them if you need a key or if somebody should get in.',
    edit: 'Edit',
    save: 'Save',
    saved: 'Saved.',
  },
  de: {
    title: 'Zugänge',
    keys: 'API-Schlüssel',
    people: 'Personen',
    webhooks: 'Webhooks',
    jobs: 'Hintergrundaufgaben',
    notYours: 'Das ist Sache der Verwaltung',
    notYoursText:
      'Schlüssel, Personen und Webhooks verwalten Inhaber und Administratoren. Fragen Sie dort, wenn Sie einen Schlüssel brauchen oder jemand Zugang bekommen soll.',
    edit: 'Bearbeiten',
    save: 'Speichern',
    saved: 'Gespeichert.',
  },
  fr: {
    title: 'Accès',
    keys: 'Clés API',
    people: 'Personnes',
    webhooks: 'Webhooks',
    jobs: 'Tâches de fond',
    notYours: 'Réservé aux administrateurs',
    notYoursText:
      'Les clés, les personnes et les webhooks sont gérés par les propriétaires et les administrateurs. Adressez-vous à l’un d’eux pour une clé ou un accès.',
    edit: 'Modifier',
    save: 'Enregistrer',
    saved: 'Enregistré.',
  },
})
