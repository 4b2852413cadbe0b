export const books = (): readonly string[] => [
  // books/audit

  // Up to where the chain of a company was last verified without a fault.
  `create table verified_heads (
    company_id int8 primary key,
    revision_sequence int8 not null,
    revision_hash text not null,
    verified_at text not null
  )`,
]
