import type { Task } from '../kernel/scheduling/task.ts'
import * as all from './all.ts'

/** All background tasks. */
export const tasks: readonly Task[] = Object.values(all)
