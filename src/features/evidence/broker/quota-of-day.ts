/** The day of each property as people see it: calls by class and workspace, and when those that wait have their turn. */
import { classNumber, LOOK_CLASSES, propertyQueue, publishedFor } from '../../../domains/checks/index.ts'
import { namesOf } from '../../../domains/tenants/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { etaOf, headroom, nextQuotaDay, perDay, usedToday } from '../../../kernel/scheduling/quota.ts'
import { dayOfProperty, pacedDay } from './allowance.ts'
import type { GoogleQuotaProperty } from './shapes.ts'
import { googleDay, isClosed } from './uses.ts'

type Counted = { property: string; class: number; n: number }
type Uses = Counted & { tenant_id: string }

/** `isOwn`: whether the caller may see the name of a workspace. */
export function quotasOf(
  tx: ReadTx,
  app: Pick<App, 'engines'>,
  properties: readonly string[],
  isOwn: (tenant_id: string) => boolean,
): GoogleQuotaProperty[] {
  const given = JSON.stringify(properties)
  const uses = tx.rows<Uses>(
    `select property, class, tenant_id, n from google_uses where n > 0 and day = ?
       and property in (select value from json_each(?))`,
    googleDay(tx.now),
    given,
  )
  const waiting = tx.rows<Counted>(
    `select property, class, count(*) as n from looks indexed by looks_classes
     where state = 'queued' and property is not null and property in (select value from json_each(?)) group by 1, 2`,
    given,
  )
  const read = new Map(
    tx
      .rows<{ property: string; day: string }>(
        `select property, max(day) as day from impression_days where read_at is not null
           and property in (select value from json_each(?)) group by 1`,
        given,
      )
      .map(({ property, day }) => [property, day]),
  )
  const names = namesOf(tx, [...new Set(uses.map(({ tenant_id }) => tenant_id).filter(isOwn))])
  return properties.map((property) => {
    const of = <T extends { property: string }>(some: readonly T[]) => some.filter((one) => one.property === property)
    const byWorkspace = Map.groupBy(of(uses), ({ tenant_id }) => tenant_id)
    const workspaces = [...byWorkspace]
      .filter(([id]) => names.has(id))
      .map(([tenant_id, rows]) => ({ tenant_id, name: names.get(tenant_id)!, used: sum(rows) }))
      .sort((a, b) => b.used - a.used)
    return {
      ...limitsOf(tx, app, property),
      classes: classesOf(tx, app, property, { uses: of(uses), waiting: of(waiting) }),
      workspaces,
      others: sum(of(uses)) - workspaces.reduce((all, { used }) => all + used, 0),
      shown_until: read.get(property) ?? null,
    }
  })
}

const sum = (rows: readonly { n: number }[]): number => rows.reduce((all, { n }) => all + n, 0)

function limitsOf(tx: ReadTx, app: Pick<App, 'engines'>, property: string) {
  const published = publishedFor(tx, app, property)
  const day = dayOfProperty(tx, property, published)
  const used = usedToday(tx, propertyQueue(property), day)
  const share = perDay(published)
  const closed = isClosed(tx, property)
  const ours = closed ? used : perDay(day)
  return {
    property,
    day: googleDay(tx.now),
    resets_at: nextQuotaDay(tx.now, day),
    per_day: published.per_day ?? 0,
    kept: (published.per_day ?? 0) - share,
    ours,
    limited: closed ? ('closed' as const) : ours < share ? ('learned' as const) : null,
    used,
    left: Math.max(0, ours - used),
    next_at: headroom(tx, propertyQueue(property), pacedDay(tx, property, published)).resumes_at,
  }
}

type Rows = { uses: readonly Counted[]; waiting: readonly Counted[] }

function classesOf(tx: ReadTx, app: Pick<App, 'engines'>, property: string, { uses, waiting }: Rows) {
  const paced = pacedDay(tx, property, publishedFor(tx, app, property))
  let before = 0
  return LOOK_CLASSES.map((name) => {
    const isIn = (one: Counted) => one.class === classNumber(name)
    const line = sum(waiting.filter(isIn))
    before += line
    const done_by = line === 0 ? null : etaOf(tx, propertyQueue(property), paced, before)
    return { class: name, used: sum(uses.filter(isIn)), waiting: line, done_by }
  })
}
