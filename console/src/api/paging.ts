const PAGE_SIZE = 50

const first: string | null = null

/** The query of the next page. */
export const after = (cursor: string | null, limit = PAGE_SIZE) => ({
  limit,
  ...(cursor === null ? {} : { cursor }),
})

/** The paging options of an infinite query. */
export const paged = {
  initialPageParam: first,
  getNextPageParam: (page: { readonly next_cursor: string | null }) => page.next_cursor,
}
