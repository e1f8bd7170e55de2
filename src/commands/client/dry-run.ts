/** The dry run of an order: its result and its cost, without spending or keeping anything. */

import { counted } from '../../kernel/operation/wording.ts'
import type { Install } from '../../upstream/install.ts'
import { EXIT } from '../framework/command.ts'
import { num, printable, say, sayJson, table } from '../framework/terminal.ts'
import type { Links } from './links.ts'
import { allDropped, type Dropped, tellDropped, tellWarning } from './order.ts'

export type PushOptions = {
  name?: string
  smart?: true
  pre_check?: true
  drip_days?: number
  max_credits?: number
  confirm_foreign_hosts: boolean
}
type CheckOptions = { name?: string; engine?: string; max_credits?: number }

type PreflightAnswer = Dropped & {
  counts: { valid: number; ready: number; flagged: number }
  results: { url: string; flags: string[]; fix: string | null }[]
}

/** As the install estimates the order. */
type Estimate = {
  by_kind: { kind: 'index' | 'check'; needed: number; available: number }[]
  orderable: boolean
  obstacles: string[]
  warning: string | null
}

/** Credits that are reserved, refunded at once, used at most, and available. */
type Bill = { kind: string; set_aside: number; back_at_once: number; at_most_used: number; available: number }[]

export async function dryPush(
  install: Install,
  links: Links,
  order: PushOptions & { tenant_id?: string },
  json: boolean,
): Promise<number> {
  const { tenant_id, smart, drip_days } = order
  const [looked, estimate] = await Promise.all([
    install.post<PreflightAnswer>('/preflight', { urls: links.urls, tenant_id }),
    install.post<Estimate>('/jobs', { urls: links.urls, ...order, estimate: true }),
  ])
  const { valid, ready, flagged } = looked.counts
  const bill = billOf(estimate, flagged)
  const held = looked.results.filter(({ flags }) => flags.length > 0)
  const dropped = allDropped(looked, links)
  const { duplicates, invalid } = dropped
  const { orderable, obstacles, warning } = estimate
  const found = { links: valid, ready, flagged: held, duplicates, invalid }
  if (json) sayJson({ dry_run: true, ...found, bill, orderable, obstacles, warning })
  else {
    tellDropped(dropped, links)
    tellWarning({ warning: orderable ? warning : null })
    for (const { url, flags, fix } of held) {
      say(`flagged: ${printable(url)}: ${flags.join(', ')}`)
      for (const one of fix?.split('\n') ?? []) say(`    ${printable(one)}`)
    }
    const what = smart ? 'checked, and pushed where they are missing' : 'pushed'
    const spread = drip_days ? `, over ${counted(drip_days, 'day')}` : ''
    say(`${num(ready)} of ${counted(links.urls.length, 'link')} would be ${what}${spread}. Nothing was spent.`)
    sayBill(bill, estimate)
  }
  return held.length || invalid.length || !orderable ? EXIT.partly : EXIT.well
}

export async function dryCheck(
  install: Install,
  links: Links,
  order: CheckOptions & { tenant_id?: string },
  json: boolean,
): Promise<number> {
  const [taken, estimate] = await Promise.all([
    install.post<Dropped & { counts: { valid: number } }>('/urls/validate', { urls: links.urls }),
    install.post<Estimate>('/check', { urls: links.urls, ...order, estimate: true }),
  ])
  const { valid } = taken.counts
  const bill = billOf(estimate, 0)
  const dropped = allDropped(taken, links)
  const { duplicates, invalid } = dropped
  const { orderable, obstacles } = estimate
  if (json) sayJson({ dry_run: true, links: valid, duplicates, invalid, bill, orderable, obstacles })
  else {
    tellDropped(dropped, links)
    say(`${num(valid)} of ${counted(links.urls.length, 'link')} would be checked. Nothing was spent.`)
    sayBill(bill, estimate)
  }
  return invalid.length || !orderable ? EXIT.partly : EXIT.well
}

/** A flagged link is refunded in full at once: it is neither sent nor checked. */
const billOf = ({ by_kind }: Estimate, flagged: number): Bill =>
  by_kind.map(({ kind, needed, available }) => ({
    kind,
    set_aside: needed,
    back_at_once: flagged,
    at_most_used: needed - flagged,
    available,
  }))

function sayBill(bill: Bill, { obstacles }: Estimate): void {
  const rows = bill.map(({ kind, set_aside, back_at_once, at_most_used, available }) => [
    `${kind} credits`,
    ...[set_aside, back_at_once, at_most_used, available].map(num),
  ])
  say(table([['', 'RESERVED', 'REFUNDED AT ONCE', 'USED AT MOST', 'AVAILABLE'], ...rows]))
  for (const obstacle of obstacles) say(`in the way: ${printable(obstacle)}`)
}
