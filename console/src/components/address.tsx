/** An e-mail address, which breaks before the `@` if it is too long for one line. */
export function Address({ of }: { readonly of: string }) {
  const at = of.lastIndexOf('@')
  return (
    <>
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </>
  )
}
