import Type, { type Static } from 'typebox'
import { packSaid, said } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { inFacts, type LetterFacts, type LetterKind, type StoredSection, TEMPLATES, type Template } from './letters.ts'
import { TemplateName } from './shapes.ts'

const page = (n: number): string => `https://push.example/${n}`

const DIGEST_SAMPLE: readonly StoredSection[] = [
  {
    title: said('{links, plural, one {# link} other {# links}} indexed', { links: 42 }),
    lines: [
      {
        text: said('{name}: {links, plural, one {# link} other {# links}}', {
          name: 'Spring pages (Bakery)',
          links: 30,
        }),
        href: page(1),
      },
      {
        text: said('{name}: {links, plural, one {# link} other {# links}}', { name: 'Recipes (Bakery)', links: 12 }),
        href: page(2),
      },
    ],
  },
  {
    title: said('{credits, plural, one {# credit} other {# credits}} refunded', { credits: 7 }),
    lines: [
      {
        text: said('{name}: {links, plural, one {# link} other {# links}} not indexed in time', {
          ...{ name: 'Spring pages (Bakery)', links: 7 },
        }),
        href: page(1),
      },
    ],
  },
  {
    title: said('{things, plural, one {# thing needs} other {# things need}} attention', { things: 2 }),
    lines: [
      { text: said('The payment of the plan is overdue{client}', { client: ' (Bakery)' }), href: page(3) },
      {
        text: said('IndexNow does not accept the key of {host}{client}', {
          host: 'bakery.example',
          client: ' (Bakery)',
        }),
        href: page(4),
      },
    ],
  },
]

const KEY_FILE_SAMPLE = said('The server answered {status} instead of the key file.', { status: '404' })

const FINISHED =
  '{name}{type, select, check {, a check} other {}}: {seen} of {links, plural, one {# link} other {# links}} indexed{returned, plural, =0 {} one {, # credit refunded} other {, # credits refunded}}'

/** When each letter of the core is sent, and its sample facts for a preview. */
const ABOUT: Partial<Record<Template, Pick<LetterKind, 'sent_when' | 'sample'>>> = {
  verify_email: {
    sent_when: 'Somebody signs up, or gives a new e-mail address',
    sample: { day: '2026-11-02', maker: 'ben@northwind.example' },
  },
  email_changed: {
    sent_when: 'An account has a new e-mail address (to the one it had)',
    sample: { name: 'Ada', email: 'ada@elsewhere.example' },
  },
  factors_changed: {
    sent_when: 'The second factors of an account change, or a recovery code is used',
    sample: { name: 'Ada', what: 'An authenticator app was added.' },
  },
  invite: {
    sent_when: 'A person without an account is added to a workspace, or gets an invite to this install',
    sample: { by: 'Ada', workspace: 'Bakery' },
  },
  member_added: {
    sent_when: 'A person with an account is invited to a workspace',
    sample: { by: 'Ada', workspace: 'Bakery', role: 'member' },
  },
  account_approved: { sent_when: 'An account that waited for approval is approved', sample: { name: 'Ada' } },
  password_reset: {
    sent_when: 'Somebody asks for a new password, or the platform admin does for them',
    sample: { name: 'Ada' },
  },
  credit_request: {
    sent_when: 'A credit pack is requested (to the platform admins), approved, declined or refunded (to the requester)',
    sample: { status: 'pending', pack: 'boost', workspace: 'Bakery', by: 'ada@northwind.example', note: 'For spring' },
  },
  confirm_recipient: {
    sent_when: 'An address that is no member of a workspace is to get its notices',
    sample: { by: 'Ada', workspace: 'Bakery' },
  },
  job_finished: {
    sent_when: 'Pushes or checks finished (to the recipients of the workspace’s notices, if they are switched on)',
    sample: {
      workspace: 'Bakery',
      jobs: '2',
      sections: inFacts([
        {
          title: said('Finished'),
          lines: [
            {
              text: [FINISHED, { name: 'Spring pages', type: 'index', seen: 63, links: 70, returned: 7 }],
              href: 'https://push.example/1',
            },
            {
              text: [FINISHED, { name: 'Recipes', type: 'check', seen: 118, links: 200, returned: 0 }],
              href: 'https://push.example/2',
            },
          ],
        },
      ]),
    },
  },
  daily_digest: {
    sent_when: 'Once a day at the hour of the workspace, where it is switched on',
    sample: {
      workspace: 'Northwind',
      day: '2026-11-02',
      since: '2026-11-01T07:00:00.000Z',
      sections: inFacts(DIGEST_SAMPLE),
    },
  },
  low_credits: {
    sent_when: 'A balance fell below the threshold of its workspace (once a day at most)',
    sample: { workspace: 'Bakery', kind: 'index', left: '12', threshold: '20' },
  },
  indexnow_site_failing: {
    sent_when: 'The key file of an IndexNow site can no longer be read, or search engines refuse its key',
    sample: { workspace: 'Bakery', host: 'bakery.example', why: packSaid(KEY_FILE_SAMPLE) },
  },
  plan_past_due: {
    sent_when: 'The payment of a plan is overdue',
    sample: { workspace: 'Northwind', plan: 'Agency Scale', until: '2026-11-09' },
  },
  letter: {
    sent_when: 'A person of an agency writes to people of a client, or sends the report of a push',
    sample: {
      by: 'Ada',
      workspace: 'Bakery',
      subject: '2 pages of your site cannot be indexed',
      text: 'Dear Vera,\n\nthese pages answer 404:\nhttps://bakery.example/rye\nhttps://bakery.example/spelt\n\nBest regards\nAda',
      reply_to: 'ada@northwind.example',
      report: 'yes',
    },
  },
  operator_alert: {
    sent_when: 'The install found a fault in itself (to the platform admins)',
    sample: {
      what: 'The clock says 2099-06-01, more than 35 days after the latest time that was seen (2026-11-02).',
      advice: 'Correct the clock. Work then continues automatically.',
    },
  },
  test: { sent_when: 'The platform admin tries the mail server', sample: { by: 'Ada' } },
}

export const TemplateShape = Shape('LetterKind', {
  name: TemplateName,
  sent_when: Type.String(),
  subject: Type.String(),
})

export const TemplatePreview = Shape('LetterPreview', {
  ...TemplateShape.properties,
  html: Type.String(),
  text: Type.String(),
})

export function findTemplate(name: string): Template {
  const found = TEMPLATES.find((one) => one === name)
  if (!found) throw notFound('e-mail template')
  return found
}

type KnowsLetters = Pick<App, 'letters' | 'letter_kinds' | 'config'>

const aboutOf = ({ letter_kinds }: Pick<App, 'letter_kinds'>, name: Template) => ABOUT[name] ?? letter_kinds[name]

/** @throws not_found for a letter of a feature that is not there */
function knownOf(app: Pick<App, 'letter_kinds'>, name: Template) {
  const about = aboutOf(app, name)
  if (!about) throw notFound('e-mail template')
  return about
}

export const sampleOf = (app: Pick<App, 'letter_kinds'>, name: Template): LetterFacts => knownOf(app, name).sample

/** A letter with sample facts, under the product's own name. */
export function previewOf(app: KnowsLetters, name: Template): Static<typeof TemplatePreview> {
  const { sent_when, sample } = knownOf(app, name)
  const letter = app.letters(name, { name: 'Signalpost', accent: null, logo: null }, sample, app.config.site_url)
  return { name, sent_when, ...letter }
}

export const allTemplates = (app: KnowsLetters) =>
  TEMPLATES.filter((name) => aboutOf(app, name)).map((name) => previewOf(app, name))
