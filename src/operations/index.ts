import { features } from '../features/index.ts'
import type { AnyOperation } from '../kernel/operation/operation.ts'
import * as core from './all.ts'

/** All operations, by the names of their constants. */
export const declared: Readonly<Record<string, AnyOperation>> = Object.assign(
  {},
  core,
  ...features.map((feature) => feature.operations),
)

export const operations: readonly AnyOperation[] = Object.values(declared).sort((a, b) => (a.path < b.path ? -1 : 1))
