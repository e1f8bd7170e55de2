import { LOOK_DAYS } from '../../src/domains/plans/index.ts'
import { placeFrom } from '../../src/domains/tenants/index.ts'
import { CheckMark, type CheckState } from '../kit/cells.tsx'
import { linkHref } from '../links/verdict.tsx'
import { Chip, CreditChip, FlagChip, VerdictChip, Warnings } from '../parts/chips.tsx'
import { pickColumn } from '../parts/lists/picked.tsx'
import { type Column, UrlCell } from '../parts/lists/table.tsx'
import { splitUrl, weekday } from '../parts/text/format.ts'
import { placeWords } from '../parts/text/place-words.ts'
import { STATUS } from '../parts/text/words.ts'
import { showsOf } from './engine-words.ts'
import type { JobProps } from './job-props.ts'
import type { JobLink } from './shapes.ts'

/** Columns of a job's links: the answer for a check job, the checks by day and the credit for a push. */
export function columnsOfLinks(props: JobProps): Column<JobLink>[] {
  const { job, links, base, zone, can_write } = props
  const hosts = new Set(links.items.map(({ url }) => splitUrl(url).host))
  const [host] = hosts.size === 1 ? hosts : []
  const url: Column<JobLink> = {
    label: host ? `Link on ${host}` : 'Link',
    sort: 'url',
    cell: (link) => (
      <Url
        link={link}
        base={base}
        zone={zone}
        short={host !== undefined}
        checking={props.checking?.uids.has(link.uid) === true}
      />
    ),
  }
  const all = job.type === 'check' ? [url, answerColumn(job)] : [url, ...DAYS.map(dayColumn), CREDIT]
  return can_write ? [PICK, ...all] : all
}

export const PICK = pickColumn<{ uid: number; url: string }>('url_ids', ({ uid, url }) => ({
  value: String(uid),
  label: url,
  url,
}))

/** A URL that opens, with a button that copies it. */
export const OpenUrl = ({ url }: { url: string }) => (
  <span class="with-copy">
    <UrlCell url={url} host_first open />
    <CopyUrl url={url} />
  </span>
)

const CopyUrl = ({ url }: { url: string }) => (
  <button
    type="button"
    class="copy-url over i-copy js-only"
    data-do="copy-url"
    data-url={url}
    aria-label={`Copy ${url}`}
  ></button>
)

const CREDIT: Column<JobLink> = { label: 'Credit', class: 'cr', cell: (link) => <CreditChip link={link} /> }
const DAYS = LOOK_DAYS

const answerColumn = (job: JobProps['job']): Column<JobLink> => ({
  label: showsOf(job).name,
  class: 'cr',
  sort: 'state',
  cell: (link) => (
    <>
      <VerdictChip link={link} />
      {link.place && (
        <span class="sub2" title={placeWords(placeFrom(link.place))}>
          {link.place}
        </span>
      )}
    </>
  ),
})

const dayColumn = (day: number, at: number): Column<JobLink> => ({
  label: `Day ${day}`,
  class: 'c3',
  cell: (link) => {
    const state = marksOf(link)?.[at]
    return state ? (
      <CheckMark state={state} label={`Day ${day}: ${saysOf(state, day)}`} />
    ) : (
      <span class="muted">–</span>
    )
  },
})

/** After the last check, "not yet" becomes the final word; a link that was found needs no further check. */
const saysOf = (state: CheckState, day: number): string => {
  return {
    yes: 'indexed',
    no: day === LOOK_DAYS.at(-1) ? 'not indexed' : 'not yet',
    todo: 'to come',
    found: 'no check needed',
    none: 'no answer',
    stop: 'blocked',
  }[state]
}

/**
 * Results of the checks of day 1, 3 and 7, by the number of answered checks, as the timeline counts them (column
 * `stage`). Null for a link that was not sent.
 */
export function marksOf({ state, sent_at, looks, credit }: JobLink): CheckState[] | null {
  if (sent_at === null || state === 'failed') return null
  const found = state === 'indexed' && credit !== 'released' ? Math.max(1, Math.min(3, looks)) : null
  const made = found ?? (state === 'sent' ? looks : LOOK_DAYS.length)
  return LOOK_DAYS.map((_, at) => (at >= made ? (found ? 'found' : 'todo') : at + 1 === found ? 'yes' : 'no'))
}

type UrlProps = { link: JobLink; base: string; zone?: string | undefined; short: boolean; checking: boolean }

/** The row opens the page of the link. */
const Url = ({ link, base, zone, short, checking }: UrlProps) => {
  const { host, path } = splitUrl(link.url)
  const why = link.reason ?? link.fix?.split('\n')[0]
  return (
    <>
      <span class="with-copy">
        <a class="url" href={linkHref(base, link.uid)} data-row title={link.url}>
          {short ? path : `${host}${path}`}
        </a>
        <CopyUrl url={link.url} />
      </span>
      {checking && [' ', <Chip {...STATUS.checking} word="Checking" />]}
      {link.flags.map((flag) => (
        <>
          {' '}
          <FlagChip flag={flag} status={link.http_status} />
        </>
      ))}
      {link.state === 'scheduled' && link.due_at && (
        <span class="muted small">{` Sent ${weekday(link.due_at, zone)}`}</span>
      )}
      {why && <p class="hint">{why}</p>}
      <Warnings warnings={link.warnings} />
    </>
  )
}
