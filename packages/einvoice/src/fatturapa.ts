export * from './fatturapa/codes.ts'
export * from './fatturapa/latin.ts'
export * from './fatturapa/shape.ts'
