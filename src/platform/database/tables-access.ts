/** Who may come in, and what a request leaves behind; see `tables.ts` for the conventions. */
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
  /** Empty: they sign in with another provider only. */
  readonly password_hash: string
  readonly role: string
  readonly created_at: string
  readonly updated_at: string
}

interface SessionsTable {
  /** SHA-256 of the cookie's value: a stolen database opens no session. */
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
  /** The time step of the code that was used last: it and all before are used up. */
  readonly last_step: bigint
  readonly created_at: string
  /** Null: set up, but never proved by a code, so not asked for. */
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
}

interface ThrottlesTable {
  readonly key: string
  /** Tries in the window; 0 in a row that only remembers a source until `window_ends_at`. */
  readonly count: bigint
  readonly window_ends_at: string
}

/** Of all processes together, for the limits of requests. */
interface RequestCountsTable {
  readonly window_ends_at: string
  /** SHA-256 of a key's id, an address or a share link. */
  readonly caller: string
  readonly count: bigint
}

interface IdempotencyKeysTable {
  /** SHA-256 of the caller and the key. */
  readonly id: string
  /** HMAC of the request, under what `answer` is sealed under. */
  readonly fingerprint: string
  /** What the transaction made or changed, as far as known. */
  readonly resource_id: string | null
  /**
   * Status, headers and body, sealed under a key of `secrets` and the caller's key, which is nowhere.
   * Null: the work was committed and its answer is not (yet) stored.
   */
  readonly answer: Uint8Array | null
  readonly created_at: string
}
