import { taskName } from '../../kernel/scheduling/task.ts'

/** The task that reads sources; rules that make work for it wake it. */
export const RUN_STANDING_PUSHES = taskName('run_standing_pushes')

/** The task that carries out deploy calls. */
export const ANSWER_DEPLOY_HOOKS = taskName('answer_deploy_hooks')
