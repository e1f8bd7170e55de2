import { feature } from '../feature.ts'
import * as operations from './operations.ts'
import { SINK_SECRETS, SINKS_IN_FUTURE } from './sinks.ts'
import { streamAuditTask } from './tasks.ts'

export const auditStreams = feature({
  name: 'audit-streams',
  summary: 'Sends the audit trail to servers of an agency or of the operator.',
  needs: [],
  operations,
  tasks: [streamAuditTask],
  sealed: [SINK_SECRETS],
  clock_repairs: [SINKS_IN_FUTURE],
})
