import type { App } from '../../kernel/app.ts'
import { dayOf } from '../../kernel/clock.ts'
import { addToDay, countOfDay } from '../../kernel/limits.ts'

/** Files of robots.txt that one workspace has read on a UTC day of hosts that nobody named. */
const A_DAY = 5_000

/** Asks for room to read so many more of them for a workspace, and counts what it says as read. */
export const robotsRoom =
  (app: Pick<App, 'db'>, tenant_id: string) =>
  (files: number): number =>
    app.db.write((tx) => {
      const counter = `robots:${tenant_id}`
      const today = dayOf(tx.now)
      const room = Math.min(files, Math.max(0, A_DAY - countOfDay(tx, counter, today)))
      if (room > 0) addToDay(tx, counter, today, room)
      return room
    })
