/** How many links of workspaces lie inside properties. A count by host, since no list counts links. */
import { propertyFor } from '../../domains/checks/index.ts'
import { below, namesOf } from '../../domains/tenants/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'
import { USABLE } from './accounts.ts'

/** Links sent so long ago count. */
export const COVERED_DAYS = 28

export type HostLinks = { tenant_id: string; path: string; host: string; links: number }

/** Links that the workspaces at and below `path` sent, by workspace and host. */
export const linksByHost = (tx: ReadTx, path: string): HostLinks[] =>
  tx.rows<HostLinks>(
    `select j.tenant_id, t.path, c.host, sum(c.wait1 + c.wait3 + c.wait7 + c.day1 + c.day3 + c.day7 + c.later + c.never) as links
     from tenants t join jobs j on j.tenant_id = t.id join cohorts c on c.job_id = j.id
     where t.path >= ? and t.path < ? and j.deleted_at is null and c.quarter >= ? group by 1, 2, 3 having links > 0`,
    ...below(path),
    plus(tx.now, -COVERED_DAYS * DAY),
  )

export type Served = { site_url: string; tenant_ids: readonly string[] }

const serves = ({ tenant_ids }: Served, path: string): boolean => tenant_ids.some((id) => path.includes(`/${id}/`))

/** The share of these links inside the properties that serve their workspaces. */
export function coveredOf(hosts: readonly HostLinks[], properties: readonly Served[]) {
  const covers = ({ host, path }: HostLinks) =>
    siteOf(
      host,
      properties.filter((one) => serves(one, path)).map(({ site_url }) => site_url),
    ) !== null
  const sum = (some: readonly HostLinks[]) => some.reduce((all, { links }) => all + links, 0)
  return { links: sum(hosts), covered: sum(hosts.filter(covers)) }
}

/** The property of a whole host. One for a folder of it covers a part that is not counted. */
export const siteOf = (host: string, sites: readonly string[]): string | null =>
  propertyFor(`https://${host}/`, sites) ?? propertyFor(`http://${host}/`, sites)

/** Links of hosts inside one property that the workspaces sent which it serves; all while it serves none. */
export const linksInside = (hosts: readonly HostLinks[], property: Served): number =>
  hosts
    .filter(({ path }) => property.tenant_ids.length === 0 || serves(property, path))
    .filter(({ host }) => siteOf(host, [property.site_url]) !== null)
    .reduce((all, { links }) => all + links, 0)

/** Workspaces without a covered link that are named, the most links first. */
const NAMED = 50

/** Coverage of the caller's workspaces, or of one alone. An agency is no client of its own. */
export function coverageBelow(tx: ReadTx, caller: Caller, tenant_id: string | undefined) {
  const hosts = linksByHost(tx, caller.path).filter((one) => tenant_id === undefined || one.tenant_id === tenant_id)
  const properties = servedAt(tx)
  const others = hosts.filter((one) => tenant_id !== undefined || one.tenant_id !== caller.tenant_id)
  const clients = [...Map.groupBy(others, (one) => one.tenant_id)].map(([id, some]) => ({
    tenant_id: id,
    ...coveredOf(some, properties),
  }))
  const left = clients.filter(({ covered }) => covered === 0).sort((a, b) => b.links - a.links)
  const names = namesOf(
    tx,
    left.slice(0, NAMED).map((one) => one.tenant_id),
  )
  return {
    ...coveredOf(hosts, properties),
    clients: clients.length,
    connected: clients.length - left.length,
    not_connected: left.slice(0, NAMED).map((one) => ({ ...one, name: names.get(one.tenant_id) ?? '' })),
  }
}

/** The usable properties with their workspaces. */
export const servedAt = (tx: ReadTx): Served[] =>
  tx
    .rows<{ site_url: string; ids: string }>(
      `select p.site_url, json_group_array(s.tenant_id) as ids from google_properties p
       join google_accounts a on a.id = p.account_id join google_property_workspaces s on s.property_id = p.id
       where ${USABLE} group by p.site_url`,
    )
    .map(({ site_url, ids }) => ({ site_url, tenant_ids: JSON.parse(ids) as string[] }))
