import { PAGE_DELAY_S } from '../../src/domains/pushes/index.ts'
import { action, goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { approveDraft } from '../../src/operations/drafts/approve-draft.ts'
import { declineDraft } from '../../src/operations/drafts/decline-draft.ts'
import { getDraft } from '../../src/operations/drafts/get-draft.ts'
import { listDrafts } from '../../src/operations/drafts/list-drafts.ts'
import { elsewhere } from '../jobs/undo.tsx'
import { askedOf } from '../parts/list.ts'
import { appPage, drawPage, may, zoneOf } from '../shell.tsx'
import { DraftPage, Drafts } from './drafts.tsx'

export const draftScreens: readonly Screen[] = [
  page('/drafts', async (call) => {
    const list = await call.call(listDrafts, askedOf(listDrafts, call.query), { here: true })
    const content = <Drafts list={list} query={call.query} self={at(call)} zone={zoneOf(call)} />
    return drawPage(call, { title: 'To approve', sub: 'Orders above the limit of a key or an app.' }, content)
  }),
  page('/drafts/:id', async (call) => {
    const draft = await call.call(getDraft, { id: call.params.id })
    const job_href = draft.job_id === null ? null : `${call.base}/jobs/${draft.job_id}`
    const decides = may(call, approveDraft)
    const asks = call.app.operations.find(({ name }) => name === draft.operation)?.input ?? { properties: {} }
    return appPage(
      call,
      'To approve',
      <DraftPage draft={draft} asks={asks} self={at(call)} job_href={job_href} decides={decides} zone={zoneOf(call)} />,
    )
  }),
  action('/drafts/:id/approve', async (call) => {
    const asked = { id: call.params.id, credits: call.form.credits, delay_s: PAGE_DELAY_S }
    const { job_id, ...of } = await call.call(approveDraft, asked)
    return goTo(`${call.base}/jobs/${job_id}`, { text: approvedFor(call, of) })
  }),
  action('/drafts/:id/decline', async (call) => {
    const { note } = call.form
    await call.call(declineDraft, { id: call.params.id, ...(note ? { note } : {}) })
    return goTo(at(call), { text: 'Declined. Whoever asked is told when they ask again.' })
  }),
]

/** What a yes did, and for whom where that is not where one is. */
export function approvedFor(call: SignedInCall, of: { tenant_id: string; tenant_name: string }): string {
  const other = elsewhere(call, of)
  return other ? `Approved and ordered for ${other}.` : 'Approved and ordered.'
}

const at = ({ base }: SignedInCall): string => `${base}/drafts`
