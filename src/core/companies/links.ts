import type { FastifyRequest } from 'fastify'
import type { Company, CompanyScope } from './company.ts'
import { type Directory, findCompanyByHandle, firstCompany } from './directory.ts'

interface LinkParams {
  readonly share_token?: string
  readonly version?: string
}

/** The origin of a company's links: its domain, or the service. */
export const originOfLinks = (
  publicUrl: string,
  { company: { domain } }: Pick<CompanyScope, 'company'>,
): string => (domain === null ? publicUrl : `https://${domain}`)

/**
 * The company in a URL without a credential: `<handle>.<token>` of a share link,
 * `<version>@<handle>` of a template's asset. Without a handle, or with an unknown one, it is
 * company 1, where such a token or version does not exist.
 */
export async function companyOfLink(
  directory: Directory,
  { params }: Pick<FastifyRequest, 'params'>,
): Promise<Company> {
  const { share_token: token = '', version = '' } = (params ?? {}) as LinkParams
  const handle = /^([a-z2-7]{8})\./.exec(token)?.[1] ?? /@([a-z2-7]{8})$/.exec(version)?.[1]
  const named = handle === undefined ? undefined : await findCompanyByHandle(directory, handle)
  return named ?? firstCompany(directory)
}
