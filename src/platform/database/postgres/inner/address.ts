import { ConfigError } from '../../../config.ts'

const URL_WITH_HOSTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^?#]*)(?:\?([^#]*))?$/
const WRITABLE = ['read-write', 'primary']

/**
 * Splits `postgres://user:password@a:5432,b:5432/database?target_session_attrs=read-write`, the form
 * of PostgreSQL's libraries, into one URL for each server. They have the same order, user, database
 * and options. Throws `ConfigError`, without the password.
 */
export function serversOf(url: string): readonly string[] {
  const [, before, hosts, path = '', query = ''] = URL_WITH_HOSTS.exec(url) ?? []
  if (before === undefined || hosts === undefined)
    throw new ConfigError('DATABASE_URL is not of the form postgres://user:password@host/database.')
  const options = new URLSearchParams(query)
  const wanted = options.get('target_session_attrs') ?? 'read-write'
  if (!WRITABLE.includes(wanted))
    throw new ConfigError(
      `target_session_attrs in DATABASE_URL must be read-write or primary, not "${wanted}".`,
    )
  options.delete('target_session_attrs')
  const after = options.size > 0 ? `${path}?${options}` : path
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}
