type Change<Search> = { readonly [Name in keyof Search]?: Search[Name] | undefined }

/** The search parameters of a URL, without the removed ones. */
export const withoutEmpty = <Search extends object>(search: Change<Search>): Search =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Search
