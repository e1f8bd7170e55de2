/** Sends the report of a month or quarter now: recipients, a note, Send; taken back within ten seconds. */

import { TAKE_BACK } from '../../../src/domains/accounts/index.ts'
import { goTo, type Markup, page, type Screen, type SignedInCall } from '../../../src/doors/pages/web.ts'
import { sendReport, takeBackReport } from '../../../src/features/reports/operations/sending.ts'
import { Fault, notFound } from '../../../src/kernel/operation/fault.ts'
import { newId } from '../../../src/kernel/secrets/ids.ts'
import { SECOND } from '../../../src/kernel/time/clock.ts'
import { PERIOD } from '../../../src/kernel/time/periods.ts'
import { updateEmailSettings } from '../../../src/operations/emails/settings.ts'
import { getEmailRecipients } from '../../../src/operations/tenants/letters.ts'
import { ApiEquivalent } from '../../api-equivalent/api-equivalent.tsx'
import { forPeople } from '../../form-refusal.ts'
import { letterHref } from '../../letters/drafts.ts'
import { NoServer, To } from '../../letters/recipients.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/forms/field.tsx'
import { errorAt } from '../../parts/forms/form.tsx'
import { FormError } from '../../parts/forms/form-error.tsx'
import { Help } from '../../parts/forms/help.tsx'
import { Hidden } from '../../parts/forms/post.tsx'
import { ONCE } from '../../parts/hx.ts'
import { many } from '../../parts/text/format.ts'
import { Name } from '../../parts/text/name.tsx'
import { periodWord } from '../../parts/text/period-word.ts'
import { act } from '../../screens/act.ts'
import { formAction, type RefusedForm } from '../../screens/form-screen.tsx'
import { assertMay, drawPage, may } from '../../shell.tsx'

const AT = '/reports/:month/send'

const periodOf = ({ params: { month = '' } }: SignedInCall): string => {
  if (!new RegExp(PERIOD).test(month)) throw notFound('report')
  return month
}

/** A month that still runs has a live address instead, which goes with a letter. */
const runs = (call: SignedInCall, period: string): boolean => period === call.app.clock.now().slice(0, 7)

function sending(call: SignedInCall) {
  assertMay(call, sendReport)
  const period = periodOf(call)
  return runs(call, period) ? goTo(letterHref(call.base, 'month', period)) : drawn(call)
}

async function drawn(call: SignedInCall, refused?: RefusedForm): Promise<Markup> {
  const { base, caller } = call
  const period = periodOf(call)
  const recipients = await call.call(getEmailRecipients, { id: caller.tenant_id })
  const known = recipients.people.filter(({ as }) => as !== 'asker')
  const reached = known.filter(({ refused }) => !refused)
  const readers = reached.filter(({ as }) => as === 'reader')
  const ticked = (readers.length > 0 ? readers : reached).map(({ email }) => email)
  const issues = refused?.issues ?? []
  const action = `${base}/reports/${period}/send`
  return drawPage(
    call,
    {
      title: `Send ${periodWord(period)}`,
      sub: <Name of={recipients.tenant_name} />,
      crumbs: [{ label: 'Reports', href: `${base}/reports` }, { label: periodWord(period) }],
      detail: true,
    },
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
        to={refused ? call.all('to') : ticked}
        error={errorAt(issues, 'to')}
      >
        {readers.length > 0 && (
          <p class="hint">The schedule sends no further e-mail of this report. You can send it to more people later.</p>
        )}
      </To>
      <Field
        name="note"
        label="Note"
        hint="Above the five figures, your comment and the button to the report. The figures are frozen now, or are those of the draft."
        error={errorAt(issues, 'note')}
      >
        {(control) => (
          <textarea class="input" {...control} rows="5" maxlength="2000">
            {call.form.note ?? ''}
          </textarea>
        )}
      </Field>
      <div class="actions">
        {recipients.configured && <Button class="btn primary" icon="send" label="Send report" />}
        <ApiEquivalent of={action} />
        <Help of={action} />
      </div>
    </form>,
  )
}

const issueHref = ({ base }: SignedInCall, id: string): string => `${base}/reports/issues/${id}`

export const sendScreens: readonly Screen[] = [
  page(AT, sending),
  formAction({
    at: AT,
    operation: sendReport,
    fields: ['note'],
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
    {
      refused: (call, error) => {
        if (!(error instanceof Fault) || error.code !== 'conflict') throw error
        return goTo(issueHref(call, call.params.id!), { text: forPeople(error.message), tone: 'bad' })
      },
    },
  ),
]
