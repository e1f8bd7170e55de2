import type { LinkCheck, LinkDetail } from '../../src/domains/reports/index.ts'
import { dayTime } from '../parts/format.ts'
import { ENGINE_WORDS } from '../suppliers/words.ts'

/** What is known of a link, in one sentence beside its verdict. */
export function verdictLine({ link, checks }: LinkDetail, zone: string): string {
  const told = checks.filter(({ indexed }) => indexed === 'yes' || indexed === 'no')
  const last = told.at(-1)
  if (link.state === 'failed') return 'Could not be sent to the search engines.'
  if (link.state === 'flagged') return 'Not sent: the pre-flight found something in the way.'
  if (link.state === 'cancelled') return 'Not sent: cancelled before its turn.'
  if (link.indexed === 'yes') {
    const seen = told.findLast(({ indexed }) => indexed === 'yes') ?? last
    return seen ? `${by(seen)} showed this page on ${when(seen, zone)}.` : 'The search engine shows this page.'
  }
  if (last) return `${by(last)} did not show this page on ${when(last, zone)}.${hope({ link })}`
  return link.sent_at ? `Sent, and not looked at yet.${hope({ link })}` : 'Not sent yet.'
}

const by = ({ engine }: LinkCheck): string => ENGINE_WORDS[engine].title
const when = ({ checked_at }: LinkCheck, zone: string): string => dayTime(checked_at!, zone)
const hope = ({ link }: Pick<LinkDetail, 'link'>): string => (link.next_look_at ? ' It is looked for again.' : '')
