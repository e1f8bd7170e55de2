/** `signalpost demo`: the main job from the first run to the refunded credits, on this machine with the real code. */
import { num } from '../commands/framework/terminal.ts'
import { firstRun } from '../domains/accounts/index.ts'
import type { JobRow } from '../domains/jobs/index.ts'
import { createSetupKey } from '../domains/keys/index.ts'
import { LOOK_DAYS } from '../domains/plans/index.ts'
import { progressOf } from '../domains/pushes/index.ts'
import type { App } from '../kernel/operation/app.ts'
import { connectInstall, type Install } from '../upstream/install.ts'
import { addClients, type Clients, GIVEN } from './clients.ts'
import { eventsOpen } from './events.ts'
import { addSites, openReceiver } from './indexnow.ts'
import { asPerson, type Call, keepWaiting, playLastMonth } from './last-month.ts'
import { type IndexedByDay, type Outcome, type Pushed, readBooks, sentOf, skippedBy, tableOf } from './result.ts'
import { createScreen, type Screen } from './screen.ts'
import { forbidSome, playSeason, postJobs, stillThere } from './season.ts'
import { type Letterbox, openStage, type Stage } from './stage.ts'
import { type ThrowAway, throwAwayFolder } from './throw-away.ts'
import { openWeb, type SmallWeb } from './web.ts'
import { DAYS, work, workAndWatch } from './week.ts'

export type Order = {
  /** Entries to submit. */
  links: number
  /** Keeps the web interface open until a signal to stop. */
  keep: boolean
}

/** Runs the demo. Returns the exit code: 0 when the books balance and nothing failed, else 1. */
export async function demo({ links, keep }: Order, screen: Screen = createScreen()): Promise<number> {
  const { paint, say } = screen
  say()
  say(paint.strong('Signalpost demo: a push and its seven days of checks, in seconds.'))
  say(paint.faint('Everything stays on this machine. The crawl supplier and Google are simulated.'))
  say()
  const folder = throwAwayFolder()
  const web = openWeb()
  const receiver = openReceiver(web.networks)
  let stage: Stage | null = null
  try {
    stage = openStage(folder, web, receiver)
    const { fine, push } = await play(stage, web, links, screen)
    if (keep) await leaveOpen(stage, push, folder, screen)
    else sayNext(screen)
    return fine ? 0 : 1
  } finally {
    await stage?.running.stop()
    stage?.events.stop()
    stage?.google.stop()
    receiver.stop()
    web.stop()
    folder.remove()
  }
}

/** Plays the whole demo. Returns whether all went well, and the page of the push. */
async function play(stage: Stage, web: SmallWeb, links: number, screen: Screen) {
  const { app, running, admin, troubles } = stage
  const { tenant_id, api_key } = await firstRun(app, admin, { makeKey: createSetupKey })
  const api = connectInstall(running.address, api_key!)
  await haveCredits(api, tenant_id, links)
  screen.step('First run', `workspace ${admin.workspace}, its owner, an API key`)
  await connectSimulated(api)
  screen.step('Suppliers', 'simulated crawl route and check engine connected')
  await stage.events.connect(api)
  screen.step('Webhooks', 'a receiver added that verifies the signature of each event')
  const clients = await addClients(api, web)
  const call = asPerson(app, admin.email, tenant_id)
  await season(stage, { tenant_id, call }, web, clients, screen)
  await lastMonth(stage, call, clients, screen)
  forbidSome(web, clients.before[0])
  screen.step('IndexNow', `${await addSites(api, web)} sites added, their key files verified over HTTP`)
  const pushed = await api.post<Pushed>('/jobs', { urls: web.entries(links), name: 'Spring pages' })
  screen.step('Push', `${num(links)} links submitted, ${num(pushed.accepted)} credits reserved`)
  const own = await clients.order(0)
  const given = `${clients.names.join(' and ')} given ${num(GIVEN)} credits`
  screen.step('Clients', `${given}, ${num(own)} links of theirs submitted`)
  await clients.watch()
  const seen = await live(stage, pushed, clients, screen)
  await keepWaiting(call, clients.before[1].id)
  await showEvents(stage, screen)
  const { learned, pushed: found } = await clients.watched()
  screen.step(
    'Sitemap',
    `${num(learned)} pages of ${clients.names[0]} learned, ${num(found)} later ones found and pushed`,
  )
  screen.step('Still there', await stillThere(api))
  const job = await api.get<Outcome>(`/jobs/${pushed.id}?url_limit=0`)
  const { skipped, books, broken } = app.db.read((tx) => ({
    skipped: skippedBy(tx, pushed.id),
    books: readBooks(tx),
    broken: tx.rows<{ task: string; error: string }>('select task, error from task_runs where error is not null'),
  }))
  screen.say()
  screen.table(tableOf({ pushed, skipped, job, seen }))
  screen.say()
  const { good, bad } = screen.paint
  screen.say(
    books.balance
      ? good('The books balance.')
      : bad('The books do not balance: this is a bug, please report it with the lines below.'),
  )
  screen.say(screen.paint.faint(books.summary))
  const failures = [...troubles, ...broken.map(({ task, error }) => `${task}: ${error}`), ...unfinished(job)]
  for (const failure of failures) screen.say(bad(failure))
  const push = `${running.address}/app/w/${tenant_id}/jobs/${pushed.id}`
  return { fine: books.balance && failures.length === 0, push }
}

