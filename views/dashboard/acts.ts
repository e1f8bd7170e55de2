/** Actions of the list "Needs attention": each calls the operation of its own page and returns to the list. */
import { PAGE_DELAY_S } from '../../src/domains/pushes/index.ts'
import { type Flash, goTo, type SignedInCall } from '../../src/doors/pages/web.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import { markAttentionCase } from '../../src/operations/attention/mark-attention-case.ts'
import { verifyOwnDomain } from '../../src/operations/branding/verify-own-domain.ts'
import { allocateCredits } from '../../src/operations/credits/allocate-credits.ts'
import { approveCreditRequest } from '../../src/operations/credits/approve-credit-request.ts'
import { approveDraft } from '../../src/operations/drafts/approve-draft.ts'
import { verifyIndexnowSite } from '../../src/operations/indexnow/verify-indexnow-site.ts'
import { retryJob } from '../../src/operations/jobs/retry-job.ts'
import { closePageQuestion } from '../../src/operations/questions/close-page-question.ts'
import { getTenant } from '../../src/operations/tenants/get-tenant.ts'
import { approvedFor } from '../drafts/pages.tsx'
import { many } from '../parts/text/format.ts'
import { ACTS, type ActName } from './case-line.ts'

/** Runs the action named in the path, then returns to the dashboard or to the page of the client `of`. */
export async function act(call: SignedInCall) {
  const { params, form } = call
  if (!isAct(params.act)) throw notFound('page')
  const done = await DOES[params.act](call, form.id ?? '')
  return goTo(form.of ? `${call.base}/clients/${encodeURIComponent(form.of)}` : call.base, done)
}

const isAct = (name: string | undefined): name is ActName => ACTS.includes(name as ActName)

type Does = (call: SignedInCall, id: string) => Promise<Flash>

const DOES: Record<ActName, Does> = {
  async give(call, id) {
    const line = await call.call(
      allocateCredits,
      { tenant_id: id, amount: call.form.amount, kind: 'index' },
      { once: true },
    )
    const { name } = await call.call(getTenant, { id })
    return { text: `${name} received ${many(line.amount, 'credit')}. Undo it from the line in the ledger.` }
  },
  async verify(call, id) {
    const { verified, host, check } = await call.call(verifyIndexnowSite, { id })
    if (verified) return { text: `${host} is verified. New pushes are sent to IndexNow again.` }
    return { text: `${host}: ${check.message}`, tone: 'bad' }
  },
  async retry(call, id) {
    const { retried, name } = await call.call(retryJob, { id, delay_s: PAGE_DELAY_S }, { once: true })
    return { text: `${name}: sending ${many(retried, 'link')} again.`, undo: id }
  },
  async look(call, id) {
    const { domain, domain_proof } = await call.call(verifyOwnDomain, { id })
    if (domain_proof?.state === 'proved') return { text: `${domain} is verified.` }
    return { text: `${domain}: ${domain_proof?.problem ?? 'the verification record was not found.'}`, tone: 'bad' }
  },
  async approve(call, id) {
    const { job_id, ...of } = await call.call(approveDraft, { id, credits: call.form.credits, delay_s: PAGE_DELAY_S })
    return { text: approvedFor(call, of), ...(job_id && { undo: job_id }) }
  },
  async answer(call, id) {
    const { email } = await call.call(closePageQuestion, { id })
    return { text: `The question of ${email} is closed.` }
  },
  async grant(call, id) {
    await call.call(approveCreditRequest, { id })
    return { text: 'Approved: the credits are available. Undo it on the page of the request.' }
  },
}

export async function mark(call: SignedInCall) {
  const { kind = '', id = '', stamp = '', seen } = call.form
  await call.call(markAttentionCase, { kind, id, stamp, seen: seen !== 'no' })
  return goTo(`${call.base}#morning`)
}
