/** Size of the data by day, and when the disk is full at this pace. */
import { statfsSync, statSync } from 'node:fs'
import { readSetting, writeSetting } from '../../kernel/database/settings.ts'
import type { App } from '../../kernel/operation/app.ts'
import { DAY, dayOf, daysBetween, plus, type Time } from '../../kernel/time/clock.ts'

const SETTING = 'size_by_day'
const DAYS = 30
type Day = { day: string; bytes: number }

export const bytesOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

const databaseBytes = ({ db }: Pick<App, 'db'>): number => bytesOf(db.file) + bytesOf(`${db.file}-wal`)

/** Stores today's size, once a day. */
export function noteSize(app: Pick<App, 'db' | 'clock'>): void {
  const day = dayOf(app.clock.now())
  const known = app.db.read((tx) => readSetting<Day[]>(tx, SETTING)) ?? []
  if (known.at(-1)?.day === day) return
  const days = [...known, { day, bytes: databaseBytes(app) }].slice(-DAYS)
  app.db.write((tx) => writeSetting(tx, SETTING, days))
}

/** `full_on` is null while nothing grows, or with the size of only one day. */
export function diskState(app: Pick<App, 'db' | 'clock' | 'config'>) {
  const { bavail, bsize, blocks } = statfsSync(app.config.data_dir)
  const free_bytes = bavail * bsize
  const known = app.db.read((tx) => readSetting<Day[]>(tx, SETTING)) ?? []
  const grows = pace(known, { day: dayOf(app.clock.now()), bytes: databaseBytes(app) })
  return {
    free_bytes,
    total_bytes: blocks * bsize,
    bytes_a_day: grows,
    full_on: fullOn(app.clock.now(), free_bytes, grows),
  }
}

function pace(known: readonly Day[], today: Day): number | null {
  const [first] = known
  const days = first ? daysBetween(`${first.day}T00:00:00.000Z`, `${today.day}T00:00:00.000Z`) : 0
  return first && days > 0 ? Math.round((today.bytes - first.bytes) / days) : null
}

const FAR = 100 * 365

function fullOn(now: Time, free: number, a_day: number | null): string | null {
  if (a_day === null || a_day <= 0) return null
  const days = Math.floor(free / a_day)
  return days < FAR ? dayOf(plus(now, days * DAY)) : null
}
