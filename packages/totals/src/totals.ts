export * from './calculate.ts'
export * from './document.ts'
export * from './explain.ts'
