/** First run: admin account, address of the install, mail server, and first suppliers. */
import { FirstRun } from '../../src/domains/accounts/index.ts'
import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import type { AddressCheck } from '../../src/domains/system/index.ts'
import { ENCRYPTION, LABELS } from '../emails/settings.tsx'
import type { Child } from '../jsx/elements.ts'
import { Form, type FormSchema, type Issue } from '../parts/forms/form.tsx'
import { Post } from '../parts/forms/post.tsx'
import { Banner } from '../parts/page/card.tsx'
import { Panel, Ways } from '../parts/page/plain.tsx'
import { Steps } from '../parts/page/steps.tsx'
import { PASSWORD_HINT } from '../parts/text/words.ts'
import type { RefusedForm } from '../screens/form-screen.tsx'
import { EngineForm, RouteForm } from '../suppliers/forms.tsx'
import type { EngineData, RouteData, SlotNeeds } from '../suppliers/props.ts'

const STEPS = ['Account', 'Address', 'E-mail', 'Supplier', 'Engine']

/** One step of the first run: its number and its form. */
const Step = ({ current, title, text, children }: { current: number; title: string; text: Child; children: Child }) => (
  <>
    <Steps steps={STEPS} current={current} />
    <Panel title={title} text={text}>
      {children}
    </Panel>
  </>
)

const Later = ({ href }: { href: string }) => (
  <Ways>
    <a href={href}>Do this later</a>
  </Ways>
)

type SetupAccountProps = {
  /** The one-time address itself: its token grants access. */
  action: string
  values?: { workspace?: string; name?: string; email?: string }
  issues?: readonly Issue[]
}

export const SetupAccount = ({ action, values = {}, issues = [] }: SetupAccountProps) => (
  <Step
    current={0}
    title="Set up Signalpost"
    text="This account runs the install and owns the agency's workspace. This page works once."
  >
    <Form
      action={action}
      schema={FirstRun}
      labels={{ workspace: 'Agency name', name: 'Your name' }}
      hints={{ workspace: 'Shown on client reports; you can change it later.', password: PASSWORD_HINT }}
      inputs={{
        workspace: { autocomplete: 'organization' },
        name: { autocomplete: 'name' },
        email: { type: 'email', autocomplete: 'username' },
        password: { autocomplete: 'new-password' },
      }}
      values={values}
      issues={issues}
      verb="Create account"
      wide
    />
  </Step>
)

type StepProps = { action: string; later_href: string }
type AddressProps = StepProps & { site_url: string; check: AddressCheck | null }

/** Address of the install for people. The install fetches it to test it. */
export const SetupAddress = ({ site_url, check, action, later_href }: AddressProps) => (
  <Step
    current={1}
    title="Site address"
    text={
      <>
        E-mails, reports and sign-in links lead to <b>{site_url}</b>. The check fetches that address over HTTPS.
      </>
    }
  >
    {check && <Banner tone={check.ok ? 'ok' : 'warn'}>{check.message}</Banner>}
    <div class="row">
      <Post action={action} class={check?.ok ? 'btn' : 'btn primary'} label={check ? 'Check again' : 'Check address'} />
      <a class={check?.ok ? 'btn primary' : 'btn'} href={later_href}>
        {check?.ok ? 'Continue' : 'Do this later'}
      </a>
    </div>
  </Step>
)

export type SetupMailProps = StepProps & {
  fields: FormSchema
  values?: Readonly<Record<string, unknown>>
  issues?: readonly Issue[]
  /** Answer of the mail server to the test. */
  refusal?: string | null
}

/** Tests the mail server with a real e-mail. */
export const SetupMail = ({ action, later_href, fields, values = {}, issues = [], refusal }: SetupMailProps) => (
  <Step
    current={2}
    title="E-mail"
    text="Invitations, new passwords and notices use your mail server. Saving sends a test to your address."
  >
    {refusal && (
      <Banner tone="bad">
        <b>The test was not sent.</b> {refusal}
      </Banner>
    )}
    <Form
      action={action}
      schema={fields}
      values={values}
      issues={issues}
      labels={LABELS}
      words={{ secure: ENCRYPTION }}
      hints={{
        host: 'A host name, such as mail.agency.example.',
        port: '587 for most.',
        secure: 'If you do not know, leave it as it is.',
      }}
      verb="Save and send a test"
      wide
    />
    <Later href={later_href} />
  </Step>
)

type SetupConnectProps = StepProps & {
  current: 3 | 4
  title: string
  text: string
  form: Child
  /** Result of a failed test. */
  failed: string | undefined
}

/** A supplier or engine: a real one that is tested, or the simulated one. */
const SetupConnect = ({ action, later_href, failed, form, ...step }: SetupConnectProps) => (
  <Step {...step}>
    {failed && (
      <Banner tone="bad">
        <b>Saved, but its test failed, so it is not in use yet.</b> {failed}
      </Banner>
    )}
    {form}
    <h2>No key yet?</h2>
    <p class="muted">The simulated one asks no search engine and costs nothing. Replace it when you have a key.</p>
    <Post action={action} fields={{ adapter: 'simulated' }} class="btn wide" label="Use the simulated one" />
    <Later href={later_href} />
  </Step>
)

export type SetupSupplierProps = StepProps & {
  route: RouteData
  price: number | null
  sent?: RefusedForm | undefined
  failed?: string
}

export const SetupSupplier = ({ route, price, sent, failed, ...step }: SetupSupplierProps) => (
  <SetupConnect
    {...step}
    current={3}
    title="Crawl supplier"
    failed={failed}
    text="A supplier that you pay brings search engines to your links. Saving asks for your balance, which is free."
    form={<RouteForm action={step.action} route={route} price={price} sent={sent} />}
  />
)

export type SetupEngineProps = StepProps & {
  adapter: string
  engine: EngineData | null
  wants: SlotNeeds
  sent?: RefusedForm | undefined
  failed?: string
}

export const SetupEngine = ({ adapter, engine, wants, sent, failed, ...step }: SetupEngineProps) => (
  <SetupConnect
    {...step}
    current={4}
    title="Check engine"
    failed={failed}
    text={`It checks whether Google shows a link; a link not shown by day ${LAST_LOOK_DAY} is refunded. Saving asks for your balance, and one question at the price of a check.`}
    form={<EngineForm slot="scan_standard" action={step.action} {...{ adapter, engine, wants, sent }} />}
  />
)
