const LISTS = ['/invoices', '/customers', '/templates', '/settings', '/access/webhooks', '/access']

/** The list or overview that a page belongs to: where one goes on in another company. */
export const listOf = (pathname: string): string =>
  LISTS.find((list) => pathname === list || pathname.startsWith(`${list}/`)) ?? '/'
