import { taskName } from '../../kernel/scheduling/task.ts'

export const WATCH_LINKS = taskName('watch_links')
