import type { Data } from '@billwright/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'
import type { ProductSearch } from './search.ts'

const PAGE_SIZE = 50

/** Everything that is read of products begins with this key. */
export const PRODUCTS_KEY = 'products'

export type Product = Data<'getProduct'>

export const productsQuery = ({ q, archived }: ProductSearch) =>
  infiniteQueryOptions({
    queryKey: [PRODUCTS_KEY, 'list', { q, archived }],
    queryFn: ({ pageParam, signal }) =>
      api.listProducts({
        query: {
          archived: archived ?? false,
          limit: PAGE_SIZE,
          ...(q !== undefined && { q }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: (before) => before,
  })

/** A product with the ETag, for changes that must not overwrite those of others. */
export const productQuery = (id: string) =>
  queryOptions({
    queryKey: [PRODUCTS_KEY, 'one', id],
    queryFn: async ({ signal }) => {
      const { data, etag } = await api.request('getProduct', { path: { id }, signal })
      return { product: data, etag }
    },
  })
