/** Checks in the life of a link: result, place, evidence, cost and stored answer. */
import { evidenceSaid } from '../../src/domains/checks/index.ts'
import type { LinkCheck, LinkDetail } from '../../src/domains/links/index.ts'
import type { NameOf } from '../../src/doors/pages/people.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored, type Text, text } from '../../src/kernel/language/say.ts'
import { daysBetween, type Time } from '../../src/kernel/time/clock.ts'
import { ENGINE_TITLES } from '../jobs/engine-words.ts'
import type { Child } from '../jsx/elements.ts'
import { changeWords } from '../parts/text/place-words.ts'
import { Say } from '../parts/text/say.tsx'
import type { Tone } from '../parts/text/words.ts'
import { linesOfCheck } from './credit.ts'
import { Evidence } from './evidence.tsx'

export type LifeProps = { life: LinkDetail; base: string; zone: Reader; names: NameOf }
/** `at` is null if the time is not stored: the moment then belongs to the order. */
export type Moment = { at: Time | null; tone: Tone; title: string; more?: Child[]; to_come?: true }

export const LedgerLink = ({ base, id, children }: { base: string; id: string; children: Child }) => (
  <a href={`${base}/credits/${id}`}>{children}</a>
)

const PURPOSE: Record<LinkCheck['purpose'], Text> = {
  before: text('Check before the push'),
  guarantee: text('Check'),
  recheck: text('Re-check'),
  check: text('Check'),
  holdout: text('Check of the control group'),
  retention: text('Still there?'),
  canary: text('Test of the engine'),
}
const RESULT = {
  yes: [text('indexed'), 'ok'],
  no: [text('not indexed'), 'warn'],
  unknown: [text('no answer'), 'idle'],
} as const
const METHOD: Record<NonNullable<LinkCheck['method']>, (to: Reader, engine: string) => string> = {
  inspection: (to, engine) => say(to, "{engine}, by the engine's own inspection", { engine }),
  search_result: (to, engine) => say(to, '{engine}, by its search results', { engine }),
  supplier_report: (to, engine) => say(to, '{engine}, by its report', { engine }),
  simulated: (to, engine) => say(to, '{engine}, by a simulated check', { engine }),
  impression: (to, engine) => say(to, '{engine}, by being shown to people', { engine }),
}

/** The place that the check before this one read, of those whose engine knows places. */
const placeBefore = ({ life }: LifeProps, check: LinkCheck): string | null | undefined =>
  life.checks.slice(0, life.checks.indexOf(check)).findLast(({ place }) => place !== null)?.place

/** The name of a check; a late answer is named by its own day. */
function nameOf({ life, zone: to }: LifeProps, { confirms, day, checked_at, purpose }: LinkCheck): string {
  const { sent_at } = life.link
  const age =
    sent_at !== null && checked_at !== null && day !== null && day > 0 ? daysBetween(sent_at, checked_at) : day
  if (confirms) return say(to, 'The same check again')
  return age !== null ? say(to, 'Day {age} check', { age }) : say(to, PURPOSE[purpose])
}

export function checked(props: LifeProps, check: LinkCheck): Moment {
  const { zone: to } = props
  const { checked_at, indexed, method, evidence, failed } = check
  const [name, engine] = [nameOf(props, check), say(to, ENGINE_TITLES[check.engine])]
  if (checked_at === null || indexed === null)
    return {
      ...{ at: check.created_at, tone: 'info', title: say(to, '{check}: asking {engine}', { check: name, engine }) },
      more: [costOf(props, check)],
    }
  const [words, tone] = RESULT[indexed]
  const more = [
    method && indexed !== 'unknown' ? METHOD[method](to, engine) : engine,
    check.place && changeWords(check.place, placeBefore(props, check), to),
    evidence ? sayStored(to, evidenceSaid(evidence)) : failed && say(to, 'The engine gave no answer.'),
    costOf(props, check),
    storedAnswer(props, check),
  ]
  const title = say(to, '{check}: {result}', { check: name, result: say(to, words) })
  return { at: checked_at, tone, title, more }
}

const storedAnswer = ({ life, base, zone }: LifeProps, { has_raw, checked_at, engine, rid }: LinkCheck): Child =>
  has_raw &&
  checked_at && (
    <Evidence
      source={say(zone, ENGINE_TITLES[engine])}
      taken_at={checked_at}
      href={`${base}/links/${life.link.uid}/answers/${rid}`}
      zone={zone}
    />
  )

/** Cost of a check, with links to the ledger. */
function costOf({ life, base, zone: to }: LifeProps, check: LinkCheck): Child {
  if (check.credits === 0) return null
  const { out, back } = linesOfCheck(life, check)
  const link = (line: { id: string } | undefined) => (words: Child) =>
    line ? (
      <LedgerLink base={base} id={line.id}>
        {words}
      </LedgerLink>
    ) : (
      words
    )
  const [values, tags] = [{ n: check.credits }, { out: link(out), back: link(back) }]
  if (check.checked_at === null)
    return (
      <Say
        to={to}
        text="<out>{n, plural, one {# check credit} other {# check credits}} reserved</out>"
        values={values}
        tags={tags}
      />
    )
  return check.indexed === 'unknown' ? (
    <Say
      to={to}
      text="<out>{n, plural, one {# check credit} other {# check credits}} reserved</out>, <back>refunded</back>"
      values={values}
      tags={tags}
    />
  ) : (
    <Say
      to={to}
      text="<out>{n, plural, one {# check credit} other {# check credits}} reserved</out>, used"
      values={values}
      tags={tags}
    />
  )
}
