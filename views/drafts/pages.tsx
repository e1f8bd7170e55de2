import { PAGE_DELAY_S } from '../../src/domains/pushes/index.ts'
import { goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { approveDraft } from '../../src/features/drafts/operations.ts'
import { say } from '../../src/kernel/language/say.ts'
import { elsewhere } from '../jobs/undo.tsx'
import { act } from '../screens/act.ts'
import { zoneOf } from '../shell.tsx'
import { declineForm, draftList, draftPage } from './drafts.tsx'

export const draftScreens: readonly Screen[] = [
  ...draftList.screens,
  ...declineForm.screens,
  page('/drafts/:id', draftPage),
  act(
    '/drafts/:id/approve',
    approveDraft,
    (call, { job_id, ...of }) => goTo(`${call.base}/jobs/${job_id}`, { text: approvedFor(call, of) }),
    { delay_s: PAGE_DELAY_S },
  ),
]

/** Message after an approval, with the name of the workspace if it is another one. */
export function approvedFor(call: SignedInCall, of: { tenant_id: string; tenant_name: string }): string {
  const other = elsewhere(call, of)
  const to = zoneOf(call)
  return other ? say(to, 'Approved and started for {name}.', { name: other }) : say(to, 'Approved and started.')
}
