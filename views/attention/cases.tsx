/** The text, link and single action of each case. */

import { INVITATIONS } from '../../src/domains/accounts/index.ts'
import { type CaseKind, LOW_SHARE } from '../../src/domains/figures/index.ts'
import type { EngineSlot } from '../../src/domains/jobs/index.ts'
import {
  type Act,
  type CaseContext,
  type CaseSentence,
  type CaseText,
  opens,
  type ShownCase,
  there,
  when,
} from '../kit/case-line.ts'
import { linksHref } from '../links/count-links.ts'
import { countedDay, many, number, percent } from '../parts/text/format.ts'
import { sold } from '../parts/text/words.ts'
import { ENGINE_WORDS } from '../suppliers/words.ts'

type InstallCase = 'clock' | 'double' | 'supplier' | 'breaker' | 'engine' | 'mail' | 'restored' | 'unproved' | 'request'

const INSTALL_WORDS: Record<InstallCase, CaseSentence> = {
  clock: ({ note }) => ({
    icon: 'clock',
    tone: 'bad',
    text: note!,
    sub: 'Orders, settlements and grants wait until it is right',
    ...opens('Check the clock', '/app/platform/clock'),
  }),
  double: (one) => ({
    icon: 'triangle-alert',
    tone: 'bad',
    text: `${one.name} has an order of ${many(one.count, 'link')} twice`,
    sub: one.note,
    ...opens('See the order', `/app/platform/providers/batches/${one.id}`),
  }),
  supplier: (_, { base, may }) => ({
    icon: 'triangle-alert',
    tone: 'bad',
    text: 'No crawl supplier is connected, so nothing can be pushed',
    href: may.operate ? '/app/platform/suppliers' : `${base}/jobs`,
    act: when(may.operate, { verb: 'Connect supplier', href: '/app/platform/suppliers' }),
  }),
  breaker: (one) => ({
    icon: 'triangle-alert',
    tone: 'bad',
    text: `The ${one.name} crawl route is paused`,
    sub: one.note,
    ...opens('Test and resume', `/app/platform/suppliers/${one.name}`),
  }),
  engine: (one) => ({
    icon: 'triangle-alert',
    tone: 'bad',
    text: `The check engine ${ENGINE_WORDS[one.name as EngineSlot]?.title ?? one.name} refuses checks`,
    sub: one.note,
    ...opens('See the engine', '/app/platform/suppliers/scan_standard'),
  }),
  mail: (one) => ({
    icon: 'bell',
    tone: 'bad',
    text: `${many(one.count, 'e-mail')} cannot be sent`,
    sub: one.note ?? 'No mail server is configured',
    ...opens('Test e-mail', '/app/platform/email'),
  }),
  restored: () => ({
    icon: 'triangle-alert',
    tone: 'bad',
    text: 'Nothing is sent: this install was restored',
    sub: 'Orders, e-mails, checks and refunds wait until you release them',
    ...opens('Release it', '/app/platform/backups/restored'),
  }),
  unproved: (one, { base }) => ({
    icon: 'triangle-alert',
    tone: 'bad',
    text: `${many(one.count, 'account')} with an unverified address may do more than their creator`,
    ...opens('Review accounts', `${base}/account/unproved`),
  }),
  request: (one, { names }) => ({
    icon: 'coins',
    tone: 'info',
    text: `${names(one.note ?? '')} requests the pack ${sold(one.name)}`,
    sub: many(one.count, 'credit'),
    href: `/app/platform/revenue/packs/${one.id}`,
    act: { verb: 'Approve pack', act: 'grant', fields: {} },
  }),
}

/** A client gets credits of the visitor's workspace; the visitor's own workspace buys a pack. */
function refill(one: ShownCase, desk: CaseContext): Act | undefined {
  const amount = Number(one.act?.input.amount ?? 0)
  if (desk.may.give && amount > 0)
    return { verb: `Transfer ${number(amount)} credits`, act: 'give', fields: { amount: String(amount) } }
  return desk.may.packs ? { verb: 'Get credits', href: `${desk.base}/credits/buy` } : undefined
}

