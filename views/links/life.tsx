/** The life of a link, oldest first: order, pre-flight, sends, IndexNow, checks with their stored answers, refund. */
import type { LinkCheck, LinkDetail, LinkPing } from '../../src/domains/links/index.ts'
import type { NameOf } from '../../src/doors/pages/people.ts'
import { daysBetween, type Time } from '../../src/kernel/time/clock.ts'
import type { Child } from '../jsx/elements.ts'
import { Person } from '../parts/person.tsx'
import { many } from '../parts/text/format.ts'
import { changeWords } from '../parts/text/place-words.ts'
import { When } from '../parts/text/when.tsx'
import type { Tone } from '../parts/text/words.ts'
import { ENGINE_WORDS } from '../suppliers/words.ts'
import { lineBack, linesOfCheck, linesOut } from './credit.ts'
import { Evidence } from './evidence.tsx'

type LifeProps = { life: LinkDetail; base: string; zone: string; names: NameOf }
/** `at` is null if the time is not stored: the moment then belongs to the order. */
type Moment = { at: Time | null; tone: Tone; title: string; more?: Child[]; to_come?: true }

export function Life(props: LifeProps) {
  const { life, zone } = props
  const all = [
    ordered(props),
    ...screened(life),
    ...sent(life),
    ...life.indexnow.map(pinged),
    ...life.checks.map((check) => checked(props, check)),
    ...settled(props),
    ...next(life),
  ]
  const key = ({ at, to_come }: Moment) => `${to_come ? 1 : 0}${at ?? life.job.created_at}`
  return (
    <ol class="life">
      {all
        .toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
        .map(({ at, tone, title, more = [], to_come }) => (
          <li class={[tone, to_come && 'to-come']}>
            <p class="row spread">
              <b>{title}</b>
              {at && (
                <span class="muted small">
                  <When time={at} zone={zone} exact />
                </span>
              )}
            </p>
            {more.filter(Boolean).map((line) => (
              <div class="hint">{line}</div>
            ))}
          </li>
        ))}
    </ol>
  )
}

export const LedgerLink = ({ base, id, children }: { base: string; id: string; children: string }) => (
  <a href={`${base}/credits/${id}`}>{children}</a>
)

const ordered = ({ life, base, names }: LifeProps): Moment => ({
  at: life.job.created_at,
  tone: 'idle',
  title: life.job.type === 'check' ? 'Check started' : 'Push started',
  more: [
    ['By ', <Person of={life.job.created_by} names={names} />],
    ...linesOut(life).map(({ id, amount, note }) => (
      <LedgerLink base={base} id={id}>
        {`${many(amount, 'index credit')} reserved for the ${note === 'retry' ? 'retry' : 'push'}, 1 for this link`}
      </LedgerLink>
    )),
  ],
})

function screened({ job, link: { preflight, flags, fix, warnings } }: LinkDetail): Moment[] {
  if (preflight === null || job.type === 'check') return []
  const status = preflight.status === null ? 'no answer' : String(preflight.status)
  const held = flags.length > 0
  const answer = preflight.challenged ? 'bot protection answered' : `the page answered ${status}`
  const title = `Pre-flight: ${held ? `held back (${status})` : answer}`
  return [{ at: null, tone: held ? 'warn' : 'ok', title, more: [...(fix?.split('\n') ?? []), ...warnings] }]
}

function sent({ link }: LinkDetail): Moment[] {
  const { state, settled_at, reason, sent_at, batch_links, push_anyway } = link
  if (state === 'failed') return [{ at: settled_at, tone: 'bad', title: 'Could not be sent', more: [reason] }]
  if (sent_at === null) return []
  const more = [
    batch_links && `In a batch of ${many(batch_links, 'link')}`,
    push_anyway && 'Pushed anyway, without the guarantee',
  ]
  return [{ at: sent_at, tone: 'info', title: 'Sent to the search engines', more }]
}

const PING: Record<LinkPing['state'], [words: string, tone: Tone]> = {
  queued: ['waiting', 'info'],
  sent: ['sent', 'ok'],
  skipped_24h: ['skipped, as it was sent within 24 hours', 'idle'],
  not_covered: ['outside the folder of the key file', 'warn'],
  refused: ['refused', 'bad'],
  failed: ['failed', 'bad'],
}

