/** The client of a push or check: typed, guessed from the hosts of its links, or the same as last time. */
import type { CreditKind } from '../../src/domains/credits/index.ts'
import { hostOf } from '../../src/domains/preflight/index.ts'
import type { HostOwner } from '../../src/domains/pushes/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { DAY, SECOND } from '../../src/kernel/time/clock.ts'
import { getOrderOptions } from '../../src/operations/orders.ts'
import { fullDay, number } from '../parts/text/format.ts'

/** A workspace with its unique name; `left`: its available credits of the kind that pays. */
export type ClientOption = { id: string; name: string; left: number; tile_url?: string | null }

/** The workspace that pays. A guess has a `name`, and its `host`: null for the client of last time. */
export type OrderClient = { tenant_id: string; host: string | null; name?: string; unknown: boolean }

/** Limit of hosts to guess from. */
const MOST_HOSTS = 50

/** Workspaces that the visitor can order for, their own first. Equal names get a part of the id. */
export const clientsOf = async (call: SignedInCall, kind: CreditKind = 'index'): Promise<ClientOption[]> =>
  clientsIn(await optionsOf(call), kind)

/** Order options of a workspace; `hosts` also returns the owners of these hosts. */
export const optionsOf = (call: SignedInCall, tenant_id?: string, hosts: readonly string[] = []) =>
  call.call(getOrderOptions, { tenant_id, hosts: hosts.join(',') || undefined }, { here: true })

function clientsIn({ tenants }: AnswerOf<typeof getOrderOptions>, kind: CreditKind): ClientOption[] {
  const named = Map.groupBy(tenants, ({ name }) => folded(name))
  return tenants.map(({ id, name, tile_url, available }) => ({
    id,
    tile_url,
    name: named.get(folded(name))!.length > 1 ? `${name} (${id.slice(-4)})` : name,
    left: available[kind],
  }))
}

/** Cookie with the client of the last order in this browser. */
const LAST = 'push_for'

/** Remembers the client; an order for the workspace itself forgets it. */
export const lastFor = ({ base, caller }: SignedInCall, tenant_id: string): string =>
  `${LAST}=${tenant_id}; Path=${base}; Max-Age=${tenant_id === caller.tenant_id ? 0 : REMEMBERED}; HttpOnly; SameSite=Lax`

/** In seconds. */
const REMEMBERED = (90 * DAY) / SECOND

/**
 * The client by its typed name, ignoring case; else the given `tenant_id`; else the owner of the hosts; else the client
 * of the last push; else the current workspace.
 */
export async function clientOfOrder(
  call: SignedInCall,
  given: { client: string; tenant_id: string },
  urls: readonly string[],
): Promise<OrderClient> {
  const own = call.caller.tenant_id
  const counted = largestHosts(urls)
  const hosts = [...counted.keys()]
  const options = await optionsOf(call, undefined, hosts)
  const clients = clientsIn(options, 'index')
  if (given.client !== '') {
    const typed = clients.find(({ name }) => folded(name) === folded(given.client))
    return { tenant_id: typed?.id ?? own, host: null, unknown: typed === undefined }
  }
  if (given.tenant_id !== '') {
    return { tenant_id: await inReach(call, given.tenant_id), host: null, unknown: false }
  }
  if (clients.length < 2) return { tenant_id: own, host: null, unknown: false }
  const { owners } = options
  const others = clients.filter(({ id }) => id !== own)
  const guess = ownerOfHosts(counted, urls.length, owners, others)
  const nameOf = (id: string | undefined) => options.tenants.find((one) => one.id === id)?.name
  if (guess) return { ...guess, name: nameOf(guess.tenant_id), unknown: false }
  const known = owners.length > 0 || others.some(({ name }) => hosts.some((host) => isIn(host, name)))
  const last = others.find(({ id }) => !known && id === call.cookies(LAST))
  return { tenant_id: last?.id ?? own, host: null, name: nameOf(last?.id), unknown: false }
}

/** The workspace, or the visitor's own if they have no access to it. */
const inReach = (call: SignedInCall, id: string): Promise<string> =>
  optionsOf(call, id).then(
    () => id,
    () => call.caller.tenant_id,
  )

/** The typed name, or the name of the workspace in the page's address. */
export const clientShown = (
  call: SignedInCall,
  { client, tenant_id }: { client: string; tenant_id: string },
  clients: readonly ClientOption[],
): string =>
  client || (tenant_id === call.caller.tenant_id ? '' : (clients.find(({ id }) => id === tenant_id)?.name ?? ''))

/** The guessed client: from a host, or null for the client of last time. */
export type ClientGuess = { host: string | null; name: string } | null

export const clientGuess = ({ host, name }: OrderClient): ClientGuess => (name === undefined ? null : { host, name })

export const NO_CLIENT = { path: 'client', message: 'There is no workspace of that name. Choose one of the list.' }

/** The hosts with the most links, and how many each. */
function largestHosts(urls: readonly string[]): Map<string, number> {
  const hosts = new Map<string, number>()
  for (const host of urls.map(hostOf)) hosts.set(host, (hosts.get(host) ?? 0) + 1)
  return new Map([...hosts].toSorted(([, a], [, b]) => b - a).slice(0, MOST_HOSTS))
}

/**
 * The client that owns more of the links than any other, and at least half of them: by a site or a push of the host,
 * else by its name in it. `host` is the one with most of its links.
 */
export function ownerOfHosts(
  hosts: ReadonlyMap<string, number>,
  links: number,
  owners: readonly HostOwner[],
  clients: readonly Pick<ClientOption, 'id' | 'name'>[],
): HostOwner | null {
  const shares = new Map<string, { host: string; links: number }>()
  for (const [host, n] of hosts) {
    const named = clients.filter(({ name }) => isIn(host, name))
    const owner = owners.find((one) => one.host === host)?.tenant_id ?? (named.length === 1 ? named[0]!.id : null)
    if (owner !== null) shares.set(owner, { host, ...shares.get(owner), links: (shares.get(owner)?.links ?? 0) + n })
  }
  const [most, next] = [...shares].toSorted(([, a], [, b]) => b.links - a.links)
  if (!most || most[1].links * 2 < links || most[1].links === next?.[1].links) return null
  const [tenant_id, { host }] = most
  return clients.some(({ id }) => id === tenant_id) ? { host, tenant_id } : null
}

/** Shorter names are in too many hosts by chance. */
const SHORTEST = 4

/** Whether a label of the host contains the name: `bakery.example` and `shop-bakery.example` contain Bakery. */
function isIn(host: string, name: string): boolean {
  const word = plain(name)
  if (word.length < SHORTEST) return false
  return host
    .split('.')
    .slice(0, -1)
    .some((label) => plain(label).includes(word))
}

const plain = (text: string): string => folded(text).replace(/[^\p{L}\p{N}]/gu, '')
const folded = (text: string): string => text.trim().toLowerCase().normalize('NFC')

/** `shop.bakery.example, 22 Nov 2026`. With the year, since names are read for years. */
export function suggestedName(urls: readonly string[], now: string, zone: string): string {
  const hosts = new Set(urls.map(hostOf))
  const [first = ''] = hosts
  const rest = hosts.size > 1 ? ` and ${number(hosts.size - 1)} more` : ''
  return `${first.slice(0, 100)}${rest}, ${fullDay(now, zone)}`
}
