/** The sample agency on the pages: a second database in the data folder, which only they read, and which nobody writes. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { callerViewing, type Visitor } from '../domains/accounts/index.ts'
import { type SampleStore, sampleHomeOf } from '../domains/system/index.ts'
import { goTo, pageVisitorAt } from '../doors/pages/web.ts'
import { readSetting } from '../kernel/database/settings.ts'
import { runOwn } from '../kernel/environment/spawn-self.ts'
import type { App } from '../kernel/operation/app.ts'
import { newId } from '../kernel/secrets/ids.ts'
import { dayOf } from '../kernel/time/clock.ts'
import { MADE, type Made, openFolder } from './folder.ts'

type Handler = (request: Request) => Response | Promise<Response>
type Opened = { app: App; made: Made; ids: ReadonlySet<string> }
export type Sample = SampleStore & { opened(): Opened | null; close(): void }

/** Makes the sample in a new folder; `hear` gets the days that are done. */
type Maker = (folder: string, signal: AbortSignal, hear: (done: number, of: number) => void) => Promise<void>

/** In a process of its own: the thousands of statements would hold up all other requests. */
const makeApart: Maker = async (folder, signal, hear) => {
  const { code, err } = await runOwn(['demo', '--sample', folder], {}, signal, (text) => {
    const [, done, of] = /(\d+)\/(\d+)\s*$/.exec(text) ?? []
    if (of) hear(Number(done), Number(of))
  })
  if (code !== 0) throw new Error(err.slice(0, 500) || `the process ended with ${code}`)
}

const NAME = 'sample'
/** Folders of the operator may begin alike. */
const isPart = (name: string): boolean => /^sample-[0-9a-f-]{36}$/.test(name)

/** Keeps the sample in the data folder. A part that a kill left there is gone with the next start. */
export function keepSample(app: App, make: Maker = makeApart): Sample {
  const { data_dir } = app.config
  const folder = join(data_dir, NAME)
  for (const name of readdirSync(data_dir).filter(isPart))
    rmSync(join(data_dir, name), { recursive: true, force: true })
  /** Null: it cannot be opened, and is not tried with each request. */
  let open: Opened | null | undefined
  let making: { done: number; of: number; stop: AbortController } | null = null

  const close = () => {
    open?.app.db.close()
    open = undefined
  }
  const drop = () => {
    making?.stop.abort()
    making = null
    close()
    rmSync(folder, { recursive: true, force: true })
  }
  const opened = () => {
    if (open === undefined && !making && existsSync(folder)) open = openSample(app, folder)
    return open ?? null
  }
  async function begin(): Promise<void> {
    const own = { done: 0, of: 1, stop: new AbortController() }
    making = own
    const part = join(data_dir, `${NAME}-${newId()}`)
    try {
      mkdirSync(part, { mode: 0o700 })
      const signal = AbortSignal.any([own.stop.signal, app.ending.signal])
      await make(part, signal, (done, of) => Object.assign(own, { done, of }))
      if (making === own) renameSync(part, folder)
    } catch (error) {
      if (making === own) app.log.error('sample data could not be made', { error })
    } finally {
      rmSync(part, { recursive: true, force: true })
      if (making === own) making = null
    }
  }
  return {
    state() {
      if (making) return { state: 'making', done: making.done, of: making.of, workspace_id: null }
      const made = opened()?.made
      return { state: made ? 'ready' : 'none', done: 1, of: 1, workspace_id: made?.tenant_id ?? null }
    },
    make() {
      if (making) return
      const made = opened()?.made
      if (made && dayOf(made.at) === dayOf(app.clock.now())) return
      drop()
      void begin()
    },
    remove: drop,
    opened,
    close() {
      making?.stop.abort()
      close()
    },
  }
}

/** Its time is the moment at which it was made, so that it never grows old. */
function openSample({ clock, config, limits, log }: App, folder: string): Opened | null {
  try {
    let now = clock.now()
    const app = openFolder(folder, { now: () => now }, { config, limits, log })
    const { made, ids } = app.db.read((tx) => ({
      made: readSetting<Made>(tx, MADE),
      ids: new Set(tx.rows<{ id: string }>('select id from tenants').map(({ id }) => id)),
    }))
    if (made) now = made.at
    else app.db.close()
    return made && { app, made, ids }
  } catch (error) {
    log.error('sample data could not be opened', { error })
    return null
  }
}

/** Answers addresses of the sample agency from its database, for staff of an agency that has it; all others as before. */
export function withSample(app: App, sample: Sample, answer: Handler, answerOf: (app: App) => Handler): Handler {
  const visitors = new WeakMap<Request, Visitor>()
  const answers = new WeakMap<App, Handler>()
  return async (request) => {
    const { pathname } = new URL(request.url)
    const [, ws, rest = ''] = /^\/app\/w\/([^/]+)(.*)$/.exec(pathname) ?? []
    const found = ws ? sample.opened() : null
    if (!found?.ids.has(ws!)) return answer(request)
    const visitor = await pageVisitorAt({ app, request })
    const home = visitor && !visitor.viewing && app.db.read((tx) => sampleHomeOf(tx, visitor.user.id))
    if (!home) return answer(request)
    // A visitor keeps their own account.
    if (/^\/account(\/|$)/.test(rest)) return goTo(`/app/w/${home.id}${rest}`)
    found.app.guest ??= (asked, tenant_id) => guestOf(found, visitors.get(asked) ?? null, tenant_id)
    visitors.set(request, { ...visitor, sample_for: home })
    if (!answers.has(found.app)) answers.set(found.app, answerOf(found.app))
    return answers.get(found.app)!(request)
  }
}

/** The visitor as somebody who reads all that the owner of the sample agency reads. */
function guestOf({ app, made }: Opened, visitor: Visitor | null, tenant_id?: string): Visitor | null {
  if (!visitor) return null
  const user = { ...visitor.user, id: made.user_id, platform_admin: 0, status: 'active' as const }
  const view = { tenant_id: made.tenant_id, path: `/${made.tenant_id}/` }
  const caller = app.db.read((tx) => callerViewing(tx, user, view, tenant_id))
  const { session_id, proof } = visitor
  return { ...visitor, user, caller: caller && { ...caller, session_id, proof, viewing: 'sample' } }
}
