import type { AnyOperation } from '../kernel/operation.ts'
import * as all from './all.ts'

/** Everything that can be done. */
export const operations: readonly AnyOperation[] = Object.values(all)
