/**
 * Rooms of chat programs, which take a text in place of an event: docs.slack.dev/messaging/sending-messages-using-incoming-
 * webhooks, discord.com/developers/docs/resources/webhook, developers.google.com/workspace/chat/quickstart/webhooks,
 * learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using and
 * learn.microsoft.com/connectors/teams, "Message size limit" (read 2026-11).
 */

import { LOOK_DAYS } from '../../domains/plans/index.ts'
import { counted } from '../../kernel/operation/wording.ts'
import type { DataOf, EventType } from './catalog.ts'

type Room = { name: string; hosts: RegExp; path: RegExp; body: (text: string, page: string | null) => object }

const ROOMS: readonly Room[] = [
  {
    name: 'Slack',
    hosts: /^hooks\.slack(-gov)?\.com$/,
    path: /^\/(services|workflows|triggers)\//,
    body: (text, page) => ({ text: page ? `${escaped(text)} <${page}|Open>` : escaped(text) }),
  },
  {
    name: 'Discord',
    hosts: /^((canary|ptb)\.)?discord(app)?\.com$/,
    path: /^\/api\/(v\d+\/)?webhooks\//,
    // Nobody is called by a name in a text.
    body: (text, page) => ({
      content: (page ? `${text.replaceAll(/[\\*_~`|>#[\]()]/g, '\\$&')} ${page}` : text).slice(0, 2000),
      allowed_mentions: { parse: [] },
    }),
  },
  {
    name: 'Google Chat',
    hosts: /^chat\.googleapis\.com$/,
    path: /^\/v1\/spaces\//,
    // Its text has no escapes: `<users/all>` calls everybody, and `<address|words>` hides where a link leads.
    body: (text, page) => ({ text: `${text.replaceAll('<', '‹').replaceAll('>', '›')}${page ? ` ${page}` : ''}` }),
  },
  {
    // A workflow of Teams that posts to a channel when it is called. Connectors at webhook.office.com are retired.
    name: 'Microsoft Teams',
    hosts: /\.(logic\.azure|api\.powerplatform)\.com$/,
    path: /\/workflows\/[^/]+\/triggers\/manual\/paths\/invoke\/?$/i,
    body: (text, page) => ({ type: 'message', attachments: [{ contentType: CARD, content: cardOf(text, page) }] }),
  },
]

const CARD = 'application/vnd.microsoft.card.adaptive'
/** A card of 28 KB is refused. A letter takes three bytes at most, escaped six. */
const CARD_TEXT = 4000

/** A text run, in contrast to a text block, reads no marks: nothing in a name becomes a link. */
const cardOf = (text: string, page: string | null): object => ({
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  type: 'AdaptiveCard',
  version: '1.4',
  body: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: text.slice(0, CARD_TEXT) }] }],
  ...(page ? { actions: [{ type: 'Action.OpenUrl', title: 'Open', url: page }] } : {}),
})

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const roomAt = (address: string): Room | null => {
  const url = URL.parse(address)
  return (url && ROOMS.find(({ hosts, path }) => hosts.test(url.hostname) && path.test(url.pathname))) ?? null
}

/** The chat program that has a room at an address. */
export const programAt = (address: string): string | null => roomAt(address)?.name ?? null

/** The body for an address: the event itself, or a sentence where a chat program takes it. */
export function bodyFor(address: string, body: string): string {
  const room = roomAt(address)
  if (!room) return body
  const { type, data } = JSON.parse(body) as {
    type: EventType
    data: { tenant_name: string | null; url?: string | null }
  }
  const sentence = SENTENCES[type](data as never)
  const text = data.tenant_name ? `${data.tenant_name}: ${sentence}` : sentence
  return JSON.stringify(room.body(text, data.url ?? null))
}

const hostOf = ({ host }: { host: string }): string => host || 'several hosts'
const links = (n: number): string => counted(n, 'link')
const SENTENCES: { [T in EventType]: (data: DataOf<T>) => string } = {
  'push.accepted': (push) => `push “${push.name}” is started with ${links(push.links)}.`,
  'push.sent': (push) => `all links of push “${push.name}” are sent; ${links(push.sent)} wait for a result.`,
  'push.look': (look) =>
    `day ${look.day} of push “${look.name}”: ${look.seen} of ${links(look.seen + look.missed)} indexed.`,
  'push.finished': (push) =>
    `push “${push.name}” is finished: ${push.indexed} of ${links(push.links)} indexed, ${counted(push.credits.returned, 'credit')} returned.`,
  'push.cancelled': (push) => `push “${push.name}” is cancelled.`,
  'push.moved': (push) =>
    push.direction === 'in'
      ? `push “${push.name}” with ${links(push.links)} was moved here.`
      : `push “${push.name}” with ${links(push.links)} was moved to another workspace.`,
  'check.finished': (check) =>
    `check “${check.name}” is finished: ${check.yes} of ${links(check.links)} indexed, ${check.no} not, ${check.unknown} unknown.`,
  'links.indexed': (some) => `${links(some.count)} of “${some.name}” indexed.`,
  'links.not_indexed': (some) =>
    `${links(some.count)} of “${some.name}” not indexed by day ${LOOK_DAYS.at(-1)}, and refunded.`,
  'links.dropped': (drop) => `${links(drop.count)} of ${hostOf(drop)} dropped out of the index.`,
  'links.returned': (drop) => `${links(drop.count)} of ${hostOf(drop)} in the index again, ${drop.out} still out.`,
  'retention.budget_used': ({ budget }) =>
    `the ${counted(budget, 'check credit')} of this month for watched links are used up. Others wait for the next.`,
  'engine.event': (event) =>
    `the engine dropped pages of many sites at once, ${links(event.count)} of yours. Such pages mostly come back.`,
  'credits.low': (purse) => `${counted(purse.available, `${purse.kind} credit`)} left.`,
  'credits.changed': (purse) => `${counted(purse.available, `${purse.kind} credit`)} now.`,
  'standing_push.ran': (run) =>
    `standing push “${run.name}” found ${run.new} new and ${run.changed} changed; ${links(run.pushed)} pushed.`,
  'standing_push.held': (run) =>
    `standing push “${run.name}” holds ${links(run.held)} for you. ${run.why ?? ''}`.trim(),
  'standing_push.failed': (run) => `standing push “${run.name}” could not read its source. ${run.why ?? ''}`.trim(),
  'indexnow_site.failing': (site) => `the IndexNow key of ${site.host} cannot be read. ${site.why ?? ''}`.trim(),
  'indexnow_site.verified': (site) => `${site.host} is verified for IndexNow.`,
  'draft.waiting': (draft) =>
    `an order of ${draft.asked_by} for ${counted(draft.credits, 'credit')} waits for approval.`,
  'report.waiting': (report) => `the report of ${report.period} waits for approval.`,
  'report.sent': (report) => `the report of ${report.period} is sent.`,
  'report.bounced': (bounce) => `the address ${bounce.email} is refused. ${bounce.answer ?? ''}`.trim(),
  'supplier.breaker_opened': (breaker) => `The ${breaker.route} crawl route is paused. ${breaker.reason ?? ''}`.trim(),
  'supplier.breaker_closed': (breaker) => `The ${breaker.route} crawl route works again.`,
  'backup.failed': (backup) => `A backup failed. ${backup.error ?? ''}`.trim(),
  'webhook.test': (test) => test.message,
}
