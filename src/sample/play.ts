/**
 * Makes the sample agency: a database of its own in which the real code worked for eight weeks, up to now. The rows are
 * those that a real agency would have, whatever the version, and none of them is in the database of the install.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { asPerson } from '../demo/last-month.ts'
import { openWork } from '../demo/week.ts'
import { firstRun } from '../domains/accounts/index.ts'
import { SEND_MAILS } from '../domains/mail/index.ts'
import { writeSetting } from '../kernel/database/settings.ts'
import { readConfig } from '../kernel/environment/config.ts'
import { silentLog } from '../kernel/environment/log.ts'
import type { App } from '../kernel/operation/app.ts'
import { type TaskName, taskName } from '../kernel/scheduling/task.ts'
import { DAY, dateOf, dayOf, HOUR, millis, plus, type Time } from '../kernel/time/clock.ts'
import { trustClock } from '../kernel/time/clock-doubt.ts'
import { CLIENTS, pushOf } from './clients.ts'
import { MADE, type Made, openFolder, writeOut } from './folder.ts'
import { ENGINE, PRICES, SUPPLIER } from './outside.ts'

const DAYS = 56
/** The hour of the day at which the agency works. */
const MORNING = 9
const OWNER = 'ada@northwind.example'

const PUSHING = ['advance_pushes', 'send_links', 'send_indexnow', 'recheck_links', 'take_looks'].map(taskName)
const DAILY = ['run_standing_pushes', 'sync_batches', 'judge_hosts', 'index_links'].map(taskName)
const DRAFT_REPORTS = taskName('draft_reports')
const SEND_REPORTS = taskName('send_reports')
/** Turns of the tasks on one day; a push needs three. */
const MOST_TURNS = 8

type Play = {
  app: App
  files: Map<string, string>
  tenant_id: string
  call: ReturnType<typeof asPerson>
  run(...tasks: TaskName[]): Promise<void>
}

/** Plays in an empty folder up to `now`. `say` hears the day of how many. */
export async function playSample(folder: string, now: Time, say: (day: number, of: number) => void): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let time = plus(now, -DAYS * DAY)
  const clock = { now: () => time }
  const files = new Map<string, string>()
  const { config } = readConfig({ SIGNALPOST_DATA_DIR: folder })
  const app = openFolder(folder, clock, { config, log: silentLog, files })
  try {
    app.db.write((tx) => trustClock(tx) as undefined)
    const owner = { email: OWNER, name: 'Ada', workspace: 'Northwind', password: randomBytes(15).toString('base64url') }
    const { tenant_id, user_id } = await firstRun(app, owner)
    const { signal } = new AbortController()
    const play: Play = {
      app,
      files,
      tenant_id,
      call: asPerson(app, OWNER, tenant_id),
      run: async (...tasks) => {
        for (const name of tasks) await app.runTask(name, signal)
      },
    }
    await connect(play)
    const ids = await addClients(play)
    let working = 0
    for (let day = 0; day <= DAYS; day++) {
      const morning = plus(`${dayOf(plus(now, (day - DAYS) * DAY))}T00:00:00.000Z`, MORNING * HOUR)
      time = morning < now ? morning : now
      const weekday = dateOf(millis(morning)).getUTCDay()
      await work(play, ids, weekday % 6 === 0 ? null : working++)
      await sendReports(play, day > DAYS - 9)
      say(day, DAYS)
    }
    time = now
    await finish(play, ids)
    app.db.write((tx) => writeSetting(tx, MADE, { at: now, tenant_id, user_id } satisfies Made) as undefined)
  } finally {
    app.db.close()
  }
  writeOut(folder)
}

async function connect({ call, tenant_id }: Play): Promise<void> {
  await call('update_crawl_settings', { routes: { primary: { adapter: SUPPLIER, enabled: true, api_key: 'sample' } } })
  await call('update_integrations', {
    engines: { scan_standard: { adapter: ENGINE, enabled: true, api_key: 'sample' } },
  })
  await call('update_margin_settings', { cost_per_indexed_usd: PRICES.link, standard_check_usd: PRICES.look })
  await call('update_email_settings', { host: '127.0.0.1', secure: 'none', from_address: 'post@northwind.example' })
  await call('adjust_credits', { tenant_id, amount: 6000, reason: 'Sample data' })
  await call('adjust_credits', { tenant_id, kind: 'check', amount: 4000, reason: 'Sample data' })
  await call('put_branding', { id: tenant_id, accent: '#0b6e4f' })
}

/** Each client with its credits, its price and its verified host; their ids in order. */
async function addClients({ call, files }: Play): Promise<string[]> {
  const ids: string[] = []
  for (const { name, host, gives, price, tags } of CLIENTS) {
    const { id } = await call<{ id: string }>('create_sub_tenant', { name, kind: 'client' })
    ids.push(id)
    await call('update_tenant', { id, tags: tags ?? [], price: price ? { usd_month: price } : null })
    await call('allocate_credits', { tenant_id: id, amount: gives })
    const site = await call<{ id: string; key: string; key_url: string }>('add_indexnow_site', { host, tenant_id: id })
    files.set(site.key_url, site.key)
    await call('verify_indexnow_site', { id: site.id })
  }
  await call('put_report_schedule', { id: ids[0], mode: 'review', day: 3, hour: 0, apply_to: ids.slice(1, 3) })
  for (const id of ids.slice(0, 3))
    await call('add_report_recipient', { id, email: READER, name: 'Vera', has_consent: true })
  const address = `https://${CLIENTS[0]!.host}/sitemap.xml`
  await call('create_standing_push', { address, name: 'Recipes of the season', tenant_id: ids[0] })
  return ids
}

const READER = 'vera@bakery.example'

/** The pushes of a working day, and all that follows from earlier ones. */
async function work(play: Play, ids: readonly string[], day: number | null): Promise<void> {
  const { app, call, run } = play
  for (const [at, client] of CLIENTS.entries()) {
    const push = day === null ? null : pushOf(client, at, day)
    if (!push) continue
    const free = await call<{ index: { available: number } }>('get_credits', { tenant_id: ids[at] })
    const urls = push.urls.slice(0, free.index.available)
    if (urls.length)
      await call('submit_index_job', { ...push, urls, tenant_id: ids[at], holdout_pct: at === 3 ? 10 : 0 })
  }
  await run(...DAILY, DRAFT_REPORTS)
  for (let turn = 0; turn < MOST_TURNS && app.db.read(openWork) > 0; turn++) await run(...PUSHING)
}

/** Approves what waits and sends what is due. Of the last days one report is left, which waits for the visitor. */
async function sendReports({ call, run }: Play, lately: boolean): Promise<void> {
  const { items } = await call<{ items: { id: string }[] }>('list_reports', { state: 'waiting' })
  const ids = items.map(({ id }) => id).slice(lately ? 1 : 0)
  for (const id of ids) await call('update_report', { id, contact: `Ada, ${OWNER}` })
  if (ids.length) await call('approve_reports', { ids })
  await run(SEND_REPORTS, SEND_MAILS, SEND_REPORTS)
}

/** Cases for Today, and a note on the results. */
async function finish({ call, files, run, app }: Play, ids: readonly string[]): Promise<void> {
  const day = dayOf(plus(app.clock.now(), -30 * DAY))
  await call('add_result_note', { day, text: 'Site relaunch', tenant_id: ids[0] })
  for (const url of files.keys()) if (url.includes(CLIENTS[4]!.host)) files.delete(url)
  await run(taskName('verify_indexnow_sites'))
}
