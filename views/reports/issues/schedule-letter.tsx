/** Beside the schedule: what it would do next, and the letter that its recipients would get with the figures of today. */
import { action, page, type Screen, type SignedInCall } from '../../../src/doors/pages/web.ts'
import { listReportRecipients } from '../../../src/features/reports/operations/recipients.ts'
import { getReportSender, previewReportSchedule } from '../../../src/features/reports/operations/schedule.ts'
import { Fault } from '../../../src/kernel/operation/fault.ts'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import { letterInFrame } from '../../emails/frame.ts'
import { inTheLight } from '../../mail/letter-style.ts'
import { hx } from '../../parts/hx.ts'
import { type Fact, Facts } from '../../parts/page/card.tsx'
import { many } from '../../parts/text/format.ts'
import { isolated } from '../../parts/text/name.tsx'
import { periodWord } from '../../parts/text/period-word.ts'
import { When } from '../../parts/text/when.tsx'
import { zoneOf } from '../../shell.tsx'

type Preview = AnswerOf<typeof previewReportSchedule>
type Recipients = AnswerOf<typeof listReportRecipients>

const AT = '/reports/schedule'

/** In the form: draws the letter again after each change, and with `load` at first. */
export const LiveLetter = ({ href, load }: { href: string; load?: true }) => (
  <div
    hidden
    {...hx({
      post: href,
      trigger: `${load ? 'load, ' : ''}change delay:300ms from:'closest form'`,
      include: 'closest form',
      target: '#letter',
      swap: 'outerMorph',
      sync: 'this:replace',
    })}
  ></div>
)

type LetterProps = {
  recipients: Recipients
  /** Address of the sender; null without a mail server. */
  from: string | null
  /** Its dates, of the stored schedule or of the one that is being chosen. */
  next: Pick<Preview, 'next_period' | 'next_draft_at' | 'next_send_at'>
  shown?: Preview
  /** Address of the letter itself, whose figures are counted while the page is read. */
  src: string
  zone: string
}

export const LetterBeside = ({ recipients, from, next, shown, src, zone }: LetterProps) => (
  <LetterAside
    facts={[
      { label: 'Next report', value: next.next_period ? periodWord(next.next_period) : 'None: sending is off' },
      ...(next.next_draft_at
        ? [{ label: 'Drafted', value: <When time={next.next_draft_at} zone={zone} exact /> }]
        : []),
      ...(next.next_send_at ? [{ label: 'Sent', value: <When time={next.next_send_at} zone={zone} exact /> }] : []),
      ...(from ? [{ label: 'From', value: shown ? `${shown.letter.from_name} <${from}>` : from }] : []),
      { label: 'To', value: namesOf(recipients) },
      ...(shown ? [{ label: 'Subject', value: <b>{shown.letter.subject}</b> }] : []),
    ]}
    src={src}
    hint={`${shown ? `${periodWord(shown.period)}, with the present figures. They are` : 'Figures are'} frozen when the draft is made.`}
  />
)

/** A letter beside the form that decides about it. */
export const LetterAside = ({ facts, src, hint }: { facts: Fact[]; src: string; hint?: string }) => (
  <aside id="letter" class="mail" aria-label="The letter">
    <Facts facts={facts} />
    <iframe class="letter" src={src} title="The letter" sandbox="" />
    {hint && <p class="hint">{hint}</p>}
  </aside>
)

const namesOf = ({ items, total }: Recipients): string =>
  total === 0
    ? 'Nobody yet'
    : items
        .slice(0, NAMED)
        .map(({ name, email }) => isolated(name || email))
        .join(', ') + (total > NAMED ? ` and ${many(total - NAMED, 'other')}` : '')

const NAMED = 3

/** Fields of the schedule on which the letter depends; an empty language is the inherited one. */
const chosenIn = ({ period, attach_pdf, language }: SignedInCall['query']) =>
  new URLSearchParams({
    ...(period ? { period } : {}),
    ...(attach_pdf ? { attach_pdf } : {}),
    ...(language !== undefined ? { language } : {}),
  }).toString()

const languageIn = ({ language }: SignedInCall['query']) =>
  language === undefined ? {} : { language: language || null }

export const letterHref = (call: SignedInCall, chosen: SignedInCall['query'] = {}): string => {
  const query = chosenIn(chosen)
  return `${call.base}${AT}/letter${query ? `?${query}` : ''}`
}

/** A choice that the operation refuses leaves the letter as it is. */
async function tried(call: SignedInCall) {
  const { caller, form } = call
  const { mode, period, day, hour, time_zone, first_working_day, attach_pdf } = form
  const chosen = { mode, period, day, hour, time_zone, first_working_day, attach_pdf }
  try {
    const asked = { id: caller.tenant_id, ...chosen, ...languageIn(form) }
    const shown = await call.call(previewReportSchedule, asked)
    const { from } = await call.call(getReportSender, { id: caller.tenant_id })
    const recipients = await call.call(listReportRecipients, { id: caller.tenant_id })
    const src = letterHref(call, form)
    return <LetterBeside {...{ recipients, from, shown, next: shown, src, zone: zoneOf(call) }} />
  } catch (error) {
    if (error instanceof Fault && error.status === 422) return new Response(null, { status: 204 })
    throw error
  }
}

export const scheduleLetterScreens: readonly Screen[] = [
  action(`${AT}/preview`, tried),
  page(`${AT}/letter`, async (call) => {
    const { period, attach_pdf } = call.query
    const asked = { id: call.caller.tenant_id, period, attach_pdf, ...languageIn(call.query) }
    const { letter } = await call.call(previewReportSchedule, asked)
    return letterInFrame(inTheLight(letter.html))
  }),
]
