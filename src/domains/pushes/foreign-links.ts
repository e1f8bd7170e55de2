/** Links on a host of another client than the one that pays: they are named before an order, and in its answer. */
import Type from 'typebox'
import type { ReadTx } from '../../kernel/database/database.ts'
import { inPlainEnglish, packSaid, type Said, said } from '../../kernel/language/say.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import type { OrderPlan } from '../../kernel/operation/spending.ts'
import { type ForeignHost, foreignTo, type NamedHost } from '../jobs/index.ts'
import { readTenant } from '../tenants/index.ts'

export const foreignInput = {
  confirm_foreign_hosts: Type.Optional(
    Type.Boolean({
      title: 'Hosts of other clients',
      description:
        "Links on a host of another client that you may see. true: they are meant; false: the order is refused with 409 and names them. Unless given, the order's `warning` names them",
    }),
  ),
}

/** Adds such links to the plan of an order. Where they are not meant, the refusal says how to go on. */
export function withForeign<P extends OrderPlan>(
  tx: ReadTx,
  caller: Caller,
  plan: P,
  urls: readonly string[],
  confirmed: boolean | undefined,
): P {
  const { tenant_id } = plan.estimate
  const found = foreignTo(tx, caller, tenant_id, urls)
  if (found.length === 0) return plan
  const foreign_hosts = found.map(({ only_pushed: _, ...host }) => host)
  const [links, meant] = [linksOn(found), heldOut(found)]
  const outcome = (out: number) => outcomeFor(tx, tenant_id, links, out)
  const warning = packSaid(inARow(...hostsSaid(found), outcome(confirmed ? meant : links)))
  const estimate = { ...plan.estimate, foreign_hosts, warning }
  if (confirmed !== false) return { ...plan, estimate }
  const refusal = conflict(
    `${hostsInWords(found)} Nothing was ordered. ${WAYS_ON} Then ${inPlainEnglish(outcome(meant))}`,
    { foreign_hosts },
  )
  const obstacles = [hostsInWords(foreign_hosts), ...estimate.obstacles]
  return { ...plan, estimate: { ...estimate, orderable: false, obstacles, next: WAYS_ON }, refusal }
}

const linksOn = (hosts: readonly NamedHost[]): number => hosts.reduce((sum, { links }) => sum + links, 0)

/** Links that reports leave out although they are meant: their hosts have a site. */
export const heldOut = (hosts: readonly ForeignHost[]): number =>
  linksOn(hosts.filter(({ only_pushed }) => !only_pushed))

function outcomeFor(tx: ReadTx, tenant_id: string, links: number, out: number): Said {
  const { name: payer } = readTenant(tx, tenant_id)
  if (out === 0)
    return said('{payer} pays, and its reports show {n, plural, one {it} other {them}}.', { payer, n: links })
  return out === links
    ? said('{payer} pays, and its reports leave {n, plural, one {it} other {them}} out.', { payer, n: links })
    : said('{payer} pays, and its reports leave {n, plural, one {# link} other {# links}} of them out.', {
        ...{ payer, n: out },
      })
}

/** The same words about links that a rule pushes later; null where none is another client's. */
export function foreignWarning(tx: ReadTx, caller: Caller, tenant_id: string, urls: readonly string[]): string | null {
  const found = foreignTo(tx, caller, tenant_id, urls)
  return found.length === 0
    ? null
    : packSaid(inARow(...hostsSaid(found), outcomeFor(tx, tenant_id, linksOn(found), linksOn(found))))
}

/** Words about the hosts of a rule before their links are known. */
export function ruleWarning(tx: ReadTx, caller: Caller, tenant_id: string, hosts: readonly string[]): string | null {
  const urls = hosts.map((host) => `https://${host}/`)
  const found = foreignTo(tx, caller, tenant_id, urls).map(({ host, tenant_name }) =>
    said('{host} belongs to {client}.', { host, client: tenant_name }),
  )
  const outcome = said('For their pages {payer} pays, and its reports leave them out.', {
    payer: readTenant(tx, tenant_id).name,
  })
  return found.length === 0 ? null : packSaid(inARow(...found, outcome))
}

const WAYS_ON =
  'Order them for the client that owns the host, leave them out, or send confirm_foreign_hosts: true to order them all the same.'

/** Links on hosts of one other client. */
export type ForeignLinks = { tenant_id: string; tenant_name: string; links: number; hosts: string[] }

/** By client, most links first. */
export function byOwner(hosts: readonly NamedHost[]): ForeignLinks[] {
  const owners = Map.groupBy(hosts, ({ tenant_id }) => tenant_id)
  return [...owners.values()]
    .map((some) => ({
      tenant_id: some[0]!.tenant_id,
      tenant_name: some[0]!.tenant_name,
      links: linksOn(some),
      hosts: some.map(({ host }) => host),
    }))
    .toSorted((a, b) => b.links - a.links)
}

/** `40 links are on a host of Orchard Outdoor.` */
export const hostsInWords = (hosts: readonly NamedHost[]): string => hostsSaid(hosts).map(inPlainEnglish).join(' ')

const hostsSaid = (hosts: readonly NamedHost[]): Said[] =>
  byOwner(hosts).map(({ tenant_name, links, hosts }) =>
    said(
      '{n, plural, one {# link is} other {# links are}} on {hosts, plural, one {a host} other {# hosts}} of {client}.',
      { n: links, hosts: hosts.length, client: tenant_name },
    ),
  )

const inARow = (...sentences: readonly Said[]): Said =>
  sentences.reduce((before, next) => said('{before} {next}', { before, next }))
