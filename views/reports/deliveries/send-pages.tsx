/** Sends the report of a month or quarter now: recipients, a note, Send; taken back within ten seconds. */

import { TAKE_BACK } from '../../../src/domains/accounts/index.ts'
import {
  goTo,
  type Markup,
  page,
  action as post,
  type Reply,
  type Screen,
  type SignedInCall,
} from '../../../src/doors/pages/web.ts'
import { putReportSchedule } from '../../../src/features/reports/operations/schedule.ts'
import { previewReport, sendReport, takeBackReport } from '../../../src/features/reports/operations/sending.ts'
import { Fault, notFound } from '../../../src/kernel/operation/fault.ts'
import { newId } from '../../../src/kernel/secrets/ids.ts'
import { SECOND } from '../../../src/kernel/time/clock.ts'
import { PERIOD } from '../../../src/kernel/time/periods.ts'
import { updateEmailSettings } from '../../../src/operations/emails/settings.ts'
import { getEmailRecipients } from '../../../src/operations/tenants/letters.ts'
import { ApiEquivalent } from '../../api-equivalent/api-equivalent.tsx'
import { brandFor } from '../../branding.ts'
import { letterInFrame, withFrame } from '../../emails/frame.ts'
import { conflictAt } from '../../form-refusal.ts'
import { letterHref } from '../../letters/drafts.ts'
import { NoServer, To } from '../../letters/recipients.tsx'
import { inTheLight } from '../../mail/letter-style.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/forms/field.tsx'
import { errorAt } from '../../parts/forms/form.tsx'
import { FormError } from '../../parts/forms/form-error.tsx'
import { Help } from '../../parts/forms/help.tsx'
import { Hidden } from '../../parts/forms/post.tsx'
import { ONCE } from '../../parts/hx.ts'
import { listHref } from '../../parts/lists/list.ts'
import { many } from '../../parts/text/format.ts'
import { periodWord } from '../../parts/text/period-word.ts'
import { act } from '../../screens/act.ts'
import { formAction, type RefusedForm } from '../../screens/form-screen.tsx'
import { assertMay, drawPage, may } from '../../shell.tsx'
import { boxesIn } from '../boxes.tsx'
import { LetterAside, LiveLetter } from '../issues/schedule-letter.tsx'
import { leftOutOf } from '../left-out.tsx'
import { BeforeIt, Written } from './before-sending.tsx'

const AT = '/reports/:month/send'

const periodOf = ({ params: { month = '' } }: SignedInCall): string => {
  if (!new RegExp(PERIOD).test(month)) throw notFound('report')
  return month
}

/** A period that still runs has a live address instead, which goes with a letter. */
async function sending(call: SignedInCall): Promise<Reply> {
  assertMay(call, sendReport)
  const period = periodOf(call)
  try {
    return withFrame(await drawn(call))
  } catch (error) {
    if (error instanceof Fault && error.details.state === 'draft') return goTo(letterHref(call.base, 'month', period))
    return conflictAt(error, `${call.base}/reports/${period}`)
  }
}

