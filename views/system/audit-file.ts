/** The audit trail as a file: of the install, and of a workspace for its owners. */

import { csvResponse } from '../../src/doors/csv.ts'
import { page, platformPage, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { fileResponse } from '../../src/doors/rest/file.ts'
import { exportAuditCsv } from '../../src/operations/audit/export-audit-csv.ts'
import { exportAuditJsonl } from '../../src/operations/audit/export-audit-jsonl.ts'

export const auditFiles: readonly Screen[] = [
  platformPage('/audit/jsonl', (call) => file(call)),
  page('/audit/jsonl', (call) => file(call)),
  page('/audit/csv', async (call) =>
    csvResponse(await call.call(exportAuditCsv, {}, { here: true }), (error) => failed(call, error)),
  ),
]

async function file(call: SignedInCall): Promise<Response> {
  const made = await call.call(exportAuditJsonl, {}, { here: !call.request.url.includes('/app/platform/') })
  return fileResponse('application/x-ndjson', made, (error) => failed(call, error))
}

const failed = ({ app }: SignedInCall, error: unknown): void => app.log.error('a file could not be sent', { error })
