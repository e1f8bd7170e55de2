export { forgetPrograms, noteProgram, programsOf } from './programs.ts'
export { setupsFor } from './setups.ts'
export * from './shapes.ts'
