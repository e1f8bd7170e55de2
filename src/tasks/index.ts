import type { Task } from '../kernel/scheduling/task.ts'
import * as all from './all.ts'

export const tasks: readonly Task[] = Object.values(all)
