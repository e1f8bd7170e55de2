/** The text, link and single action of each case. */

import { INVITATIONS } from '../../src/domains/accounts/index.ts'
import { type CaseKind, LOW_SHARE } from '../../src/domains/figures/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
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
import { countedDay, percent } from '../parts/text/format.ts'
import { INSTALL_WORDS } from './install-words.ts'

/** A client gets credits of the visitor's workspace; the visitor's own workspace buys a pack. */
function refill(one: ShownCase, desk: CaseContext): Act | undefined {
  const amount = Number(one.act?.input.amount ?? 0)
  if (desk.may.give && amount > 0)
    return {
      verb: say(desk.zone, 'Transfer {amount, plural, one {# credit} other {# credits}}', { amount }),
      act: 'give',
      fields: { amount: String(amount) },
    }
  return desk.may.packs ? { verb: say(desk.zone, 'Get credits'), href: `${desk.base}/credits/buy` } : undefined
}

const purse: CaseSentence = (one, desk) => {
  const { zone } = desk
  const { available, reserved, used_per_day, runway_days } = one.standing!
  const spends =
    used_per_day === 0
      ? say(zone, 'No credits used in the last 28 days')
      : say(zone, 'Uses about {n} a week', { n: Math.max(1, Math.round(used_per_day * 7)) })
  return {
    icon: 'coins',
    tone: one.kind === 'dry' ? 'bad' : 'warn',
    text: leftOf(available, runway_days, zone),
    sub: reserved > 0 ? say(zone, '{spends}, {reserved} reserved', { spends, reserved }) : spends,
    href: there(one, '/credits'),
    act: refill(one, desk),
  }
}

function leftOf(credits: number, days: number | null, to: Reader): string {
  if (days === null) return say(to, '{credits, plural, one {# index credit} other {# index credits}} left', { credits })
  return say(
    to,
    '{credits, plural, one {# index credit} other {# index credits}}, {days, plural, =0 {runs dry today} one {# day left} other {# days left}}',
    { credits, days: days < 1 ? 0 : days },
  )
}

const WORDS: Partial<Record<CaseKind, CaseSentence>> = {
  ...INSTALL_WORDS,
  supplier: (_, { base, may, zone }) => ({
    icon: 'triangle-alert',
    tone: 'bad',
    text: say(zone, 'No crawl supplier is connected, so nothing can be pushed'),
    href: may.operate ? '/app/platform/suppliers' : `${base}/jobs`,
    act: when(may.operate, { verb: 'Connect supplier', href: '/app/platform/suppliers' }),
  }),
  dry: purse,
  low: purse,
  stopped: (one, { base, may, zone }) => ({
    icon: 'clock',
    tone: 'bad',
    text: one.name || say(zone, 'A push'),
    sub: one.note,
    ...opens(say(zone, 'See the push'), `${base}/jobs/${one.id}`, may.push),
  }),
  failed: (one, { base, may, zone }) => ({
    icon: 'send',
    tone: 'bad',
    text: say(zone, '{name}: {n, plural, one {# link} other {# links}} could not be sent', {
      ...{ name: one.name, n: one.count },
    }),
    sub:
      may.retry &&
      say(zone, 'Reserves {n, plural, one {# index credit} other {# index credits}} again', { n: one.count }),
    href: `${base}/jobs/${one.id}`,
    act: when(may.retry, {
      verb: say(zone, 'Retry {n, plural, one {# link} other {# links}}', { n: one.count }),
      act: 'retry',
      fields: {},
    }),
  }),
  key: (one, { base, may, zone }) => ({
    icon: 'key-round',
    tone: 'bad',
    text:
      one.count > 0
        ? say(zone, 'IndexNow refused {n, plural, one {# link} other {# links}} of {host}', {
            ...{ n: one.count, host: one.name },
          })
        : say(zone, '{host}: the IndexNow key file is missing', { host: one.name }),
    sub: one.note,
    href: `${base}/indexnow/${one.id}`,
    act: when(may.verify, { verb: say(zone, 'Show key file'), href: `${base}/indexnow/${one.id}`, shows: '#key-file' }),
    also: when(may.verify, { verb: say(zone, 'Verify again'), act: 'verify', fields: {} }),
  }),
  below_usual: (one, { base, may, zone, tenant_id }) => {
    const { last, usual } = one.standing!
    const href = linksHref(base, { moment: 'sent', from: last!.day, to: last!.day, tenant_id: one.tenant_id! })
    return {
      icon: 'trending-down',
      tone: 'warn',
      text: say(zone, '{rate} indexed of {links, plural, one {# link} other {# links}} sent on {day}', {
        ...{ rate: percent(last!.rate, zone), links: last!.links, day: countedDay(last!.day, zone) },
      }),
      sub:
        usual === null
          ? say(zone, 'Low: below {low}', { low: percent(LOW_SHARE, zone) })
          : say(zone, 'Usually {usual}', { usual: percent(usual, zone) }),
      href,
      act:
        one.tenant_id !== tenant_id && may.give
          ? { verb: say(zone, 'See why'), href: `${base}/clients/${one.tenant_id}#why`, shows: '#why .why' }
          : when(may.push, { verb: say(zone, 'See the links'), href }),
    }
  },
  domain: (one, { may, zone }) => ({
    icon: 'globe',
    tone: one.count === 1 ? 'bad' : 'warn',
    text:
      one.count === 1
        ? say(zone, '{host}: the domain’s verification record is missing', { host: one.name })
        : say(zone, '{host} is not verified yet', { host: one.name }),
    sub: one.note,
    href: there(one, '/branding'),
    act: when(may.look, { verb: say(zone, 'Verify again'), act: 'look', fields: {} }),
  }),
  invitation: (one, { zone }) => ({
    icon: 'users',
    tone: 'info',
    text: one.note
      ? say(zone, '{person} invites you to {workspace}', { person: one.note, workspace: one.name })
      : say(zone, 'You are invited to {workspace}', { workspace: one.name }),
    ...opens(say(zone, 'Answer invitation'), INVITATIONS),
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
