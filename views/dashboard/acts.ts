/** The acts of the morning sheet: each is the operation that its own screen calls, and comes back to the sheet. */
import { holdAgainForUndo, holdDraftForUndo } from '../../src/domains/pushes/index.ts'
import { markSeen, unmarkSeen } from '../../src/domains/reports/index.ts'
import { type Flash, goTo, type SignedInCall } from '../../src/doors/web.ts'
import { notFound } from '../../src/kernel/fault.ts'
import { verifyOwnDomain } from '../../src/operations/branding/verify-own-domain.ts'
import { resetCrawlBreaker } from '../../src/operations/crawl/reset-crawl-breaker.ts'
import { allocateCredits } from '../../src/operations/credits/allocate-credits.ts'
import { approveCreditRequest } from '../../src/operations/credits/approve-credit-request.ts'
import { approveDraft } from '../../src/operations/drafts/approve-draft.ts'
import { verifyIndexnowSite } from '../../src/operations/indexnow/verify-indexnow-site.ts'
import { retryJob } from '../../src/operations/jobs/retry-job.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { getTenant } from '../../src/operations/tenants/get-tenant.ts'
import { approvedFor } from '../drafts/pages.tsx'
import { many } from '../parts/format.ts'
import { requireMay } from '../shell.tsx'
import { ACTS, type ActName } from './cases.tsx'

/** Does the act that the address names, on what the form names, and goes back to the sheet or to the client `of` it. */
export async function act(call: SignedInCall) {
  const { params, form } = call
  if (!isAct(params.act)) throw notFound('page')
  const done = await DOES[params.act](call, form.id ?? '', { idempotency_key: form.idempotency_key || undefined })
  return goTo(form.of ? `${call.base}/clients/${encodeURIComponent(form.of)}` : call.base, done)
}

const isAct = (name: string | undefined): name is ActName => ACTS.includes(name as ActName)

type Does = (call: SignedInCall, id: string, once: { idempotency_key: string | undefined }) => Promise<Flash>

const DOES: Record<ActName, Does> = {
  async give(call, id, once) {
    const line = await call.call(allocateCredits, { tenant_id: id, amount: call.form.amount, kind: 'index' }, once)
    const { name } = await call.call(getTenant, { id })
    return { text: `${name} has ${many(line.amount, 'credit')} more. The line in the ledger undoes it.` }
  },
  async verify(call, id) {
    const { verified, host, check } = await call.call(verifyIndexnowSite, { id })
    if (verified) return { text: `${host} is verified. What is pushed from now on is told to IndexNow again.` }
    return { text: `${host}: ${check.message}`, tone: 'bad' }
  },
  async retry(call, id, once) {
    const held = { ...once, along: holdAgainForUndo }
    const { retried, name } = await call.call(retryJob, { id, mode: undefined }, held)
    return { text: `${name}: ${many(retried, 'link')} on the way again.`, undo: id }
  },
  async look(call, id) {
    const { domain, domain_proof } = await call.call(verifyOwnDomain, { id })
    if (domain_proof?.state === 'proved') return { text: `${domain} is proved.` }
    return { text: `${domain}: ${domain_proof?.problem ?? 'the proof was not found.'}`, tone: 'bad' }
  },
  async approve(call, id) {
    const { job_id, ...of } = await call.call(approveDraft, { id }, { along: holdDraftForUndo })
    return { text: approvedFor(call, of), ...(job_id && { undo: job_id }) }
  },
  async grant(call, id) {
    await call.call(approveCreditRequest, { id })
    return { text: 'Approved: the credits are there. Its page takes them back.' }
  },
  async reset(call) {
    await call.call(resetCrawlBreaker, {})
    return { text: 'The route is used again. What waited goes out.' }
  },
}

/** Marks a case as seen by the visitor, or takes that back. A viewer has no sheet to work through. */
export function mark(call: SignedInCall) {
  requireMay(call, submitIndexJob)
  const { app, visitor, form } = call
  const { name = '', stamp = '', seen } = form
  app.db.write((tx) => {
    if (seen === 'no') unmarkSeen(tx, visitor.user, name)
    else markSeen(tx, visitor.user, { name: name.slice(0, LONGEST), stamp: stamp.slice(0, LONGEST) })
    return null
  })
  return goTo(`${call.base}#morning`)
}

/** Longer names and stamps are none of ours. */
const LONGEST = 1000
