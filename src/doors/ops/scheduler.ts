import { AsyncTask, SimpleIntervalJob, ToadScheduler } from 'toad-scheduler'
import { maskText } from '../../kernel/environment/log.ts'
import { count } from '../../kernel/environment/metrics.ts'
import type { App } from '../../kernel/operation/app.ts'
import { pause } from '../../kernel/scheduling/pause.ts'
import { recordRun, type Task, type TaskName } from '../../kernel/scheduling/task.ts'
import { doing } from '../../kernel/scheduling/watchdog.ts'
import { SECOND, stopwatch } from '../../kernel/time/clock.ts'
import { mayRun } from '../../kernel/time/clock-doubt.ts'
import { reportFailure } from '../failure.ts'

export type Scheduler = {
  /** Starts every task's interval, and soon runs each once: work may have fallen due while the install was stopped. */
  start(): void
  /** Runs a task soon; once more when it is running. */
  wake(name: TaskName): void
  /** Runs a task now and waits for it; one that is running is waited for first. */
  runTask(name: TaskName, signal: AbortSignal): Promise<void>
  alive(): boolean
  /** Starts no further task, breaks off running ones and waits for them: they go on from their rows after the start. */
  stop(): Promise<void>
}

/** Milliseconds from the start to the first run of every task. */
const FIRST_RUN = 100

/** Runs the registered tasks on their intervals, never two runs of one at once. A passive install runs none. */
export function createScheduler(app: App): Scheduler {
  const breaker = new AbortController()
  const clockwork = new ToadScheduler()
  // Tasks are late parts of the app.
  let made: Map<TaskName, Runner> | undefined
  const runners = () => {
    made ??= new Map(app.tasks.map((task) => [task.name, new Runner(app, task, breaker.signal)]))
    return made
  }
  let state: 'new' | 'running' | 'stopped' = 'new'
  let first: Timer | undefined
  return {
    start() {
      if (state !== 'new') return
      state = 'running'
      if (app.config.passive) return
      // The first requests after a start do not wait for forty tasks.
      first = setTimeout(() => {
        for (const { name, every } of app.tasks) {
          const runner = runners().get(name)!
          const run = new AsyncTask(name, () => runner.tick())
          clockwork.addSimpleIntervalJob(new SimpleIntervalJob({ milliseconds: every }, run, { id: name }))
          runner.wake()
        }
      }, FIRST_RUN)
    },
    wake(name) {
      if (state !== 'running' || app.config.passive) return
      const runner = runners().get(name)
      if (runner) runner.wake()
      else app.log.error('a task was woken that does not exist', { task: name })
    },
    async runTask(name, signal) {
      if (state !== 'running' || app.config.passive) return
      await runners().get(name)?.afresh(signal)
    },
    alive: () => state === 'running',
    async stop() {
      state = 'stopped'
      clearTimeout(first)
      clockwork.stop()
      const running = [...(made?.values() ?? [])].map((runner) => runner.end())
      breaker.abort()
      await Promise.all(running)
    },
  }
}

/** One task: at most one run at a time, and no wish to run is lost. */
class Runner {
  #running: Promise<void> | null = null
  #wanted = false
  #due = false
  #ended = false

  constructor(
    private readonly app: App,
    private readonly task: Task,
    private readonly signal: AbortSignal,
  ) {}

  /** Runs now, unless it runs already. */
  tick(signal = this.signal): Promise<void> {
    this.#running ??= doing(`task ${this.task.name}`, () => this.#run(signal)).finally(() => {
      this.#running = null
      if (this.#wanted) this.#soon()
    })
    return this.#running
  }

  /** A run that begins after this call. It breaks off with the install, or when the one who asked gives up. */
  async afresh(asked: AbortSignal): Promise<void> {
    while (this.#running) await this.#running
    if (!this.#ended) await this.tick(AbortSignal.any([this.signal, asked]))
  }

  /** Runs as soon as the present turn of the event loop is over, or this run; many wishes make one run. */
  wake(): void {
    this.#wanted = true
    if (!this.#running) this.#soon()
  }

  async end(): Promise<void> {
    this.#ended = true
    this.#wanted = false
    await this.#running
  }

  #soon(): void {
    if (this.#due) return
    this.#due = true
    void pause().then(() => {
      this.#due = false
      if (this.#ended || this.#running || !this.#wanted) return
      this.#wanted = false
      void this.tick()
    })
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { app, task } = this
    if (!this.#mayRun()) return
    const started_at = app.clock.now()
    const elapsed = stopwatch()
    const outcome = await this.#outcome(signal)
    // The stop broke it off: it goes on with the next start.
    if (!outcome) return
    const { done, error } = outcome
    count('task_runs', [task.name, error === null ? 'done' : 'failed'])
    count('task_seconds', [task.name], elapsed() / SECOND)
    app.log.debug('task ran', { task: task.name, done, error })
    try {
      app.db.write(
        (tx) => recordRun(tx, { task: task.name, started_at, finished_at: tx.now, done, error }) as undefined,
      )
    } catch (failure) {
      if (!signal.aborted) reportFailure(app, failure, { where: `task ${task.name}`, request_id: null })
    }
  }

  /** Where the database cannot be read, the task learns of that itself. */
  #mayRun(): boolean {
    try {
      return mayRun(this.app, this.task)
    } catch {
      return true
    }
  }

  async #outcome(signal: AbortSignal): Promise<{ done: number; error: string | null } | null> {
    const { app, task } = this
    try {
      return { done: await task.run(app, signal), error: null }
    } catch (failure) {
      if (signal.aborted) return null
      reportFailure(app, failure, { where: `task ${task.name}`, request_id: null })
      return { done: 0, error: maskText(failure instanceof Error ? failure.message : String(failure)).slice(0, 500) }
    }
  }
}
