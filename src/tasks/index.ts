import { features } from '../features/index.ts'
import type { Task } from '../kernel/scheduling/task.ts'
import * as core from './all.ts'

export const tasks: readonly Task[] = [
  ...Object.values(core),
  ...features.flatMap((feature) => feature.tasks ?? []),
].sort((a, b) => (a.name < b.name ? -1 : 1))
