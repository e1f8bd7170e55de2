import {
  action,
  type Flash,
  goTo,
  page,
  platformAction,
  platformPage,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import type { Fault } from '../../src/kernel/operation/fault.ts'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { getEmail } from '../../src/operations/emails/get-email.ts'
import { getEmailSettings } from '../../src/operations/emails/get-email-settings.ts'
import { getEmailTemplate } from '../../src/operations/emails/get-email-template.ts'
import { listEmailTemplates } from '../../src/operations/emails/list-email-templates.ts'
import { listEmails } from '../../src/operations/emails/list-emails.ts'
import { resendEmail } from '../../src/operations/emails/resend-email.ts'
import { sendEmailTemplate } from '../../src/operations/emails/send-email-template.ts'
import { testEmail } from '../../src/operations/emails/test-email.ts'
import { updateEmailSettings } from '../../src/operations/emails/update-email-settings.ts'
import { askedOf } from '../parts/list.ts'
import { issuesIn } from '../refused.ts'
import { appPage, installPage, may, zoneOf } from '../shell.tsx'
import { letterInFrame, withFrame } from './frame.ts'
import { LetterPage } from './letter.tsx'
import { Log } from './log.tsx'
import { EmailSettingsPage, TemplatePage } from './settings.tsx'
import type { LetterRow } from './words.ts'

const EMAIL = '/app/platform/email'
const LETTERS = '/app/platform/letters'

/** The log of a workspace, or of all with the platform's own. */
type Kind = { self: (call: SignedInCall) => string; here: boolean; sub: string; draw: typeof appPage }
const OF_WORKSPACE: Kind = {
  self: ({ base }) => `${base}/emails`,
  here: true,
  sub: 'Letters of this workspace and those below it, and what became of each.',
  draw: appPage,
}
const OF_INSTALL: Kind = {
  self: () => LETTERS,
  here: false,
  sub: 'Letters of every workspace and of the platform, and what became of each.',
  draw: installPage,
}

export const emailScreens: readonly Screen[] = [
  ...logScreens(OF_WORKSPACE, page, action, '/emails'),
  ...logScreens(OF_INSTALL, platformPage, platformAction, '/letters'),
  platformPage('/email', (call) => settingsPage(call)),
  platformAction('/email', save),
  platformAction('/email/test', async (call) => goTo(EMAIL, said(await call.call(testEmail, { to: call.form.to })))),
  platformPage('/email/templates/:name', async (call) => {
    const template = await templateOf(call)
    return withFrame(await installPage(call, template.subject, <TemplatePage template={template} email={EMAIL} />))
  }),
  platformPage('/email/templates/:name/letter', async (call) => letterInFrame((await templateOf(call)).html)),
  platformAction('/email/templates/:name/send', async (call) => {
    const { name } = call.params
    const sent = await call.call(sendEmailTemplate, { name, to: call.form.to })
    return goTo(`${EMAIL}/templates/${name}`, said(sent))
  }),
]

function logScreens(kind: Kind, read: typeof page, write: typeof action, path: string): Screen[] {
  const { self, here, sub, draw } = kind
  const letterOf = (call: SignedInCall) => call.call(getEmail, { id: call.params.id }, { here })
  return [
    read(path, async (call) => {
      const list = await call.call(listEmails, askedOf(listEmails, call.query), { here })
      const props = { list, query: call.query, self: self(call), sub, zone: zoneOf(call) }
      return draw(call, 'E-mail log', <Log {...props} />)
    }),
    read(`${path}/:id`, async (call) => {
      const letter = await letterOf(call)
      const props = { letter, log: self(call), resends: may(call, resendEmail as AnyOperation), zone: zoneOf(call) }
      return withFrame(await draw(call, letter.subject, <LetterPage {...props} />))
    }),
    read(`${path}/:id/letter`, async (call) => letterInFrame((await letterOf(call)).html)),
    write(`${path}/:id/resend`, async (call) => {
      const { id } = await call.call(resendEmail, { id: call.params.id }, { here })
      return goTo(`${self(call)}/${id}`, { text: 'Written once more. This is the new one.' })
    }),
  ]
}

const templateOf = (call: SignedInCall) => call.call(getEmailTemplate, { name: call.params.name })

/** What the mail server said to a letter that was sent while one waited. */
function said({ status, to, error }: LetterRow): Flash {
  if (status === 'sent') return { text: `Sent to ${to}.` }
  if (status === 'failed' || error) return { text: error ?? 'It could not be sent.', tone: 'bad' }
  return { text: `Kept for ${to}: it goes out once a mail server is set up.`, tone: 'info' }
}

async function settingsPage(call: SignedInCall, more: Partial<Parameters<typeof EmailSettingsPage>[0]> = {}) {
  const settings = await call.call(getEmailSettings, {})
  const { items: templates } = await call.call(listEmailTemplates, { page_size: 200 })
  const props = { ...more, settings, templates, self: EMAIL, log: LETTERS }
  return installPage(call, 'E-mail', <EmailSettingsPage {...props} />)
}

/** An empty field clears what was set; an empty password leaves the one that is there. */
async function save(call: SignedInCall) {
  const { form } = call
  const cleared = (name: string) => form[name]?.trim() || null
  try {
    await call.call(updateEmailSettings, {
      ...(askedOf(updateEmailSettings, form) as object),
      host: cleared('host'),
      user: cleared('user'),
      from_address: cleared('from_address'),
      from_name: cleared('from_name'),
      own_domains: form.own_domains ?? 'false',
      password: form.password || undefined,
      port: form.port,
      secure: form.secure,
    })
    return goTo(EMAIL, { text: 'Saved. Send a test to see whether it works.' })
  } catch (error) {
    const issues = issuesIn(error)
    const { password: _, ...values } = form
    return withFrame(await settingsPage(call, { values, issues }), (error as Fault).status)
  }
}
