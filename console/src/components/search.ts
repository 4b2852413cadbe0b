type Change<Search> = { readonly [Name in keyof Search]?: Search[Name] | undefined }

/** The query of an address, without the removed values. */
export const withoutEmpty = <Search extends object>(search: Change<Search>): Search =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Search
