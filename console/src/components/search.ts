type Change<Search> = { readonly [Name in keyof Search]?: Search[Name] | undefined }

/** What stands in an address, without what was taken away. */
export const withoutEmpty = <Search extends object>(search: Change<Search>): Search =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Search
