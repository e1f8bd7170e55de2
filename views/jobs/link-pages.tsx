/** Actions on ticked links: check, push again, stop, remove. */
import { action, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { say } from '../../src/kernel/language/say.ts'
import { recheckJob } from '../../src/operations/jobs/again.ts'
import { deleteJobUrl } from '../../src/operations/jobs/links.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { listLinks } from '../../src/operations/links.ts'
import { linkHref } from '../links/verdict.tsx'
import { pushOf } from '../push/pages.tsx'
import { assertMay, zoneOf } from '../shell.tsx'
import { ask, statusOf, toJob } from './ask.ts'
import { questionOfLinks } from './questions.tsx'
import { jobHref } from './shapes.ts'
import { askToStop, callOff, idsOf, NONE_PICKED } from './stop.ts'

export const linkScreens: readonly Screen[] = [
  { ...action('/jobs/:id/check', check), calls: (call) => (call.form.url_ids ? [checkIn(call)] : []) },
  action('/jobs/:id/links/again', again),
  action('/jobs/:id/links/stop', stop),
  callOff(
    '/jobs/:id/links/call-off',
    async (call) => idsOf(await tickedHere(call)),
    async (call) => jobHref(call.base, await statusOf(call)),
  ),
  action('/jobs/:id/links/remove', askForLinks),
  { ...action('/jobs/:id/links/delete', removeLinks), calls: removalsIn },
]

/** A missing job is a 404, even if nothing is ticked. */
async function pickFirst(call: SignedInCall) {
  await statusOf(call)
  return toJob(call, say(zoneOf(call), NONE_PICKED), 'bad')
}

const checkIn = ({ all, params }: SignedInCall) => ({
  operation: recheckJob,
  input: { id: params.id, url_ids: all('url_ids').map(Number) },
})

async function check(call: SignedInCall) {
  const { operation, input } = checkIn(call)
  const [uid, ...more] = input.url_ids
  if (uid === undefined) return pickFirst(call)
  const { looks } = await call.call(operation, input)
  const to = zoneOf(call)
  const link =
    more.length === 0
      ? { href: linkHref(call.base, uid), label: say(to, 'Open link') }
      : { href: `${jobHref(call.base, { id: call.params.id! })}?look=charged#list`, label: say(to, 'Show them') }
  const words = say(to, '{n, plural, one {# link is} other {# links are}} being checked.', { n: looks })
  return toJob(call, words, 'info', link)
}

/** Opens New push with the links and the bill. Nothing is pushed yet. */
async function again(call: SignedInCall) {
  assertMay(call, submitIndexJob)
  const { tenant_id } = await statusOf(call)
  const picked = await tickedHere(call)
  if (picked.length === 0) return pickFirst(call)
  return pushOf(
    call,
    picked.map(({ url }) => url),
    tenant_id,
  )
}

/** The ticked links of this job. */
async function tickedHere(call: SignedInCall) {
  const uids = call.all('url_ids').filter((uid) => /^\d{1,15}$/.test(uid))
  const found = []
  for (let from = 0; from < uids.length; from += A_PAGE) {
    const some = uids.slice(from, from + A_PAGE).join(',')
    const asked = { uids: some, page_size: A_PAGE, dir: 'asc' as const }
    found.push(...(await call.call(listLinks, asked, { here: true })).items)
  }
  return found.filter(({ job_id }) => job_id === call.params.id)
}
/** Most rows of one page of a list. */
export const A_PAGE = 200

async function stop(call: SignedInCall) {
  const job = await statusOf(call)
  return askToStop(call, idsOf(await tickedHere(call)), jobHref(call.base, job), (question, { ids, ...fields }) =>
    ask(call, job, question, 'links/call-off', { url_ids: ids, ...fields }),
  )
}

async function askForLinks(call: SignedInCall) {
  assertMay(call, deleteJobUrl)
  const url_ids = call.all('url_ids')
  if (url_ids.length === 0) return pickFirst(call)
  return ask(call, await statusOf(call), questionOfLinks(url_ids.length, zoneOf(call)), 'links/delete', { url_ids })
}

function removalsIn({ all, params }: SignedInCall) {
  return all('url_ids').map((uid) => ({ operation: deleteJobUrl, input: { id: params.id, uid } }))
}

async function removeLinks(call: SignedInCall) {
  const removals = removalsIn(call)
  if (removals.length === 0) return pickFirst(call)
  for (const { operation, input } of removals) await call.call(operation, input)
  const n = removals.length
  return toJob(call, say(zoneOf(call), '{n, plural, one {# link is} other {# links are}} removed.', { n }))
}
