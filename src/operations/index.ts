import type { AnyOperation } from '../kernel/operation/operation.ts'
import * as all from './all.ts'

export const operations: readonly AnyOperation[] = Object.values<AnyOperation>(all).sort((a, b) =>
  a.path < b.path ? -1 : 1,
)
