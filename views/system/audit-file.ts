/** The trail as a file of JSON lines: of the install, and of a workspace for its owners. */

import { page, platformPage, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { fileResponse } from '../../src/doors/rest/file.ts'
import { exportAuditJsonl } from '../../src/operations/audit/export-audit-jsonl.ts'

export const auditFiles: readonly Screen[] = [
  platformPage('/audit/jsonl', (call) => file(call)),
  page('/views/audit', (call) => file(call)),
]

async function file(call: SignedInCall): Promise<Response> {
  const made = await call.call(exportAuditJsonl, {}, { here: !call.request.url.includes('/app/platform/') })
  return fileResponse('application/x-ndjson', made, (error) =>
    call.app.log.error('a file could not be sent', { error }),
  )
}
