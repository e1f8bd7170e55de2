import { ANSWER_DEPLOY_HOOKS, answerDeployHooks } from '../index.ts'
import { task } from '../../../kernel/scheduling/task.ts'
import { SECOND } from '../../../kernel/time/clock.ts'

export const answerDeployHooksTask = task({
  name: ANSWER_DEPLOY_HOOKS,
  every: 10 * SECOND,
  summary: 'Runs standing pushes and pushes URLs for deploys whose site has settled.',
  run: (app, signal) => answerDeployHooks(app, signal),
})
