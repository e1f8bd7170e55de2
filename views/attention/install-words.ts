/** Cases of the install, which its operator reads in English. */
import type { EngineSlot } from '../../src/domains/jobs/index.ts'
import { type CaseSentence, opens } from '../kit/case-line.ts'
import { many } from '../parts/text/format.ts'
import { sold } from '../parts/text/words.ts'
import { ENGINE_WORDS } from '../suppliers/words.ts'

type InstallCase = 'clock' | 'double' | 'breaker' | 'engine' | 'mail' | 'restored' | 'unproved' | 'request'

export const INSTALL_WORDS: Record<InstallCase, CaseSentence> = {
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
