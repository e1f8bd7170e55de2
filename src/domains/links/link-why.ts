/** Why one link is not indexed: the faults that block it, and the results of similar pages. */
import type { ReadTx } from '../../kernel/database/database.ts'
import { packSaid, type Stored, said, type Text, text } from '../../kernel/language/say.ts'
import type { ZoneDays } from '../../kernel/time/zone-days.ts'
import { causeWords, type GoogleCause } from '../checks/index.ts'
import type { LinkRow } from '../jobs/index.ts'
import { sectionOf } from '../preflight/index.ts'
import type { WhyFact } from './why-fact.ts'

/** Pages of one folder that tell something. */
const LEAST = 3

const cause = (words: Stored, more?: Stored | null): WhyFact => ({
  mark: 'cause',
  text: packSaid(words),
  ...(more && { more: packSaid(more) }),
})

/** Nothing for a link that is indexed, or whose result is still to come. */
export function whyOfLink(tx: ReadTx, link: LinkRow, days: ZoneDays): WhyFact[] {
  const { state, fix, reason, credit } = link
  if (state === 'failed') return [cause(text('No supplier accepted the link.'), reason)]
  if (state === 'flagged') return [cause(text('The pre-flight found a cause, so the link was not sent.'), fix)]
  if (state !== 'not_indexed') return []
  const flags = JSON.parse(link.flags) as string[]
  const warnings = JSON.parse(link.warnings) as Stored[]
  const causes = [
    ...googleSays(tx, link, days),
    ...(link.push_anyway && flags.length > 0
      ? [cause(text('It was pushed although the pre-flight flagged it.'), fix)]
      : []),
    ...warnings.map((warning) => cause(text('The pre-flight warned of the page.'), warning)),
    ...siblings(tx, link),
  ]
  return [
    ...(causes.some(({ mark }) => mark === 'cause') ? [] : [cause(DECLINED, HELPS)]),
    ...causes,
    ...(link.facts !== null && flags.length === 0
      ? [{ mark: 'ruled_out' as const, text: text('The pre-flight found nothing in the way.') }]
      : []),
    ...(credit === 'released' ? [{ mark: 'refunded' as const, text: text('1 credit was refunded.') }] : []),
  ]
}

const DECLINED = text('The search engine declined the page.')
const HELPS = text('Better content and internal links usually help.')

type Inspected = { cause: GoogleCause; google_canonical: string | null; crawled_at: string | null }

/** The latest word of Google's URL Inspection, where the property is connected. */
function googleSays(tx: ReadTx, { id, job_id, sent_at }: LinkRow, days: ZoneDays): WhyFact[] {
  const found = tx.row<Inspected>(
    `select cause, google_canonical, crawled_at from looks
     where job_id = ? and link_id = ? and state = 'done' and cause is not null order by id desc limit 1`,
    job_id,
    id,
  )
  if (!found) return []
  const { says, act } = causeWords(found.cause)
  const page = found.cause === 'other_canonical' ? found.google_canonical : null
  const words = page
    ? said('Google: {says}: {page}.', { says: [says], page })
    : said('Google: {says}.', { says: [says] })
  return [cause(words, visitIn(found.crawled_at, sent_at, days, act))]
}

function visitIn(crawled_at: string | null, sent_at: string | null, days: ZoneDays, act: Text): Stored {
  if (!crawled_at) return act
  const values = { day: { day: days.dayOf(crawled_at) }, act: [act] as const }
  return sent_at && crawled_at < sent_at
    ? said('Its last visit was on {day}, before the push. {act}', values)
    : said('Its last visit was on {day}. {act}', values)
}

/** The other pages of its folder in the same push. */
function siblings(tx: ReadTx, { id, job_id, url }: LinkRow): WhyFact[] {
  const { folder } = sectionOf(url)
  const start = url.slice(0, url.indexOf(folder, url.indexOf('//') + 2) + folder.length)
  const { all, found } = tx.row<{ all: number; found: number }>(
    `select count(*) as "all", coalesce(sum(l.state = 'indexed'), 0) as found from links l indexed by links_url
     where l.job_id = ? and l.url >= ? and l.url < ? and l.id <> ? and l.state in ('indexed', 'not_indexed')`,
    job_id,
    start,
    `${start}\u007f`,
    id,
  )!
  if (all < LEAST) return []
  const counts = { found, all, folder }
  if (found * 2 < all)
    return [
      cause(
        said('{found} of {all} other pages in {folder} of this push are indexed.', counts),
        text('The search engine takes few pages of this section.'),
      ),
    ]
  const words = said(
    '{found} of {all} other pages in {folder} of this push are indexed, so the section is not the cause.',
    counts,
  )
  return [{ mark: 'ruled_out', text: packSaid(words) }]
}
