export * from './xml/build.ts'
export * from './xml/namespaces.ts'
export * from './xml/parse.ts'
export * from './xml/shape.ts'
