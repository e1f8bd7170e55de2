/** How the install sends e-mail, and every letter that it can send. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getEmailSettings } from '../../src/operations/emails/get-email-settings.ts'
import type { getEmailTemplate } from '../../src/operations/emails/get-email-template.ts'
import type { listEmailTemplates } from '../../src/operations/emails/list-email-templates.ts'
import { sendEmailTemplate } from '../../src/operations/emails/send-email-template.ts'
import { testEmail } from '../../src/operations/emails/test-email.ts'
import { updateEmailSettings } from '../../src/operations/emails/update-email-settings.ts'
import { Banner, Card, CardBody } from '../parts/card.tsx'
import { Form, type Issue } from '../parts/form.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, DataTable } from '../parts/table.tsx'
import { LetterFrame } from './letter.tsx'
import { templateInWords } from './words.ts'

type TemplateRow = AnswerOf<typeof listEmailTemplates>['items'][number]

export type EmailProps = {
  settings: AnswerOf<typeof getEmailSettings>
  templates: readonly TemplateRow[]
  self: string
  log: string
  values?: Readonly<Record<string, unknown>>
  issues?: readonly Issue[]
}

export const EmailSettingsPage = ({ settings, templates, self, log, values, issues }: EmailProps) => (
  <>
    <PageHead
      title="E-mail"
      sub="The mail server that letters go out by, and the letters themselves."
      actions={
        <a class="btn" href={log}>
          Log of all letters
        </a>
      }
    />
    {!settings.configured && (
      <Banner tone="warn">
        <b>No letters go out yet.</b> They are kept, and can be sent once a mail server and a sender are set.
      </Banner>
    )}
    <div class="grid">
      <Card title="Mail server" class="w7">
        <CardBody>
          <Form
            action={self}
            schema={updateEmailSettings.input}
            values={values ?? { ...settings, password: undefined }}
            issues={issues}
            labels={LABELS}
            words={{ secure: ENCRYPTION }}
            hints={{
              host: 'The name that your provider gives, without a port.',
              port: 'Usually 587; 465 where everything is encrypted from the start.',
              secure: 'If you do not know, leave it as it is.',
              password: settings.password ? `One is set (${settings.password.hint}). Left empty, it stays.` : '',
            }}
            verb="Save"
          />
        </CardBody>
      </Card>
      <Card title="Try it" class="w5">
        <CardBody>
          <Form
            action={`${self}/test`}
            id="test"
            schema={testEmail.input}
            hints={{ to: 'Left empty, it goes to you.' }}
            verb="Send a test"
          />
        </CardBody>
      </Card>
    </div>
    <Card title="Letters">
      <DataTable caption="Letters" columns={columns(self)} rows={templates} />
    </Card>
  </>
)

/** A mail server's ways to be spoken to, as a provider's instructions call them. */
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

const columns = (self: string): Column<TemplateRow>[] => [
  {
    label: 'Letter',
    cell: ({ name }) => (
      <a href={`${self}/templates/${name}`}>
        <b>{templateInWords(name)}</b>
      </a>
    ),
  },
  { label: 'Sent when', cell: ({ sent_when }) => sent_when },
  { label: 'Subject', class: 'wide-only', cell: ({ subject }) => <span class="muted">{subject}</span> },
]

export type TemplateProps = { template: AnswerOf<typeof getEmailTemplate>; email: string; issues?: readonly Issue[] }

export const TemplatePage = ({ template, email, issues }: TemplateProps) => {
  const title = templateInWords(template.name)
  const self = `${email}/templates/${template.name}`
  return (
    <>
      <PageHead title={title} crumbs={[{ label: 'E-mail', href: email }, { label: title }]} sub={template.sent_when} />
      <LetterFrame title={template.subject} src={`${self}/letter`} text={template.text} />
      <Card title="Send it with these sample facts">
        <CardBody>
          <Form
            action={`${self}/send`}
            schema={sendEmailTemplate.input}
            fields={['to']}
            issues={issues}
            hints={{ to: 'Left empty, it goes to you.' }}
            verb="Send it"
            class="inline"
          />
        </CardBody>
      </Card>
    </>
  )
}
