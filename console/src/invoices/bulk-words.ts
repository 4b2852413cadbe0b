import { defineWords } from '../words.tsx'

export const bulkWords = defineWords({
  en: {
    titles: {
      issue: (n: number) => `Issue ${n} selected`,
      publish: (n: number) => `Publish ${n} selected`,
      issueAndPublish: (n: number) => `Issue and publish ${n} selected`,
    },
    texts: {
      issue:
        'Drafts get their numbers, in the order of their dates, and can no longer be edited. What is issued already is left alone.',
      publish:
        'Each one gets a link that opens it without signing in. What has a link already keeps it.',
      issueAndPublish:
        'Drafts get their numbers, in the order of their dates, can no longer be edited, and all get a link for the customer.',
    },
    progress: 'How far it is',
    soFar: (done: number, all: number, failed: number) =>
      failed > 0 ? `${done} of ${all}, ${failed} failed` : `${done} of ${all}`,
    start: 'Start',
    stop: 'Stop',
    cancel: 'Cancel',
    close: 'Close',
    skipped: 'nothing to do',
    issued: (number: string) => `issued as ${number}`,
    published: 'published',
  },
  de: {
    titles: {
      issue: (n: number) => `${n} ausgewählte ausstellen`,
      publish: (n: number) => `${n} ausgewählte veröffentlichen`,
      issueAndPublish: (n: number) => `${n} ausgewählte ausstellen und veröffentlichen`,
    },
    texts: {
      issue:
        'Entwürfe bekommen ihre Nummern in der Reihenfolge ihrer Daten und lassen sich nicht mehr ändern. Was schon ausgestellt ist, bleibt, wie es ist.',
      publish:
        'Jede bekommt einen Link, der sie ohne Anmeldung öffnet. Wer schon einen Link hat, behält ihn.',
      issueAndPublish:
        'Entwürfe bekommen ihre Nummern in der Reihenfolge ihrer Daten, lassen sich nicht mehr ändern, und alle bekommen einen Link für den Kunden.',
    },
    progress: 'Fortschritt',
    soFar: (done: number, all: number, failed: number) =>
      failed > 0 ? `${done} von ${all}, ${failed} gescheitert` : `${done} von ${all}`,
    start: 'Starten',
    stop: 'Anhalten',
    cancel: 'Abbrechen',
    close: 'Schließen',
    skipped: 'nichts zu tun',
    issued: (number: string) => `ausgestellt als ${number}`,
    published: 'veröffentlicht',
  },
  fr: {
    titles: {
      issue: (n: number) => `Émettre la sélection (${n})`,
      publish: (n: number) => `Publier la sélection (${n})`,
      issueAndPublish: (n: number) => `Émettre et publier la sélection (${n})`,
    },
    texts: {
      issue:
        'Les brouillons reçoivent leurs numéros dans l’ordre de leurs dates et ne peuvent plus être modifiés. Ce qui est déjà émis reste tel quel.',
      publish:
        'Chacune reçoit un lien qui l’ouvre sans connexion. Celles qui ont déjà un lien le gardent.',
      issueAndPublish:
        'Les brouillons reçoivent leurs numéros dans l’ordre de leurs dates, ne peuvent plus être modifiés, et toutes reçoivent un lien pour le client.',
    },
    progress: 'Avancement',
    soFar: (done: number, all: number, failed: number) =>
      failed > 0 ? `${done} sur ${all}, ${failed} en échec` : `${done} sur ${all}`,
    start: 'Commencer',
    stop: 'Arrêter',
    cancel: 'Annuler',
    close: 'Fermer',
    skipped: 'rien à faire',
    issued: (number: string) => `émise sous ${number}`,
    published: 'publiée',
  },
})
