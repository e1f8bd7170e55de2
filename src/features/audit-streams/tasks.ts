import { task } from '../../kernel/scheduling/task.ts'
import { SECOND } from '../../kernel/time/clock.ts'
import { streamAudit } from './send.ts'
import { STREAM_AUDIT } from './sinks.ts'

export const streamAuditTask = task({
  name: STREAM_AUDIT,
  every: 10 * SECOND,
  summary: 'Sends new lines of the audit trail to the audit streams.',
  in_doubt: true,
  run: streamAudit,
})
