import { task } from '../../kernel/scheduling/task.ts'
import { MINUTE, SECOND } from '../../kernel/time/clock.ts'
import { ANSWER_DEPLOY_HOOKS, answerDeployHooks, RUN_STANDING_PUSHES, runStandingPushes } from './index.ts'

export const answerDeployHooksTask = task({
  name: ANSWER_DEPLOY_HOOKS,
  every: 10 * SECOND,
  summary: 'Runs standing pushes and pushes URLs for deploys whose site has settled.',
  run: (app, signal) => answerDeployHooks(app, signal),
})

export const runStandingPushesTask = task({
  name: RUN_STANDING_PUSHES,
  every: MINUTE,
  summary: 'Reads the sources of standing pushes that are due, and pushes what is new or changed.',
  run: (app, signal) => runStandingPushes(app, signal),
})
