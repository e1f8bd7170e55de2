/** Bulk actions on ticked jobs: one question for all, then one operation per job, some jobs per request. */
import { PAGE_DELAY_S } from '../../src/domains/pushes/index.ts'
import {
  action,
  goTo,
  htmlResponse,
  type PlannedCall,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import { say } from '../../src/kernel/language/say.ts'
import { Fault, notFound } from '../../src/kernel/operation/fault.ts'
import { listJobs } from '../../src/operations/jobs/jobs.ts'
import { refusalFor } from '../form-refusal.ts'
import { PageHead } from '../parts/page/page-head.tsx'
import { appPage, assertMay, confirmPage, zoneOf } from '../shell.tsx'
import {
  actHref,
  BULK_ACTIONS,
  type BulkProgress,
  MOST_PICKED,
  OPERATIONS,
  PICKED_ACTS,
  type PickedAct,
  type PickedJob,
  PickedPage,
  PickedWork,
} from './picked.tsx'

export const pickedScreens: readonly Screen[] = [
  action('/jobs/picked/:act/ask', askAll),
  {
    ...action('/jobs/picked/:act', doSome),
    calls: async (call) => (await pickedIn(call)).map(({ id }) => deedOf(actOf(call), id)),
  },
]

/** Jobs per request, so that each request takes less than a second. */
const AT_ONCE = 20

/** A retry starts after a delay, so that it can be undone, as on the page of a job. */
const deedOf = (act: PickedAct, id: string): PlannedCall => ({
  operation: OPERATIONS[act],
  input: act === 'retry' ? { id, delay_s: PAGE_DELAY_S } : { id },
})

const selfOf = ({ base }: SignedInCall): string => `${base}/jobs`

function actOf(call: SignedInCall): PickedAct {
  const act = PICKED_ACTS.find((one) => one === call.params.act)
  if (!act) throw notFound('page')
  assertMay(call, OPERATIONS[act])
  return act
}

/** The ticked jobs that still exist and that the visitor can see. */
async function pickedIn(call: SignedInCall): Promise<PickedJob[]> {
  const ids = [...new Set(call.all('id'))].filter((id) => /^[\w-]{1,64}$/.test(id))
  if (ids.length === 0 || ids.length > MOST_PICKED) return []
  const { items } = await call.call(listJobs, { ids: ids.join(','), page_size: MOST_PICKED }, { here: true })
  return items
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map(({ outcome, ...job }) => ({ ...job, reserved: outcome.credits.reserved, failed: outcome.states.failed }))
}

async function askAll(call: SignedInCall) {
  const act = actOf(call)
  const [to, self, asked] = [zoneOf(call), selfOf(call), new Set(call.all('id')).size]
  const back = (text: string) => goTo(self, { text, tone: 'bad' })
  if (asked === 0) return back(say(to, 'Tick the pushes first.'))
  if (asked > MOST_PICKED) return back(say(to, 'At most {n} pushes at once.', { n: MOST_PICKED }))
  const { takes, question } = BULK_ACTIONS[act]
  const jobs = (await pickedIn(call)).filter(takes)
  if (jobs.length === 0) return back(say(to, 'This does not fit the state of these pushes. Nothing was changed.'))
  const others = asked - jobs.length
  const { body, ...rest } = question(to, jobs)
  const left =
    others > 0
      ? ` ${say(
          to,
          '{others, plural, one {# push of those selected is} other {# pushes of those selected are}} left alone: this does not fit their state.',
          { others },
        )}`
      : ''
  const crumbs = [{ label: say(to, 'Pushes'), href: self }]
  const fields = { id: jobs.map(({ id }) => id) }
  return confirmPage(call, { ...rest, body: body + left }, { href: actHref(self, act), back: self, crumbs, fields })
}

/** Runs the action on the first jobs, and passes on the others. A refused job is listed with the reason. */
async function doSome(call: SignedInCall) {
  const act = actOf(call)
  const jobs = await pickedIn(call)
  const [to, self] = [zoneOf(call), selfOf(call)]
  const refused = call.all('refused')
  let done = Number(call.form.done) || 0
  for (const { id, name } of jobs.slice(0, AT_ONCE)) {
    try {
      const { operation, input } = deedOf(act, id)
      await call.call(operation, input)
      done++
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      refused.push(`${name}: ${refusalFor(to, error)}`)
    }
  }
  const work: BulkProgress = { to, act, self, left: jobs.slice(AT_ONCE).map(({ id }) => id), done, refused }
  if (call.partial) return htmlResponse(<PickedWork {...work} />)
  if (work.left.length === 0 && refused.length === 0) return goTo(self, { text: BULK_ACTIONS[act].done(to, done) })
  const title = work.left.length > 0 ? say(to, 'Under way') : say(to, 'Partly done')
  return appPage(
    call,
    title,
    <>
      <PageHead title={title} crumbs={[{ label: say(to, 'Pushes'), href: self }]} />
      <PickedPage {...work} />
    </>,
  )
}
