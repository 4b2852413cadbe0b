import type { Data } from '@billwright/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { after, paged } from '../api/paging.ts'
import type { ProductSearch } from './search.ts'

/** First part of all query keys of products. */
export const PRODUCTS_KEY = 'products'

export type Product = Data<'getProduct'>

export const productsQuery = ({ q, archived }: ProductSearch) =>
  infiniteQueryOptions({
    queryKey: [PRODUCTS_KEY, 'list', { q, archived }],
    queryFn: ({ pageParam, signal }) =>
      api.listProducts({
        query: {
          archived: archived ?? false,
          ...after(pageParam),
          ...(q !== undefined && { q }),
        },
        signal,
      }),
    ...paged,
    placeholderData: (before) => before,
  })

/** A product with its ETag, so that a change does not overwrite another person's. */
export const productQuery = (id: string) =>
  queryOptions({
    queryKey: [PRODUCTS_KEY, 'one', id],
    queryFn: async ({ signal }) => {
      const { data, etag } = await api.request('getProduct', { path: { id }, signal })
      return { product: data, etag }
    },
  })
