import type { Task } from '../kernel/task.ts'
import * as all from './all.ts'

/** Everything that happens by itself. */
export const tasks: readonly Task[] = Object.values(all)
