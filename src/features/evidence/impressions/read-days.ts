/** Reads the finished days of properties: what is due is in rows, and to read a day twice changes nothing. */
import { rememberSent } from '../../../domains/pushes/index.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { inParallel } from '../../../kernel/scheduling/in-parallel.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'
import { takeQuota } from '../../../kernel/scheduling/quota.ts'
import { UpstreamError } from '../../../kernel/web-fetch/upstream-error.ts'
import { dropDay, dueDays, finishDay, missingDays, planDays, postponeDay, queueOf } from './days.ts'
import { hashed, keepShown } from './join.ts'
import { engineFor, readableProperties, servedBy } from './sources.ts'
import type { ImpressionDay } from './tables.ts'

const AT_ONCE = 3
const A_ROUND = 30

export async function readImpressions(app: App, signal: AbortSignal): Promise<number> {
  const missing = app.db.read((tx) => missingDays(tx, readableProperties(tx, app)))
  if (missing.length) app.db.write((tx) => planDays(tx, missing))
  let sum = 0
  for (let due = next(app); due.length && !signal.aborted; due = next(app)) {
    await rememberSent(app.db, signal)
    // A property is asked for one day at a time.
    const lines = [...Map.groupBy(due, ({ property }) => property).values()]
    await inParallel(lines, AT_ONCE, async (days) => {
      for (const day of days) if (!signal.aborted && !(await readDay(app, day, signal))) break
    })
    sum += due.length
  }
  return sum
}

const next = (app: App): ImpressionDay[] => app.db.read((tx) => dueDays(tx, A_ROUND))

/** Returns false where the property cannot be asked now. */
async function readDay(app: App, day: ImpressionDay, signal: AbortSignal): Promise<boolean> {
  const { property } = day
  const { engine, served } = app.db.read((tx) => ({
    engine: engineFor(tx, app, property),
    served: servedBy(tx, app, property),
  }))
  if (!engine?.shown) {
    app.db.write((tx) => dropDay(tx, day))
    return false
  }
  app.db.write((tx) => takeQuota(tx, queueOf(property), 1) ?? null)
  const read = { pages: 0, ours: 0 }
  try {
    for await (const part of engine.shown(property, day.day, signal)) {
      const pages = await hashed(part)
      read.ours += app.db.write((tx) => keepShown(app, tx, day, pages, served))
      read.pages += part.length
      await pause()
    }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    if (signal.aborted) return false
    app.log.warn('impressions could not be read', { property, day: day.day, reason: error.message })
    app.db.write((tx) => postponeDay(tx, day, error) ?? null)
    return false
  }
  app.db.write((tx) => finishDay(tx, day, read) ?? null)
  return true
}
