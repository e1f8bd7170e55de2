import { goTo, platformPage, type Screen } from '../../src/doors/pages/web.ts'
import {
  deleteFreeCheckBlock,
  exportFreeChecksCsv,
  sendFreeCheckReport,
} from '../../src/features/free-checks/operations.ts'
import { sendFile, separatorFor } from '../parts/lists/list-file.ts'
import { platformAct } from '../screens/act.ts'
import { FREE_CHECKS, freeCheckForms, freeChecksPage } from './free-checks.tsx'
import { freeCheckLog } from './log.tsx'

export const freeCheckScreens: readonly Screen[] = [
  platformPage('/free-checks', (call) => freeChecksPage(call)),
  ...freeCheckForms,
  platformAct('/free-checks/blocks/:id/lift', deleteFreeCheckBlock, (_, { target }) =>
    goTo(FREE_CHECKS, { text: `${target} is no longer blocked.` }),
  ),
  platformAct('/free-checks/report', sendFreeCheckReport, (_, { to, status, error }) => {
    const text = status === 'sent' ? `Sent to ${to}.` : `Not sent: ${error ?? 'no mail server is set up; it is kept'}.`
    return goTo(FREE_CHECKS, { text, tone: status === 'sent' ? 'ok' : 'bad' })
  }),
  ...freeCheckLog.screens,
  platformPage('/free-checks/csv', async (call) =>
    sendFile(call, await call.call(exportFreeChecksCsv, { separator: separatorFor(call) })),
  ),
]
