import type { ReadTx } from '../../kernel/database/database.ts'
import { secretHint } from '../../kernel/database/settings.ts'
import type { App } from '../../kernel/operation/app.ts'
import { countOfDay } from '../../kernel/scheduling/limits.ts'
import { type Headroom, usedToday } from '../../kernel/scheduling/quota.ts'
import { dayOf } from '../../kernel/time/clock.ts'
import { ENGINES, type EngineSlot } from '../jobs/index.ts'
import { allowanceOf, headroomOf, nameOf, type Queue, spentToday } from './queues.ts'
import { installPlace } from './search-place.ts'
import { engineSecretName, integrations, SERVICE_ACCOUNT_SECRET } from './settings.ts'
import { LOOKS_COUNTED } from './shapes.ts'

/** The check engines for the operator: adapter, cap, use and cost of today, and the ends of secrets. */
export function integrationsStatus(tx: ReadTx, app: Pick<App, 'engines' | 'broker'>) {
  return {
    engines: Object.fromEntries(ENGINES.map((slot) => [slot, slotStatus(tx, app, slot)])),
    search_console: consoleStatus(tx, app),
    search_place: installPlace(tx),
  }
}

function slotStatus(tx: ReadTx, app: Pick<App, 'engines' | 'broker'>, slot: EngineSlot) {
  const stored = integrations(tx).engines[slot]
  if (!stored) return null
  return {
    ...stored,
    daily_cap_usd: stored.daily_cap_usd ?? null,
    simulated: stored.adapter === 'simulated',
    login: secretHint(tx, engineSecretName(slot, 'login')),
    password: secretHint(tx, engineSecretName(slot, 'password')),
    api_key: secretHint(tx, engineSecretName(slot, 'api_key')),
    used_today: countOfDay(tx, `looks:${slot}`, dayOf(tx.now)),
    spent_today_usd: Math.round(spentToday(tx, slot) * 10_000) / 10_000,
    open_looks: openLooksOf(tx, slot),
    queue: shown(headroomOf(tx, app, { slot, property: null })),
  }
}

/** One query per state, because each state has its own index; one query would read whole rows. */
const openLooksOf = (tx: ReadTx, slot: EngineSlot): number =>
  tx.number(
    `select (select count(*) from (select 1 from looks indexed by looks_due_of_slot where engine = ?1 and state = 'queued' and property is null limit ${LOOKS_COUNTED}))
       + (select count(*) from (select 1 from looks where engine = ?1 and state = 'queued' and property is not null limit ${LOOKS_COUNTED}))
       + (select count(*) from looks where engine = ?1 and state = 'ordering')
       + (select count(*) from looks where engine = ?1 and state in ('waiting', 'doubtful'))`,
    slot,
  )

/** Shows the service account's e-mail address, which is not a secret. */
function consoleStatus(tx: ReadTx, app: Pick<App, 'engines' | 'broker'>) {
  const stored = integrations(tx).search_console
  if (!stored) return null
  const connected = secretHint(tx, SERVICE_ACCOUNT_SECRET) !== null
  return {
    service_account: connected ? { set: true, hint: stored.client_email ?? '' } : null,
    base_url: stored.base_url,
    reserve_pct: stored.reserve_pct,
    properties: stored.properties.map((property) => {
      const queue: Queue = { slot: null, property }
      return {
        property,
        open_looks: tx.number(
          `select count(*) from (select 1 from looks where property = ? and state = 'queued' limit ${LOOKS_COUNTED})`,
          property,
        ),
        used_today: usedToday(tx, nameOf(queue), allowanceOf(tx, app, queue)),
        queue: shown(headroomOf(tx, app, queue)),
      }
    }),
  }
}

const shown = ({ left, ...rest }: Headroom) => ({ left: left === Number.MAX_SAFE_INTEGER ? null : left, ...rest })