async function season(
  { app, week, google }: Stage,
  { tenant_id, call }: { tenant_id: string; call: Call },
  web: SmallWeb,
  clients: Clients,
  screen: Screen,
) {
  const skip = (days: number) => week.turn(days)
  await playSeason({
    ...{ app, web, google, tenant_id, clients: clients.season, call, skip },
    day: () => workAndWatch(app),
  })
  screen.step('Google', `Search Console of ${clients.names[0]} connected, so that its checks are free`)
  const [taken, of] = await postJobs(call, clients.season[0])
  screen.step('Job posting', `handed to Google’s Indexing API, which takes ${taken} of ${of} pages`)
}

async function lastMonth({ app, week, end }: Stage, call: Call, { before }: Clients, screen: Screen) {
  const { summary } = await playLastMonth({
    ...{ app, end, call, clients: before },
    day: () => work(app, () => {}),
    skip: (days) => week.turn(days),
  })
  screen.step('Last month', `report approved and sent: ${num(summary.gained)} new pages, its PDF attached`)
}

/** Waits for the last events, and prints how many the receiver verified. */
async function showEvents({ app, events, troubles }: Stage, screen: Screen): Promise<void> {
  for (let turn = 0; app.db.read(eventsOpen) > 0 && turn < MOST_TURNS; turn++) {
    for (const { name } of app.tasks) app.wake(name)
    await Bun.sleep(20)
  }
  const { events: verified, refused } = events.seen()
  screen.step('Events', `${num(verified)} received, the signature of each verified`)
  if (refused) troubles.push(`${num(refused)} events had a signature that is wrong.`)
}

/** Limit of turns of the tasks while the demo waits for the last event. */
const MOST_TURNS = 500

/** Work that the week left unfinished. */
function unfinished({ status, outcome, indexnow }: Outcome): string[] {
  const { failed = 0 } = outcome.states
  return [
    ...(status === 'done' ? [] : [`The push is still ${status}.`]),
    ...(failed ? [`${failed} links could not be sent.`] : []),
    ...(indexnow.failed ? [`${indexnow.failed} links got no answer from IndexNow.`] : []),
  ]
}

/** The plan of a new install grants fewer credits than the largest push needs. */
async function haveCredits(api: Install, tenant_id: string, links: number): Promise<void> {
  const { index } = await api.get<{ index: { available: number } }>('/credits')
  const amount = links + GIVEN - index.available
  if (amount > 0) await api.post('/credits/adjust', { tenant_id, amount, reason: 'A demo of many links' })
}

async function connectSimulated(api: Install): Promise<void> {
  await api.put('/settings/crawl', { routes: { primary: { adapter: 'simulated', enabled: true } } })
  await api.put('/settings/integrations', { engines: { scan_standard: { adapter: 'simulated', enabled: true } } })
}

/** Minimum milliseconds of a day on a terminal. */
const A_DAY = 200

/** Plays the day of the push and the next seven. Returns the links indexed by each day of the guarantee. */
async function live(
  { app, week }: Stage,
  { id, accepted }: Pushed,
  clients: Clients,
  screen: Screen,
): Promise<IndexedByDay> {
  const { sent, skipped } = await firstDay(app, id, screen)
  screen.step('Pre-flight', `${num(accepted)} links checked, ${num(skipped)} skipped and refunded at once`)
  screen.step('Sending', `${num(sent)} links sent, and to IndexNow where a site has a key file`)
  const seen: IndexedByDay = []
  for (let day = 1; day <= DAYS; day++) {
    week.turn()
    await clients.order(day)
    const look = () => screen.progress(`Day ${day}`, countsOf(app, id).settled, sent)
    await Promise.all([workAndWatch(app, look), screen.live ? Bun.sleep(A_DAY) : null])
    if (!(LOOK_DAYS as readonly number[]).includes(day)) continue
    const { indexed, returned } = countsOf(app, id)
    const back = returned ? `, ${num(returned)} credits refunded` : ''
    screen.step(`Day ${day}`, `${num(indexed)} of ${num(sent)} indexed${back}`)
    seen.push({ day, indexed })
  }
  return seen
}

async function firstDay(app: App, id: string, screen: Screen): Promise<{ sent: number; skipped: number }> {
  await work(app, () => {
    const { stage, done, total } = app.db.read((tx) => progressOf(tx, jobRow(app, id)))
    screen.progress(stage === 'preflight' ? 'Pre-flight' : 'Sending', done, total)
  })
  return countsOf(app, id)
}

function countsOf(app: App, id: string) {
  const { states, credits } = JSON.parse(jobRow(app, id).outcome) as Outcome['outcome']
  const { flagged = 0, indexed = 0, not_indexed = 0 } = states
  return {
    sent: sentOf(states),
    skipped: flagged,
    indexed,
    settled: indexed + not_indexed,
    returned: credits.released ?? 0,
  }
}

const jobRow = (app: App, id: string): JobRow =>
  app.db.read((tx) => tx.row<JobRow>('select * from jobs where id = ?', id) as never)

function sayNext({ say, paint }: Screen): void {
  say()
  say(`${paint.strong('Next:')} run the demo again with --keep to open its web interface.`)
  say('To install Signalpost, follow docs/manual/install.md (`signalpost help install`).')
}

async function leaveOpen(
  { running, admin, post }: Stage,
  push: string,
  folder: ThrowAway,
  screen: Screen,
): Promise<void> {
  const { say, paint } = screen
  say()
  say(paint.strong('The web interface is open until Ctrl-C:'))
  say(`  address   ${paint.strong(running.address)}`)
  say(`  the push  ${push}`)
  say(`  e-mail    ${admin.email}`)
  say(`  password  ${admin.password}`)
  say(`  a report  ${reportIn(post)}`)
  await folder.stopped()
}

/** Address of the sent report, from its e-mail. */
const reportIn = ({ letters }: Letterbox): string =>
  letters.map(({ text }) => /http\S+\/r\/\w+/.exec(text)?.[0]).find((address) => address !== undefined) ?? ''
