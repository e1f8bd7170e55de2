import type { AnyOperation } from '../kernel/operation.ts'
import * as all from './all.ts'

/** Everything that can be done, by its path. */
export const operations: readonly AnyOperation[] = Object.values<AnyOperation>(all).sort((a, b) =>
  a.path < b.path ? -1 : 1,
)
