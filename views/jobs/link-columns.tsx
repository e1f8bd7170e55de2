import { LOOK_DAYS } from '../../src/domains/plans/index.ts'
import { placeFrom } from '../../src/domains/tenants/index.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored, type Text, text } from '../../src/kernel/language/say.ts'
import { CheckMark, type CheckState } from '../kit/cells.tsx'
import { linkHref } from '../links/verdict.tsx'
import { Chip, CreditChip, FlagChip, VerdictChip, Warnings } from '../parts/chips.tsx'
import { pickColumn } from '../parts/lists/picked.tsx'
import { type Column, UrlCell } from '../parts/lists/table.tsx'
import { splitUrl, weekday } from '../parts/text/format.ts'
import { placeWords } from '../parts/text/place-words.ts'
import { STATUS } from '../parts/text/words.ts'
import { engineNameOf } from './engine-words.ts'
import type { JobProps } from './job-props.ts'
import type { JobLink } from './shapes.ts'

/** Columns of a job's links: the answer for a check job, the checks by day and the credit for a push. */
export function columnsOfLinks(props: JobProps): Column<JobLink>[] {
  const { job, links, base, zone: to, can_write } = props
  const hosts = new Set(links.items.map(({ url }) => splitUrl(url).host))
  const [host] = hosts.size === 1 ? hosts : []
  const url: Column<JobLink> = {
    label: host ? say(to, 'Link on {host}', { host }) : text('Link'),
    sort: 'url',
    cell: (link) => (
      <Url
        link={link}
        base={base}
        to={to}
        short={host !== undefined}
        checking={props.checking?.uids.has(link.uid) === true}
      />
    ),
  }
  const all = job.type === 'check' ? [url, answerColumn(to, job)] : [url, ...daysOf(to), creditColumn(to)]
  return can_write ? [pickLinks(to), ...all] : all
}

export const pickLinks = (to: Reader = ENGLISH) =>
  pickColumn<{ uid: number; url: string }>('url_ids', ({ uid, url }) => ({ value: String(uid), label: url, url }), to)

/** A URL that opens, with a button that copies it. */
export const OpenUrl = ({ to, url }: { to: Reader; url: string }) => (
  <span class="with-copy">
    <UrlCell url={url} host_first open />
    <CopyUrl to={to} url={url} />
  </span>
)

const CopyUrl = ({ to = ENGLISH, url }: { to?: Reader; url: string }) => (
  <button
    type="button"
    class="copy-url over i-copy js-only"
    data-do="copy-url"
    data-url={url}
    aria-label={say(to, 'Copy {url}', { url })}
  ></button>
)

const creditColumn = (to: Reader): Column<JobLink> => ({
  label: text('Credit'),
  class: 'cr',
  cell: (link) => <CreditChip to={to} link={link} />,
})

const answerColumn = (to: Reader, job: JobProps['job']): Column<JobLink> => ({
  label: engineNameOf(job) ?? text('the search engine'),
  class: 'cr',
  sort: 'state',
  cell: (link) => (
    <>
      <VerdictChip to={to} link={link} />
      {link.place && (
        <span class="sub2" title={placeWords(placeFrom(link.place), to)}>
          {link.place}
        </span>
      )}
    </>
  ),
})

const daysOf = (to: Reader): Column<JobLink>[] =>
  LOOK_DAYS.map((day, at) => ({
    label: say(to, 'Day {day}', { day }),
    class: 'c3',
    cell: (link) => {
      const state = marksOf(link)?.[at]
      return state ? (
        <CheckMark state={state} label={say(to, 'Day {day}: {result}', { day, result: say(to, saysOf(state, day)) })} />
      ) : (
        <span class="muted">–</span>
      )
    },
  }))

/** After the last check, "not yet" becomes the final word; a link that was found needs no further check. */
const saysOf = (state: CheckState, day: number): Text => {
  return {
    yes: text('indexed'),
    no: day === LOOK_DAYS.at(-1) ? text('not indexed') : text('not yet'),
    todo: text('to come'),
    found: text('no check needed'),
    none: text('no answer'),
    stop: text('blocked'),
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

type UrlProps = { link: JobLink; base: string; to: Reader; short: boolean; checking: boolean }

/** The row opens the page of the link. */
const Url = ({ link, base, to, short, checking }: UrlProps) => {
  const { host, path } = splitUrl(link.url)
  const why = link.reason ?? link.fix?.split('\n')[0]
  return (
    <>
      <span class="with-copy">
        <a class="url" href={linkHref(base, link.uid)} data-row title={link.url}>
          {short ? path : `${host}${path}`}
        </a>
        <CopyUrl to={to} url={link.url} />
      </span>
      {checking && [' ', <Chip to={to} {...STATUS.checking} word={text('Checking')} />]}
      {link.flags.map((flag) => (
        <>
          {' '}
          <FlagChip to={to} flag={flag} status={link.http_status} />
        </>
      ))}
      {link.state === 'scheduled' && link.due_at && (
        <span class="muted small">{` ${say(to, 'Sent {day}', { day: weekday(link.due_at, to) })}`}</span>
      )}
      {why && <p class="hint">{sayStored(to, why)}</p>}
      <Warnings to={to} warnings={link.warnings} />
    </>
  )
}
