/** The client of a push or check: typed, guessed from the hosts of its links, or the same as last time. */
import type { CreditKind } from '../../src/domains/credits/index.ts'
import { hostOf } from '../../src/domains/preflight/index.ts'
import type { HostOwner } from '../../src/domains/pushes/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { DAY, SECOND } from '../../src/kernel/time/clock.ts'
import { getOrderOptions } from '../../src/operations/orders/get-order-options.ts'
import { fullDay, number } from '../parts/text/format.ts'

/** A workspace with its unique name; `left`: its available credits of the kind that pays. */
export type ClientOption = { id: string; name: string; left: number }

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
  return tenants.map(({ id, name, available }) => ({
    id,
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
  const hosts = [...new Set(urls.map(hostOf))].slice(0, MOST_HOSTS)
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
  const guess = ownerOfHosts(hosts, owners, others)
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

/** The one client that owns the hosts: by a site or a push, else by its name in the host. */
export function ownerOfHosts(
  hosts: readonly string[],
  owners: readonly HostOwner[],
  clients: readonly Pick<ClientOption, 'id' | 'name'>[],
): HostOwner | null {
  const known = new Set(clients.map(({ id }) => id))
  const found = hosts.flatMap((host) => {
    const owner = owners.find((one) => one.host === host)
    if (owner) return known.has(owner.tenant_id) ? [owner] : []
    const named = clients.filter(({ name }) => isIn(host, name))
    return named.length === 1 ? [{ host, tenant_id: named[0]!.id }] : []
  })
  const ids = new Set(found.map(({ tenant_id }) => tenant_id))
  return ids.size === 1 ? found[0]! : null
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
