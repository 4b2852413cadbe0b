/** Sign-in, keys and request state; see `tables.ts` for the conventions. */
export interface AccessTables {
  readonly secrets: SecretsTable
  readonly users: UsersTable
  readonly sessions: SessionsTable
  readonly second_factors: SecondFactorsTable
  readonly recovery_codes: RecoveryCodesTable
  readonly oidc_subjects: OidcSubjectsTable
  readonly api_keys: ApiKeysTable
  readonly throttles: ThrottlesTable
  readonly request_counts: RequestCountsTable
  readonly installation_idempotency_keys: IdempotencyKeysTable
}

export interface IdempotencyTables {
  readonly idempotency_keys: IdempotencyKeysTable
}

interface SecretsTable {
  readonly name: string
  readonly value: string
}

interface UsersTable {
  readonly id: string
  readonly version: bigint
  readonly email: string
  readonly name: string | null
  /** Empty: the person can only use single sign-on. */
  readonly password_hash: string
  /** For the installation: `operator`, or empty. Roles in companies are in `memberships`. */
  readonly role: string
  /** When a mailed link or single sign-on first proved the address; null: not yet. */
  readonly proven_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

interface SessionsTable {
  /** SHA-256 of the cookie's value, so that a stolen database opens no session. */
  readonly id: string
  readonly user_id: string
  readonly created_at: string
  readonly last_used_at: string
  readonly expires_at: string
  /** Browser and system, shortened. */
  readonly user_agent: string | null
  readonly address: string | null
}

interface SecondFactorsTable {
  readonly user_id: string
  /** The shared secret, encrypted under a key of `secrets`. */
  readonly secret_sealed: string
  /** Time step of the last used code; it and all earlier ones are used up. */
  readonly last_step: bigint
  readonly created_at: string
  /** Null: set up but not confirmed by a code, so not active. */
  readonly confirmed_at: string | null
}

/** Rows of used codes are deleted. */
interface RecoveryCodesTable {
  readonly user_id: string
  /** SHA-256 of the code, which has 120 random bits. */
  readonly hash: string
}

interface OidcSubjectsTable {
  readonly issuer: string
  readonly subject: string
  readonly user_id: string
  readonly created_at: string
}

interface ApiKeysTable {
  readonly id: string
  /** Null: an operator's key, with the scope `companies`. */
  readonly company: bigint | null
  readonly version: bigint
  readonly name: string
  /** SHA-256 of the secret part, in hex. */
  readonly secret_hash: string
  /** Names separated by spaces. */
  readonly scopes: string
  readonly created_at: string
  readonly expires_at: string | null
  readonly last_used_at: string | null
  readonly revoked_at: string | null
  /** The person who made it, also by another key of theirs; null: nobody who signs in. */
  readonly created_by: string | null
}

interface ThrottlesTable {
  readonly key: string
  /** Attempts in the window; 0 in a row that only remembers a source until `window_ends_at`. */
  readonly count: bigint
  readonly window_ends_at: string
}

/** Request counts shared by all processes. */
interface RequestCountsTable {
  readonly window_ends_at: string
  /** SHA-256 of a key's id, an address or a share link. */
  readonly caller: string
  readonly count: bigint
}

interface IdempotencyKeysTable {
  /** SHA-256 of the caller and the key. */
  readonly id: string
  /** HMAC of the request with the key that seals `answer`. */
  readonly fingerprint: string
  /** The created or changed resource, if known. */
  readonly resource_id: string | null
  /**
   * Status, headers and body, sealed with a key of `secrets` and the caller's key, which is stored
   * nowhere. Null: committed, but the response is not stored (yet).
   */
  readonly answer: Uint8Array | null
  readonly created_at: string
}
