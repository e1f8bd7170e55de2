import { afterEach, expect, test } from 'bun:test'
import { createScheduler, type Scheduler } from '../../../src/doors/ops/scheduler.ts'
import { recordRun, type Task, task, taskName } from '../../../src/kernel/scheduling/task.ts'
import { DAY, HOUR, plus } from '../../../src/kernel/time/clock.ts'
import { housekeepingTask } from '../../../src/tasks/install/housekeeping.ts'
import { START, type World, world } from '../../world.ts'

let w: World
let scheduler: Scheduler | null = null
afterEach(async () => {
  await scheduler?.stop()
  scheduler = null
  w.close()
})

const NEVER = 20 * DAY

function start(env: Record<string, string>, ...tasks: Task[]): Scheduler {
  w = world({ tasks, env })
  scheduler = createScheduler(w.app)
  scheduler.start()
  return scheduler
}

const runs = () =>
  w.db.read((tx) => tx.rows<Record<string, unknown>>('select task, done, error from task_runs order by id'))
const until = async (happened: () => boolean) => {
  while (!happened()) await Bun.sleep(1)
}

/** A task that waits for `open()` in each of its runs. */
function gated(name: string) {
  const waiting: (() => void)[] = []
  const seen = { begun: 0, at_once: 0, most: 0 }
  const gate = task({
    name: taskName(name),
    every: NEVER,
    summary: 'Waits',
    async run() {
      seen.begun++
      seen.most = Math.max(seen.most, ++seen.at_once)
      await new Promise<void>((resolve) => waiting.push(resolve))
      seen.at_once--
      return seen.begun
    },
  })
  const open = () => {
    for (const go of waiting.splice(0)) go()
  }
  return { gate, seen, open }
}

test('every task runs once at the start, and each run leaves a row with what it did', async () => {
  const counted = (name: string, n: number) =>
    task({ name: taskName(name), every: NEVER, summary: name, run: async () => n })
  start({}, counted('first', 3), counted('second', 0))
  await until(() => runs().length === 2)
  expect(runs()).toEqual([
    { task: 'first', done: 3, error: null },
    { task: 'second', done: 0, error: null },
  ])
})

test('a task comes round again on its interval', async () => {
  let n = 0
  start({}, task({ name: taskName('often'), every: 2, summary: 'Often', run: async () => ++n }))
  await until(() => n >= 4)
  expect(runs().length).toBeGreaterThanOrEqual(3)
})

test('a wake runs the task soon; many wakes during a run make one more run, never two at once', async () => {
  const { gate, seen, open } = gated('gate')
  const { wake } = start({}, gate)
  await until(() => seen.begun === 1)
  for (let i = 0; i < 10; i++) wake(taskName('gate'))
  open()
  await until(() => seen.begun === 2)
  open()
  await until(() => runs().length === 2)
  await Bun.sleep(5)
  expect([seen.begun, seen.most]).toEqual([2, 1])
  wake(taskName('gate'))
  await until(() => seen.begun === 3)
  open()
})

test('a run on demand waits for the one that is under way, then runs afresh', async () => {
  const { gate, seen, open } = gated('gate')
  const { runTask } = start({}, gate)
  await until(() => seen.begun === 1)
  let over = false
  const asked = runTask(taskName('gate'), new AbortController().signal).then(() => {
    over = true
  })
  open()
  await until(() => seen.begun === 2)
  expect(over).toBe(false)
  open()
  await asked
  expect([runs().length, seen.most]).toEqual([2, 1])
})

test('a failure is written to its row and tracked, and the task runs again', async () => {
  let n = 0
  const { wake } = start(
    {},
    task({
      name: taskName('shaky'),
      every: NEVER,
      summary: 'Fails once',
      async run() {
        if (++n === 1) throw new Error('refused with ipk_0123456789')
        return n
      },
    }),
  )
  await until(() => runs().length === 1)
  wake(taskName('shaky'))
  await until(() => runs().length === 2)
  expect(runs()).toEqual([
    { task: 'shaky', done: 0, error: 'refused with ipk_0123…' },
    { task: 'shaky', done: 2, error: null },
  ])
  const tracked = w.db.read((tx) => tx.rows('select place, message from tracked_errors'))
  expect(tracked).toEqual([{ place: 'task shaky', message: 'Error: refused with ipk_0123…' }])
})

test('a passive install runs nothing, not even on demand, and is well all the same', async () => {
  let n = 0
  const passive = start(
    { SIGNALPOST_PASSIVE: '1' },
    task({ name: taskName('idle'), every: 1, summary: 'Idle', run: async () => ++n }),
  )
  passive.wake(taskName('idle'))
  await passive.runTask(taskName('idle'), new AbortController().signal)
  await Bun.sleep(10)
  expect([n, passive.alive()]).toEqual([0, true])
})

test('stopping breaks off a run at once, waits for it, and no row says that it failed', async () => {
  let told = false
  const patient = task({
    name: taskName('long'),
    every: NEVER,
    summary: 'Long',
    run: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          told = true
          reject(signal.reason)
        })
      }),
  })
  const stopping = start({}, patient)
  stopping.wake(patient.name)
  await Bun.sleep(5)
  await stopping.stop()
  expect([told, stopping.alive()]).toEqual([true, false])
  expect(runs()).toEqual([])
  expect(w.db.read((tx) => tx.rows('select * from tracked_errors'))).toEqual([])
})

test('nothing starts after the stop', async () => {
  let n = 0
  const stopped = start({}, task({ name: taskName('late'), every: 1, summary: 'Late', run: async () => ++n }))
  await until(() => n > 0)
  await stopped.stop()
  const before = n
  stopped.wake(taskName('late'))
  await Bun.sleep(10)
  expect(n).toBe(before)
})

test('housekeeping keeps a hundred runs of each task, 48 hours of idempotency keys and 90 days of counters', async () => {
  w = world()
  w.db.write((tx) => {
    for (let i = 0; i < 150; i++)
      recordRun(tx, {
        task: taskName(i % 3 ? 'often' : 'rare'),
        started_at: START,
        finished_at: START,
        done: i,
        error: null,
      })
    for (const [key, created_at] of [
      ['old', plus(START, -49 * HOUR)],
      ['new', plus(START, -47 * HOUR)],
    ] as const)
      tx.run("insert into idempotency_keys values ('usr_ada', ?, '', '', ?)", key, created_at)
    for (const day of ['2026-08-03', '2026-08-04', '2026-11-02'])
      tx.run("insert into day_counters values ('calls:key', ?, 1)", day)
    return null
  })
  expect(await housekeepingTask.run(w.app, new AbortController().signal)).toBe(2)
  w.db.write((tx) => {
    for (let i = 0; i < 50; i++)
      recordRun(tx, { task: taskName('often'), started_at: START, finished_at: START, done: 1000 + i, error: null })
    return null
  })
  expect(await housekeepingTask.run(w.app, new AbortController().signal)).toBe(50)
  const kept = w.db.read((tx) =>
    tx.rows('select task, count(*) as n, max(done) as newest from task_runs group by task order by task'),
  )
  expect(kept).toEqual([
    { task: 'often', n: 100, newest: 1049 },
    { task: 'rare', n: 50, newest: 147 },
  ])
  expect(w.db.read((tx) => tx.rows('select key from idempotency_keys'))).toEqual([{ key: 'new' }])
  expect(w.db.read((tx) => tx.rows('select day from day_counters order by day'))).toEqual([
    { day: '2026-08-04' },
    { day: '2026-11-02' },
  ])
})