function pinged({ state, at, sent_at, host, answer_status, explanation }: LinkPing): Moment {
  const [words, tone] = PING[state]
  const key = `With the key of ${host}${answer_status === null ? '' : `; the engines answered ${answer_status}`}`
  return { at: sent_at ?? at, tone, title: `IndexNow: ${words}`, more: [key, explanation] }
}

const PURPOSE: Record<LinkCheck['purpose'], string> = {
  before: 'Check before the push',
  guarantee: 'Check',
  recheck: 'Re-check',
  check: 'Check',
  holdout: 'Check of the control group',
  retention: 'Still there?',
  canary: 'Test of the engine',
}
const RESULT = { yes: ['indexed', 'ok'], no: ['not indexed', 'warn'], unknown: ['no answer', 'idle'] } as const
const METHOD: Record<NonNullable<LinkCheck['method']>, string> = {
  inspection: "the engine's own inspection",
  search_result: 'its search results',
  supplier_report: 'its report',
  simulated: 'a simulated check',
  impression: 'being shown to people',
}

/** The place that the check before this one read, of those whose engine knows places. */
const placeBefore = ({ life }: LifeProps, check: LinkCheck): string | null | undefined =>
  life.checks.slice(0, life.checks.indexOf(check)).findLast(({ place }) => place !== null)?.place

function checked(props: LifeProps, check: LinkCheck): Moment {
  const { confirms, day, engine, checked_at, indexed, method, evidence, failed } = check
  const { sent_at } = props.life.link
  // A late answer is named by its own day.
  const age =
    sent_at !== null && checked_at !== null && day !== null && day > 0 ? daysBetween(sent_at, checked_at) : day
  const what = confirms ? 'The same check again' : age !== null ? `Day ${age} check` : PURPOSE[check.purpose]
  const { title } = ENGINE_WORDS[engine]
  if (checked_at === null || indexed === null)
    return { at: check.created_at, tone: 'info', title: `${what}: asking ${title}`, more: [costOf(props, check)] }
  const [words, tone] = RESULT[indexed]
  const more = [
    method && indexed !== 'unknown' ? `${title}, by ${METHOD[method]}` : title,
    check.place && changeWords(check.place, placeBefore(props, check)),
    evidence ?? (failed && 'The engine gave no answer.'),
    costOf(props, check),
    storedAnswer(props, check),
  ]
  return { at: checked_at, tone, title: `${what}: ${words}`, more }
}

const storedAnswer = ({ life, base, zone }: LifeProps, { has_raw, checked_at, engine, rid }: LinkCheck): Child =>
  has_raw &&
  checked_at && (
    <Evidence
      source={ENGINE_WORDS[engine].title}
      taken_at={checked_at}
      href={`${base}/links/${life.link.uid}/answers/${rid}`}
      zone={zone}
    />
  )

/** Cost of a check, with links to the ledger. */
function costOf({ life, base }: LifeProps, check: LinkCheck): Child {
  if (check.credits === 0) return null
  const { out, back } = linesOfCheck(life, check)
  const link = (line: { id: string } | undefined, words: string) =>
    line ? (
      <LedgerLink base={base} id={line.id}>
        {words}
      </LedgerLink>
    ) : (
      words
    )
  const refunded = check.checked_at !== null && check.indexed === 'unknown'
  return (
    <>
      {link(out, `${many(check.credits, 'check credit')} reserved`)}
      {refunded ? <>, {link(back, 'refunded')}</> : check.checked_at !== null && ', used'}
    </>
  )
}

function settled({ life, base }: LifeProps): Moment[] {
  const { link } = life
  const { settled_at: at, credit, guarantee } = link
  if (at === null || credit === null || credit === 'reserved') return []
  if (credit === 'consumed') return guarantee ? [{ at, tone: 'ok', title: 'Credit used' }] : []
  const back = lineBack(life)
  const more = back && [
    <LedgerLink base={base} id={back.id}>
      {`${many(back.amount, 'index credit')} refunded, 1 of this link`}
    </LedgerLink>,
  ]
  return [{ at, tone: 'info', title: credit === 'released' ? 'Credit refunded' : 'Not charged', more }]
}

function next({ link: { due_at, sent_at, next_look_at }, job }: LinkDetail): Moment[] {
  if (job.status === 'cancelled' && sent_at === null) return []
  const coming = (at: Time | null, title: string): Moment[] => (at ? [{ at, tone: 'idle', title, to_come: true }] : [])
  return [...coming(sent_at === null ? due_at : null, 'Will be sent'), ...coming(next_look_at, 'Next check')]
}
