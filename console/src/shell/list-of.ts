const LISTS = ['/invoices', '/customers', '/templates', '/settings', '/access/webhooks', '/access']

/** The list or overview of a page, to which a switch of the company leads. */
export const listOf = (pathname: string): string =>
  LISTS.find((list) => pathname === list || pathname.startsWith(`${list}/`)) ?? '/'
