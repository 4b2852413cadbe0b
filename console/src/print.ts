/** Paper is white, and browsers print no backgrounds: a dark page is printed in the colors of a light one. */
export function printLight(): void {
  const { dataset } = document.documentElement
  let shown: string | undefined
  window.matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) shown = dataset.mantineColorScheme
    dataset.mantineColorScheme = matches ? 'light' : shown
  })
}
