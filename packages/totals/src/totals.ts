export * from './calculate.ts'
export * from './document.ts'
export * from './explain.ts'
export { splitTaxMinor } from './withholding.ts'
