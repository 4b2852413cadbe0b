import { ConfigError } from '../../../config.ts'

export interface PostgresAddress {
  /** One URL a server, in the order of the original; the same user, database and options for all. */
  readonly servers: readonly string[]
  /** False: a server is used whatever it takes (`target_session_attrs=any`). */
  readonly mustTakeWrites: boolean
}

const URL_WITH_HOSTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^?#]*)(?:\?([^#]*))?$/
const WRITABLE = ['read-write', 'primary']

/**
 * Takes apart `postgres://user:password@a:5432,b:5432/database?target_session_attrs=read-write`, the
 * form of PostgreSQL's own libraries. Throws `ConfigError`, without the password.
 */
export function readPostgresUrl(url: string): PostgresAddress {
  const [, before, hosts, path = '', query = ''] = URL_WITH_HOSTS.exec(url) ?? []
  if (before === undefined || hosts === undefined)
    throw new ConfigError('DATABASE_URL is not of the form postgres://user:password@host/database.')
  const options = new URLSearchParams(query)
  const wanted = options.get('target_session_attrs') ?? 'read-write'
  if (wanted !== 'any' && !WRITABLE.includes(wanted))
    throw new ConfigError(
      `target_session_attrs in DATABASE_URL must be read-write, primary or any, not "${wanted}".`,
    )
  options.delete('target_session_attrs')
  const after = options.size > 0 ? `${path}?${options}` : path
  return {
    servers: hosts.split(',').map((host) => `${before}${host}${after}`),
    mustTakeWrites: wanted !== 'any',
  }
}
