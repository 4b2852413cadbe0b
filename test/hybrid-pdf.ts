/** A small PDF of another program with embedded XML files, by name. */
export function hybridPdf(files: Readonly<Record<string, string>>, catalog = ''): Buffer {
  const names = Object.keys(files)
  const tree = names.map((name, index) => `(${index})<</F (${name})/EF<</F ${index + 3} 0 R>>>>`)
  const objects = [
    `<</Type/Catalog/Names<</EmbeddedFiles 2 0 R>>${catalog}>>`,
    `<</Names[${tree.join('')}]>>`,
    ...Object.values(files).map((xml) => {
      const bytes = Buffer.from(xml)
      return `<</Length ${bytes.length}>>\nstream\n${bytes.toString('latin1')}\nendstream`
    }),
  ].map((text, index) => `${index + 1} 0 obj\n${text}\nendobj\n`)
  return Buffer.from(`%PDF-1.7\n${objects.join('')}trailer\n<</Root 1 0 R>>\n%%EOF\n`, 'latin1')
}
