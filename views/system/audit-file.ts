/** The audit trail as a file: of the install, and of a workspace for its owners. */

import { page, platformPage, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { exportAuditCsv, exportAuditJsonl } from '../../src/operations/audit.ts'
import { sendFile, separatorFor } from '../parts/lists/list-file.ts'

export const auditFiles: readonly Screen[] = [
  platformPage('/audit/jsonl', (call) => jsonl(call, false)),
  page('/audit/jsonl', (call) => jsonl(call, true)),
  page('/audit/csv', async (call) =>
    sendFile(call, await call.call(exportAuditCsv, { separator: separatorFor(call) }, { here: true })),
  ),
]

const jsonl = async (call: SignedInCall, here: boolean): Promise<Response> =>
  sendFile(call, await call.call(exportAuditJsonl, {}, { here }), 'application/x-ndjson')