async function drawn(call: SignedInCall, refused?: RefusedForm): Promise<Markup> {
  const { base, caller } = call
  const period = periodOf(call)
  const recipients = await call.call(getEmailRecipients, { id: caller.tenant_id })
  const { summary, ...preview } = await call.call(previewReport, { id: caller.tenant_id, month: period })
  const left = await leftOutOf(call, { id: caller.tenant_id, period })
  const names = [recipients.tenant_name, brandFor(call, caller.tenant_id).name]
  const known = recipients.people.filter(({ as }) => as !== 'asker')
  const reached = known.filter(({ refused }) => !refused)
  const readers = reached.filter(({ as }) => as === 'reader')
  const ticked = refused ? call.all('to') : (readers.length > 0 ? readers : reached).map(({ email }) => email)
  const issues = refused?.issues ?? []
  const action = `${base}/reports/${period}/send`
  return drawPage(
    call,
    {
      title: `Send ${periodWord(period)} now`,
      ...(readers.length > 0 && { sub: 'The schedule then sends no further e-mail of this report.' }),
      crumbs: [{ label: 'Reports', href: `${base}/reports` }, { label: periodWord(period) }],
    },
    <div class="split">
      <form method="post" action={action} class="form letter" {...ONCE}>
        {issues.length > 0 && <FormError issues={issues} loose={issues.filter(({ path }) => path === '')} />}
        <Hidden fields={{ idempotency_key: newId() }} />
        {!recipients.configured && (
          <NoServer setup={may(call, updateEmailSettings) ? '/app/platform/email' : null}>
            Share the report, and send its address.
          </NoServer>
        )}
        <To
          people={known}
          none={`${recipients.tenant_name} has no people and no recipients of reports yet.`}
          to={ticked}
          error={errorAt(issues, 'to')}
        />
        <Written {...preview} values={call.form} base={base} can_change={may(call, putReportSchedule)} />
        <Field
          name="note"
          label="Covering note"
          hint="It comes before the first figure, in the e-mail alone."
          error={errorAt(issues, 'note')}
        >
          {(control) => (
            <textarea class="input" {...control} rows="6" maxlength="2000">
              {call.form.note ?? ''}
            </textarea>
          )}
        </Field>
        <BeforeIt summary={summary} left={left} people={known} boxes={boxesIn(call, names)} />
        <LiveLetter href={`${action}/preview`} />
        <Acts action={action} back={`${base}/reports/${period}`} sends={recipients.configured} />
      </form>
      {await letterBeside(call, ticked, call.form)}
    </div>,
  )
}

const Acts = ({ action, back, sends }: { action: string; back: string; sends: boolean }) => (
  <div class="actions">
    {sends && <Button class="btn primary" icon="send" label="Send report" />}
    <a class="btn quiet" href={back}>
      Cancel
    </a>
    <ApiEquivalent of={action} />
    <Help of={action} />
  </div>
)

const asked = (call: SignedInCall, { note, attach_pdf }: SignedInCall['query']) => ({
  ...{ id: call.caller.tenant_id, month: periodOf(call) },
  ...{ note: note || undefined, attach_pdf: attach_pdf || undefined },
})

/** The letter as it would leave, with the choices of the form. */
async function letterBeside(
  call: SignedInCall,
  to: readonly string[],
  { note = '', attach_pdf = '' }: SignedInCall['form'],
) {
  const month = periodOf(call)
  const { letter } = await call.call(previewReport, asked(call, { note, attach_pdf }))
  const src = listHref(`${call.base}/reports/${month}/send/letter`, {}, { note, attach_pdf })
  return (
    <LetterAside
      facts={[
        { label: 'From', value: letter.from_name },
        { label: 'To', value: to.length === 0 ? 'Nobody yet' : to.join(', ') },
        { label: 'Subject', value: <b>{letter.subject}</b> },
      ]}
      src={src}
    />
  )
}

const issueHref = ({ base }: SignedInCall, id: string): string => `${base}/reports/issues/${id}`

export const sendScreens: readonly Screen[] = [
  page(AT, sending),
  post(`${AT}/preview`, (call) => letterBeside(call, call.all('to'), call.form)),
  page(`${AT}/letter`, async (call) => {
    const { letter } = await call.call(previewReport, asked(call, call.query))
    return letterInFrame(inTheLight(letter.html))
  }),
  formAction({
    at: AT,
    operation: sendReport,
    fields: ['note', 'attach_pdf'],
    given: (call) => ({ id: call.caller.tenant_id, month: periodOf(call), to: call.all('to') }),
    once: true,
    faults: ['conflict', 'forbidden'],
    page: drawn,
    done: (call, { id, period }) => {
      const to = call.all('to')
      const whom = to.length === 1 ? to[0]! : many(to.length, 'person', 'people')
      const text = `${periodWord(period)} goes to ${whom} in ${TAKE_BACK / SECOND} seconds.`
      return goTo(issueHref(call, id), { text, report: id })
    },
  }),
  act(
    '/reports/issues/:id/take-back',
    takeBackReport,
    (call, { state }) => {
      const then = state === 'waiting' ? ' The report waits for approval.' : ''
      return goTo(issueHref(call, call.params.id!), { text: `Taken back: nobody gets it.${then}` })
    },
    {},
    { refused: (call, error) => conflictAt(error, issueHref(call, call.params.id!)) },
  ),
]
