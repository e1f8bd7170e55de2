/** Where mail services report bounces: an address for each service, and what it reported last. */
import { goTo, type SignedInCall } from '../../src/doors/pages/web.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { deleteBounceHook, listBounceHooks, putBounceHook } from '../../src/operations/emails/bounces.ts'
import { Fold, Section } from '../kit/fold.tsx'
import { CopyField } from '../parts/forms/copy.tsx'
import { ConfirmLink, type Question } from '../parts/forms/dialogs.tsx'
import { When } from '../parts/text/when.tsx'
import { askScreen } from '../screens/ask-screen.ts'
import { type FormOf, formScreen, type Redraw, type RefusedForm } from '../screens/form-screen.tsx'

export type BounceHooks = readonly Readonly<AnswerOf<typeof listBounceHooks>['hooks'][number]>[]
type Hook = BounceHooks[number]

const EMAIL = '/app/platform/email'
const BOUNCES = `${EMAIL}/bounces`

/** Names of the services, and what its own pages call the place where the address is entered. */
export const SERVICES: Record<Hook['service'], { name: string; place: string }> = {
  ses: { name: 'Amazon SES', place: 'As an https subscription of the SNS topic for bounces and complaints.' },
  postmark: { name: 'Postmark', place: 'Server, Webhooks: tick Bounce and Spam complaint.' },
  mailgun: { name: 'Mailgun', place: 'Sending, Webhooks: permanent failure, temporary failure, spam complaints.' },
  sendgrid: { name: 'SendGrid', place: 'Settings, Mail settings, Event webhook: bounced, dropped, spam reports.' },
  resend: { name: 'Resend', place: 'Webhooks: email.bounced and email.complained.' },
  brevo: { name: 'Brevo', place: 'Transactional, Settings, Webhook: hard bounce, soft bounce, invalid, complaint.' },
  report: { name: 'Raw delivery reports', place: 'A script posts each report of your mail server there, as it came.' },
}
const nameOf = (service: Hook['service']): string => SERVICES[service].name

/** The page of e-mail draws this form: it redraws it with a refusal. */
export const bounceForm = (page: Redraw): FormOf =>
  formScreen({
    at: '/email/bounces',
    operator: true,
    operation: putBounceHook,
    fields: ['service', 'signing_key'],
    given: () => ({}),
    words: { service: Object.fromEntries(Object.entries(SERVICES).map(([service, { name }]) => [service, name])) },
    hints: { signing_key: 'For Mailgun, SendGrid and Resend: with it, calls without their signature are refused.' },
    verb: 'Make address',
    tone: 'plain',
    page,
    done: (_, { service }) =>
      goTo(`${EMAIL}#bounces`, { text: `The address for ${nameOf(service)} is made. Enter it there.` }),
  })

const DELETING: Question = {
  title: 'Delete this address?',
  points: ['Reports of this service are refused from now on.', 'Addresses that are paused stay paused.'],
  body: 'Make a new address to take reports again.',
  verb: 'Delete address',
}

export const bounceScreens = askScreen({
  at: '/email/bounces/:service/delete',
  operator: true,
  operation: deleteBounceHook,
  question: DELETING,
  of: async (call: SignedInCall) => {
    const { hooks } = await call.call(listBounceHooks, {})
    const hook = hooks.find(({ service }) => service === call.params.service)
    if (!hook) throw notFound('address for reports')
    return hook
  },
  crumbs: (_, { service }) => [
    { label: 'E-mail', href: EMAIL },
    { label: nameOf(service), href: EMAIL },
  ],
  done: () => goTo(`${EMAIL}#bounces`, { text: 'Deleted. Reports of this service are refused.' }),
})

type Props = { hooks: BounceHooks; form: FormOf; zone: string; refused?: RefusedForm | undefined }

export const Bounces = ({ hooks, form, zone, refused }: Props) => (
  <Section
    title="Bounces"
    id="bounces"
    note="Your mail service reports e-mails that came back, and Signalpost stops writing to dead addresses."
  >
    <div class="spaced">
      {hooks.map((hook) => (
        <HookFields hook={hook} zone={zone} />
      ))}
      <Fold summary={hooks.length ? 'Another service, or a new address' : 'Make an address'} open={!!refused}>
        {form.form(BOUNCES, {}, {}, refused)}
      </Fold>
    </div>
  </Section>
)

const HookFields = ({ hook, zone }: { hook: Hook; zone: string }) => (
  <div>
    <CopyField
      id={`bounces-${hook.service}`}
      label={`Address for ${nameOf(hook.service)}`}
      value={hook.url}
      hint={SERVICES[hook.service].place}
    >
      <ConfirmLink href={`${BOUNCES}/${hook.service}/delete`} {...DELETING}>
        Delete
      </ConfirmLink>
    </CopyField>
    <p class="hint">
      {hook.heard_at === null ? (
        'Nothing arrived yet.'
      ) : (
        <>
          Last call <When time={hook.heard_at} zone={zone} />: {hook.said}
        </>
      )}
    </p>
  </div>
)
