/** How the install sends e-mail, and every e-mail that it can send. */
import { type Flash, goTo, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { listBounceHooks } from '../../src/operations/emails/bounces.ts'
import { getEmailSettings, testEmail, updateEmailSettings } from '../../src/operations/emails/settings.ts'
import { getEmailTemplate, listEmailTemplates, sendEmailTemplate } from '../../src/operations/emails/templates.ts'
import { Section } from '../kit/fold.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { type FormOf, formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { drawPage, zoneOf } from '../shell.tsx'
import { type BounceHooks, Bounces, bounceForm, bounceScreens } from './bounces.tsx'
import { EmailFrame } from './letter.tsx'
import { type EmailRow, templateInWords } from './words.ts'

const EMAIL = '/app/platform/email'

/** The words are those of mail providers' instructions. */
export const ENCRYPTION = {
  starttls: 'Encrypted after the greeting (STARTTLS)',
  tls: 'Encrypted from the start (SSL/TLS)',
  none: 'Not encrypted, for a server on this machine',
}

export const LABELS = {
  host: 'Mail server',
  port: 'Port',
  user: 'User name',
  from_address: 'Sender address',
  from_name: 'Sender name',
}

/** Message about the answer of the mail server. */
function sentOf({ status, to, error }: EmailRow): Flash {
  if (status === 'sent') return { text: `Sent to ${to}.` }
  if (status === 'failed' || error) return { text: error ?? 'It could not be sent.', tone: 'bad' }
  return { text: `Kept for ${to}: it is sent once a mail server is set up.`, tone: 'info' }
}

/** An empty field clears what was set; an empty password leaves the stored one. */
const settingsForm: FormOf = formScreen({
  at: '/email',
  operator: true,
  operation: updateEmailSettings,
  fields: [],
  sentence: [
    'Send e-mail through {host}, port {port}. {secure}.',
    'Sign in there as {user} with the password {password}.',
    'It comes from {from_name}, {from_address}. That of a workspace with a domain of its own {own_domains}.',
  ].join('\n'),
  rare: 'E-mails of domains of workspaces are signed with the DKIM key {dkim_selector} of the mail server.',
  labels: LABELS,
  words: { secure: ENCRYPTION, own_domains: { true: 'comes from that domain', false: 'comes from there too' } },
  verb: 'Save mail server',
  page: (call, refused) => settingsPage(call, refused),
  done: () => goTo(EMAIL, { text: 'Saved. Send a test e-mail to try it.' }),
})

const testForm: FormOf = formScreen({
  at: '/email/test',
  operator: true,
  operation: testEmail,
  fields: [],
  sentence: 'Send a test to {to}.',
  id: 'test',
  empty: { to: 'you' },
  verb: 'Send test e-mail',
  tone: 'plain',
  page: (call, refused) => settingsPage(call, undefined, refused),
  done: (_, sent) => goTo(EMAIL, sentOf(sent)),
})

const sendForm: FormOf = formScreen({
  at: '/email/templates/:name/send',
  operator: true,
  operation: sendEmailTemplate,
  fields: ['to'],
  hints: { to: 'It has these sample facts.' },
  empty: { to: 'To you' },
  verb: 'Send sample',
  class: 'inline',
  page: (call, refused) => templatePage(call, refused),
  done: (call, sent) => goTo(`${EMAIL}/templates/${call.params.name}`, sentOf(sent)),
})

const bouncesForm = bounceForm((call, refused) => settingsPage(call, undefined, undefined, refused))

export const emailForms = [
  ...[settingsForm, testForm, sendForm, bouncesForm].flatMap(({ screens }) => screens),
  ...bounceScreens,
]

type Settings = AnswerOf<typeof getEmailSettings>
type TemplateRow = AnswerOf<typeof listEmailTemplates>['items'][number]

export async function settingsPage(
  call: SignedInCall,
  refused?: RefusedForm,
  tested?: RefusedForm,
  unmade?: RefusedForm,
) {
  const settings = await call.call(getEmailSettings, {})
  const { hooks } = await call.call(listBounceHooks, {})
  const { items } = await call.call(listEmailTemplates, {})
  const head = {
    title: 'E-mail',
    sub: 'The mail server of this install, and the e-mails it sends.',
    menu: [{ label: 'E-mail log', icon: 'file-text' as const, href: '/app/platform/letters' }],
    operator: true,
    kind: 'settings',
  }
  const forms = { refused, tested, unmade }
  return drawPage(
    call,
    head,
    <EmailSettings settings={settings} templates={items} hooks={hooks} zone={zoneOf(call)} {...forms} />,
  )
}

type SettingsProps = {
  settings: Settings
  templates: readonly TemplateRow[]
  hooks?: BounceHooks
  zone?: string
  refused?: RefusedForm | undefined
  tested?: RefusedForm | undefined
  unmade?: RefusedForm | undefined
}

export const EmailSettings = (props: SettingsProps) => {
  const { settings, templates, hooks = [], zone = 'UTC', refused, tested, unmade } = props
  const { password, ...values } = settings
  const empty = {
    ...{ host: 'mail server', user: 'no user name', from_name: 'sender name', from_address: 'sender address' },
    ...{ password: password ? `stored: ${password.hint}` : 'none', dkim_selector: 'none' },
  }
  return (
    <>
      {!settings.configured && (
        <Banner tone="warn">
          <b>No e-mail is sent yet.</b> E-mails are kept until a mail server and a sender are set.
        </Banner>
      )}
      <Section title="Mail server">{settingsForm.form(EMAIL, values, { empty }, refused)}</Section>
      <Section title="Test">{testForm.form(`${EMAIL}/test`, {}, {}, tested)}</Section>
      <Bounces hooks={hooks} form={bouncesForm} zone={zone} refused={unmade} />
      <Section title="E-mails">
        <DataTable caption="E-mails" columns={TEMPLATE_COLUMNS} rows={templates} lines />
      </Section>
    </>
  )
}

const TEMPLATE_COLUMNS: Column<TemplateRow>[] = [
  { label: 'E-mail', cell: ({ name }) => <Named href={`${EMAIL}/templates/${name}`} name={templateInWords(name)} /> },
  { label: 'Sent when', cell: ({ sent_when }) => sent_when },
  { label: 'Subject', class: 'wide-only', cell: ({ subject }) => <span class="muted">{subject}</span> },
]

export const templateOf = (call: SignedInCall) => call.call(getEmailTemplate, { name: call.params.name })

export async function templatePage(call: SignedInCall, refused?: RefusedForm) {
  const { name, subject, text, sent_when } = await templateOf(call)
  const title = templateInWords(name)
  const self = `${EMAIL}/templates/${name}`
  const head = {
    title,
    sub: sent_when,
    crumbs: [{ label: 'E-mail', href: EMAIL }, { label: title }],
    operator: true,
    kind: 'settings',
  }
  return drawPage(call, head, <Template subject={subject} text={text} self={self} refused={refused} />)
}

type TemplateProps = { subject: string; text: string; self: string; refused?: RefusedForm | undefined }

export const Template = ({ subject, text, self, refused }: TemplateProps) => (
  <>
    <EmailFrame title={subject} src={`${self}/letter`} text={text} />
    <Section title="Send a sample">{sendForm.form(`${self}/send`, {}, {}, refused)}</Section>
  </>
)
