/** Companies, and who belongs to them; see `tables.ts` for the conventions. */
export interface CompanyDirectoryTables {
  readonly companies: CompaniesTable
  readonly company_handles: CompanyHandlesTable
  readonly memberships: MembershipsTable
  readonly invitations: InvitationsTable
  readonly support_grants: SupportGrantsTable
  readonly company_domains: CompanyDomainsTable
  readonly built_in_templates: BuiltInTemplatesTable
  readonly anchors: AnchorsTable
  readonly anchored_heads: AnchoredHeadsTable
}

interface CompaniesTable {
  /** The `CompanyId`: `company_id` in tables of companies, `company` in these tables. */
  readonly number: bigint
  readonly id: string
  readonly version: bigint
  /** The current one of its `company_handles`. */
  readonly handle: string
  readonly name: string
  readonly status: string
  /** JSON: a limit's name and its number. */
  readonly limits: string
  /** The hash before the first revision, unless derived from number and id. */
  readonly genesis: string | null
  /** JSON: the last archive. */
  readonly archive: string | null
  /** JSON: the head of its record, once its rows are deleted. */
  readonly last_head: string | null
  /** When its rows will be deleted; null: never. */
  readonly delete_at: string | null
  /** The status to restore when its deletion is canceled. */
  readonly status_before: string | null
  /** One of its verified `company_domains`. */
  readonly domain: string | null
  readonly created_at: string
  readonly updated_at: string
}

/** Every handle that a company ever had: links with an old one keep working. */
interface CompanyHandlesTable {
  readonly handle: string
  readonly company: bigint
}

interface MembershipsTable {
  readonly company: bigint
  readonly user_id: string
  readonly role: string
  readonly created_at: string
}

interface InvitationsTable {
  readonly id: string
  readonly company: bigint
  readonly email: string
  readonly role: string
  /** SHA-256 of the link's secret. */
  readonly token_hash: string
  readonly invited_by: string
  /** 1: the inviter saw the secret of the link, so its use proves no address. */
  readonly shown: bigint
  readonly created_at: string
  readonly expires_at: string
  readonly accepted_at: string | null
}

interface SupportGrantsTable {
  readonly id: string
  readonly company: bigint
  /** `read` or `write`. */
  readonly access: string
  readonly granted_by: string
  readonly created_at: string
  readonly expires_at: string
  readonly revoked_at: string | null
}

interface CompanyDomainsTable {
  readonly company: bigint
  readonly host: string
  /** The value of its TXT record. */
  readonly token: string
  readonly created_at: string
  readonly verified_at: string | null
  readonly checked_at: string | null
  readonly failing_since: string | null
  readonly for_links: bigint
}

/** Every version of a built-in template that ever ran here, because issued invoices keep theirs. */
interface BuiltInTemplatesTable {
  readonly id: string
  readonly version: string
  readonly html: string
  readonly sha256: string
  readonly created_at: string
}

export interface CompanySecretTables {
  readonly company_secrets: CompanySecretsTable
  readonly arrivals: ArrivalsTable
}

/** Companies that are moving here from another installation. */
interface ArrivalsTable {
  /** The position of the other server's log at the last change that was applied here. */
  readonly applied_lsn: string
}

interface CompanySecretsTable {
  readonly name: string
  readonly value: string
}

/** The root of a Merkle tree over the heads of all companies, once a day. */
interface AnchorsTable {
  /** From 1 without gaps. */
  readonly number: bigint
  readonly day: string
  readonly at: string
  /** Number of heads in the tree. */
  readonly heads: bigint
  readonly previous_root: string
  readonly root: string
}

/** A head that changed since the previous anchor. Sequence 0: the company is deleted. */
interface AnchoredHeadsTable {
  readonly anchor: bigint
  readonly company: bigint
  readonly sequence: bigint
  readonly hash: string
}
