/** Pages of the manual for pages of the operator. */
import { type ManualTopic, manualHead, manualHref } from '../../src/doors/docs/manual.ts'
import type { Child } from '../jsx/elements.ts'
import type { PageStatus } from '../parts/page/status-pages.tsx'

/** Keys are addresses below `/app/platform`. */
export const MANUAL_OF: Readonly<Record<string, readonly [topic: ManualTopic, anchor?: string]>> = {
  '': ['monitoring'],
  '/access': ['sign-in', 'second-factor'],
  '/audit': ['audit'],
  '/audit/erase': ['data-protection', 'delete-a-person'],
  '/backups': ['backups'],
  '/clock': ['troubleshooting', 'the-clock-is-in-doubt'],
  '/email': ['mail'],
  '/errors': ['troubleshooting'],
  '/letters': ['mail', 'refused-e-mails'],
  '/revenue/payments': ['suppliers', 'payments-with-stripe'],
  '/sso': ['sign-in', 'single-sign-on'],
  '/suppliers': ['suppliers'],
  '/system': ['monitoring'],
  '/system/releases': ['upgrade'],
  '/users': ['sign-in'],
  '/workspaces': ['move', 'a-client-leaves'],
}

/** Keys are statuses of error pages. 410 has none, because its readers are not users of the install. */
export const MANUAL_OF_STATUS: Readonly<Partial<Record<PageStatus, readonly [topic: ManualTopic, anchor: string]>>> = {
  403: ['sign-in', 'roles'],
  404: ['sign-in', 'roles'],
  413: ['proxy', 'when-it-goes-wrong'],
  429: ['troubleshooting', 'too-many-requests'],
  500: ['support', 'ask'],
  503: ['troubleshooting', 'the-disk-is-full'],
}

export function ManualOfStatus({ status }: { status: PageStatus }) {
  const [topic, anchor] = MANUAL_OF_STATUS[status] ?? []
  if (!topic) return null
  return (
    <p class="hint">
      <a href={manualHref(topic, anchor)}>Manual: {manualHead(topic).title}</a>
    </p>
  )
}

/** The subtitle of a page, with a link to its page of the manual. */
export function withManual(path: string, sub: Child): Child {
  const [topic, anchor] = MANUAL_OF[path.replace(/^\/app\/platform/, '')] ?? []
  if (!topic) return sub
  return (
    <>
      {sub} <a href={manualHref(topic, anchor)}>Manual: {manualHead(topic).title}</a>
    </>
  )
}
