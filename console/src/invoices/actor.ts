/** Who did something, as events and revisions tell it. */
export interface Actor {
  readonly id: string
  readonly name: string
}

/** Empty for the visitor of a link, of whom the service knows no name. */
export const actorName = ({ id, name }: Actor): string => (id === 'visitor' ? '' : name)
