import { JUDGE_HOSTS, judgeChangedHosts } from '../../domains/jobs/index.ts'
import { task } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'

export const judgeHostsTask = task({
  name: JUDGE_HOSTS,
  every: MINUTE,
  summary: 'Takes pages on a host of another client out of what a client reads, after sites or workspaces changed.',
  run: judgeChangedHosts,
})
