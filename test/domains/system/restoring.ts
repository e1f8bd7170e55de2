/** An install over a supplier, of which a backup can take the place. */
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { holdRestore } from '../../../src/domains/system/index.ts'
import { createScheduler, type Scheduler } from '../../../src/doors/ops/scheduler.ts'
import { openDatabase } from '../../../src/kernel/database/database.ts'
import type { Time } from '../../../src/kernel/time/clock.ts'
import { tasks } from '../../../src/tasks/index.ts'
import { speedyIndex } from '../../upstreams/speedyindex.ts'
import { setting } from '../providers/setting.ts'

export type Restorable = Awaited<ReturnType<typeof restorable>>

/** A backup by its file, and when it was made. */
export type Kept = { file: string; made_at: Time }

export async function restorable(index = 1000) {
  const one = await setting({ index })
  Object.assign(one.app.config, { backup_keep: 0 })
  const balance = { indexer: 100_000, checker: 0 }
  const supplier = one.use(speedyIndex({ now: one.now, api_key: 'key-of-the-agency', balance }))
  const primary = { adapter: 'speedyindex', base_url: supplier.url, api_key: 'key-of-the-agency' }
  await one.call('pat', 'update_crawl_settings', { routes: { primary } })
  let scheduler: Scheduler
  let kept = 0
  const begin = () => {
    scheduler = createScheduler(one.app)
    one.app.wake = scheduler.wake
    scheduler.start()
  }
  begin()
  return {
    one,
    supplier,
    /** Runs every task, as far as they may run. */
    async everything(rounds = 2): Promise<void> {
      for (let i = 0; i < rounds; i++)
        for (const { name } of tasks) await scheduler.runTask(name, new AbortController().signal)
    },
    backUp(): Kept {
      const file = join(one.folder, `backup-${kept++}.db`)
      const raw = new Database(one.app.db.file)
      raw.run(`vacuum into '${file}'`)
      raw.close()
      return { file, made_at: one.now() }
    },
    /** The backup takes the place of the database; the replaced one is asked, where it is there. */
    async restore({ file, made_at }: Kept, replaced = true) {
      await scheduler.stop()
      const before = one.app.db.file
      one.app.db.close()
      const db = openDatabase(file, one.clock)
      Object.assign(one.app, { db })
      const told = holdRestore(db, replaced ? before : join(one.folder, 'none.db'), made_at, one.app.outgoing)
      begin()
      return told
    },
    orderedTwice(): string[] {
      const urls = supplier.tasks.flatMap((task) => task.urls)
      return urls.filter((url, i) => urls.indexOf(url) < i)
    },
    release: (orders: string, letters = 'send') => one.call('pat', 'release_restored', { orders, letters }),
    state: () => one.call<{ held: boolean; waiting: Record<string, number> | null }>('pat', 'get_restored', {}),
    async end() {
      await scheduler.stop()
      one.app.db.close()
      one.end()
    },
  }
}
