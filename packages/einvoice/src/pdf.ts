export * from './pdf/file.ts'
export * from './pdf/filters.ts'
export * from './pdf/objects.ts'
export * from './pdf/scanner.ts'