const purse: CaseSentence = (one, desk) => {
  const { available, reserved, used_per_day, runway_days } = one.standing!
  const spends =
    used_per_day === 0
      ? 'No credits used in the last 28 days'
      : `Uses about ${number(Math.max(1, Math.round(used_per_day * 7)))} a week`
  return {
    icon: 'coins',
    tone: one.kind === 'dry' ? 'bad' : 'warn',
    text: `${many(available, 'index credit')}${runway_days === null ? ' left' : `, ${lasts(runway_days)}`}`,
    sub: reserved > 0 ? `${spends}, ${number(reserved)} reserved` : spends,
    href: there(one, '/credits'),
    act: refill(one, desk),
  }
}
const lasts = (days: number): string => (days < 1 ? 'runs dry today' : `${many(days, 'day')} left`)

const WORDS: Partial<Record<CaseKind, CaseSentence>> = {
  ...INSTALL_WORDS,
  dry: purse,
  low: purse,
  stopped: (one, { base, may }) => ({
    icon: 'clock',
    tone: 'bad',
    text: one.name || 'A push',
    sub: one.note,
    ...opens('See the push', `${base}/jobs/${one.id}`, may.push),
  }),
  failed: (one, { base, may }) => ({
    icon: 'send',
    tone: 'bad',
    text: `${one.name}: ${many(one.count, 'link')} could not be sent`,
    sub: may.retry && `Reserves ${many(one.count, 'index credit')} again`,
    href: `${base}/jobs/${one.id}`,
    act: when(may.retry, { verb: `Retry ${many(one.count, 'link')}`, act: 'retry', fields: {} }),
  }),
  key: (one, { base, may }) => ({
    icon: 'key-round',
    tone: 'bad',
    text:
      one.count > 0
        ? `IndexNow refused ${many(one.count, 'link')} of ${one.name}`
        : `${one.name}: the IndexNow key file is missing`,
    sub: one.note,
    href: `${base}/indexnow/${one.id}`,
    act: when(may.verify, { verb: 'Show key file', href: `${base}/indexnow/${one.id}`, shows: '#key-file' }),
    also: when(may.verify, { verb: 'Verify again', act: 'verify', fields: {} }),
  }),
  below_usual: (one, { base, may, zone, tenant_id }) => {
    const { last, usual } = one.standing!
    const href = linksHref(base, { moment: 'sent', from: last!.day, to: last!.day, tenant_id: one.tenant_id! })
    return {
      icon: 'trending-down',
      tone: 'warn',
      text: `${percent(last!.rate)} indexed of ${many(last!.links, 'link')} sent on ${countedDay(last!.day, zone)}`,
      sub: usual === null ? `Low: below ${percent(LOW_SHARE)}` : `Usually ${percent(usual)}`,
      href,
      act:
        one.tenant_id !== tenant_id && may.give
          ? { verb: 'See why', href: `${base}/clients/${one.tenant_id}#why`, shows: '#why .why' }
          : when(may.push, { verb: 'See the links', href }),
    }
  },
  domain: (one, { may }) => ({
    icon: 'globe',
    tone: one.count === 1 ? 'bad' : 'warn',
    text:
      one.count === 1 ? `${one.name}: the domain’s verification record is missing` : `${one.name} is not verified yet`,
    sub: one.note,
    href: there(one, '/branding'),
    act: when(may.look, { verb: 'Verify again', act: 'look', fields: {} }),
  }),
  invitation: (one) => ({
    icon: 'users',
    tone: 'info',
    text: one.note ? `${one.note} invites you to ${one.name}` : `You are invited to ${one.name}`,
    ...opens('Answer invitation', INVITATIONS),
  }),
}

/** A case that nobody words any more, because its feature is gone. */
const plain: CaseSentence = (one) => ({
  icon: 'triangle-alert',
  tone: 'info',
  text: one.name,
  sub: one.note,
  href: there(one),
})

export const lineOf = (one: ShownCase, desk: CaseContext): CaseText =>
  (desk.words?.[one.kind] ?? WORDS[one.kind] ?? plain)(one, desk)
