export * from './ksef/codes.ts'
export * from './ksef/shape.ts'
