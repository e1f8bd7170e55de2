import { readSecret } from '../../kernel/database/settings.ts'
import type { App } from '../../kernel/operation/app.ts'
import { isSame } from '../../kernel/secrets/signatures.ts'
import * as looks from './looks/look-states.ts'
import { TAKE_LOOKS } from './looks/plan-looks.ts'
import { POSTBACK_SECRET } from './settings.ts'

/**
 * Handles a DataForSEO callback about a finished task. Its content is not trusted; our own call fetches the result.
 * Returns false for a wrong secret path, before it reads the body with `hears`. A repeated callback or an invented id
 * changes nothing.
 */
export async function announceResult(app: App, secret: string, hears: () => Promise<Announced[]>): Promise<boolean> {
  const ours = app.db.read((tx) => readSecret(tx, app.sealer, POSTBACK_SECRET) ?? null)
  if (!ours || !isSame(ours, secret)) return false
  const tasks = await hears()
  const moved = app.db.write((tx) => looks.markReady(tx, tasks))
  if (moved > 0) app.wake(TAKE_LOOKS)
  return true
}

type Announced = { id: string; tag: string | null }
