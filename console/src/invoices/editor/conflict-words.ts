import { defineWords } from '../../words.tsx'

/** When two people wrote the same draft at once. */
export const conflictWords = defineWords({
  en: {
    conflictTitle: 'Somebody else saved this draft',
    conflictText: (who: string, when: string) =>
      `${who} saved another version on ${when}. Yours is not lost: choose which one goes on.`,
    conflictIssued: (who: string, when: string) =>
      `On ${when}, ${who} made it something that can no longer be edited. What you wrote can become a new draft.`,
    differs: 'They differ in:',
    takeTheirs: 'Take theirs',
    keepMine: 'Keep mine',
    asNewDraft: 'Make mine a new draft',
    look: 'Look at it',
    theirsTaken: 'Their version is here.',
    undo: 'Undo',
    somebody: 'Somebody',
  },
  de: {
    conflictTitle: 'Jemand anderes hat diesen Entwurf gespeichert',
    conflictText: (who: string, when: string) =>
      `${who} hat am ${when} eine andere Fassung gespeichert. Ihre ist nicht verloren: Wählen Sie, mit welcher es weitergeht.`,
    conflictIssued: (who: string, when: string) =>
      `${who} hat am ${when} etwas daraus gemacht, das sich nicht mehr bearbeiten lässt. Was Sie geschrieben haben, kann ein neuer Entwurf werden.`,
    differs: 'Unterschiede:',
    takeTheirs: 'Andere Fassung nehmen',
    keepMine: 'Meine behalten',
    asNewDraft: 'Meine als neuen Entwurf anlegen',
    look: 'Ansehen',
    theirsTaken: 'Die andere Fassung ist hier.',
    undo: 'Rückgängig',
    somebody: 'Jemand',
  },
  fr: {
    conflictTitle: 'Quelqu’un d’autre a enregistré ce brouillon',
    conflictText: (who: string, when: string) =>
      `${who} a enregistré une autre version le ${when}. La vôtre n’est pas perdue : choisissez celle qui continue.`,
    conflictIssued: (who: string, when: string) =>
      `Le ${when}, ${who} en a fait un document qui ne peut plus être modifié. Ce que vous avez écrit peut devenir un nouveau brouillon.`,
    differs: 'Elles diffèrent par :',
    takeTheirs: 'Prendre l’autre version',
    keepMine: 'Garder la mienne',
    asNewDraft: 'Faire de la mienne un nouveau brouillon',
    look: 'La regarder',
    theirsTaken: 'L’autre version est ici.',
    undo: 'Annuler',
    somebody: 'Quelqu’un',
  },
})
