/** Data and actions of the pages of the free checks. */

import type { App } from '../../kernel/operation/app.ts'
import {
  blockOf,
  capStateOf,
  checkAt,
  type FreeCheckRow,
  freeCheckSettings,
  fromOf,
  liveState,
  signForm,
  type Tool,
} from './index.ts'

export {
  type AnswerCitation,
  askFreeCheck,
  type FreeCheckRow,
  type PageInIndex,
  pathOf,
  personsForm,
  type SearchPosition,
  TOOLS,
  type Tool,
  toolOf,
  type Xray,
} from './index.ts'

/** Why a tool is closed to an address; `null` where it is open. */
export type Closure = 'off' | 'blocked' | 'none' | 'used_up'

/** Whether this address may use the tool now, and how many checks remain for it. */
export const toolState = (app: App, tool: Tool, ip: string | null): { closed: Closure | null; left: number | null } =>
  app.db.read((tx) => {
    const settings = freeCheckSettings(tx)
    const from = fromOf(ip)
    const live = tool === 'xray' ? 'open' : liveState(tx, settings)
    const closed = !settings.enabled ? 'off' : blockOf(tx, from) ? 'blocked' : live === 'open' ? null : live
    return { closed, left: closed ? null : capStateOf(tx, from, settings).left }
  })

export const formToken = (app: App): string => signForm(app, app.clock.now())

export const freeCheckAt = (app: App, address: string): FreeCheckRow | null => app.db.read((tx) => checkAt(tx, address))
