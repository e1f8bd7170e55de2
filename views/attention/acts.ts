/** Actions of the list "Needs attention": each calls the operation of its own page and returns to the list. */
import { PAGE_DELAY_S } from '../../src/domains/pushes/index.ts'
import { action, filled, goTo, type SignedInCall } from '../../src/doors/pages/web.ts'
import { markAttentionCase } from '../../src/features/attention/operations.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import { verifyOwnDomain } from '../../src/operations/branding.ts'
import { allocateCredits } from '../../src/operations/credits/balances.ts'
import { approveCreditRequest } from '../../src/operations/credits/packs.ts'
import { verifyIndexnowSite } from '../../src/operations/indexnow/keys.ts'
import { retryJob } from '../../src/operations/jobs/again.ts'
import { getTenant } from '../../src/operations/tenants/workspaces.ts'
import type { ActCall } from '../kit/case-line.ts'
import { many } from '../parts/text/format.ts'
import { act, callScreen, oneCall } from '../screens/act.ts'

/** Runs the action named in the path, then returns to the dashboard or to the page of the client `of`. */
export const solve = callScreen(action, '/morning/:act', (call) => {
  const { params, form } = call
  const calls: Readonly<Record<string, ActCall>> = Object.assign({}, OWN_ACTS, ...filled(call, 'case_acts'))
  if (!params.act || !Object.hasOwn(calls, params.act)) throw notFound('page')
  const { done, ...act } = calls[params.act]!(call, form.id ?? '')
  const back = form.of ? `${call.base}/clients/${encodeURIComponent(form.of)}` : call.base
  return { ...act, done: async (answer: never) => goTo(back, await done(answer)) }
})

const OWN_ACTS: Readonly<Record<string, ActCall>> = {
  give(call, id) {
    const given = { tenant_id: id, amount: call.form.amount, kind: 'index' as const }
    return oneCall(allocateCredits, given, giving(call, id), true)
  },
  verify: (_, id) =>
    oneCall(verifyIndexnowSite, { id }, ({ verified, host, check }) =>
      verified
        ? { text: `${host} is verified. New pushes are sent to IndexNow again.` }
        : { text: `${host}: ${check.message}`, tone: 'bad' },
    ),
  retry(_, id) {
    const text = (name: string, n: number) => `${name}: sending ${many(n, 'link')} again.`
    const done = (job: { name: string; retried: number }) => ({ text: text(job.name, job.retried), undo: id })
    return oneCall(retryJob, { id, delay_s: PAGE_DELAY_S }, done, true)
  },
  look: (_, id) =>
    oneCall(verifyOwnDomain, { id }, ({ domain, domain_proof }) =>
      domain_proof?.state === 'proved'
        ? { text: `${domain} is verified.` }
        : { text: `${domain}: ${domain_proof?.problem ?? 'the verification record was not found.'}`, tone: 'bad' },
    ),
  grant: (_, id) =>
    oneCall(approveCreditRequest, { id }, () => ({
      text: 'Approved: the credits are available. Undo it on the page of the request.',
    })),
}

const giving = (call: SignedInCall, id: string) => async (line: { amount: number }) => {
  const { name } = await call.call(getTenant, { id })
  return { text: `${name} received ${many(line.amount, 'credit')}. Undo it from the line in the ledger.` }
}

export const mark = act(
  '/morning/seen',
  markAttentionCase,
  ({ base }) => goTo(`${base}#morning`),
  ({ form }) => ({ seen: form.seen !== 'no' }),
)
