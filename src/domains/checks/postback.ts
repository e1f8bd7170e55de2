import { timingSafeEqual } from 'node:crypto'
import type { App } from '../../kernel/app.ts'
import { readSecret } from '../../kernel/settings.ts'
import * as looks from './look-states.ts'
import { TAKE_LOOKS } from './plan-looks.ts'
import { POSTBACK_SECRET } from './settings.ts'

/**
 * DataForSEO called: a task is finished. Nothing it says is believed; the result is fetched by our own call. Returns
 * false when the caller does not know the secret path, before it `hears` what was said. Called twice, or with an invented
 * id, it changes nothing.
 */
export async function announceResult(app: App, secret: string, hears: () => Promise<Announced[]>): Promise<boolean> {
  const ours = app.db.read((tx) => readSecret(tx, app.sealer, POSTBACK_SECRET) ?? null)
  if (!ours || !same(ours, secret)) return false
  const tasks = await hears()
  const moved = app.db.write((tx) => looks.markReady(tx, tasks))
  if (moved > 0) app.wake(TAKE_LOOKS)
  return true
}

type Announced = { id: string; tag: string | null }

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
