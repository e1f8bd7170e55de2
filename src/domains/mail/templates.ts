import Type, { type Static } from 'typebox'
import type { App } from '../../kernel/operation/app.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { inFacts, type LetterFacts, TEMPLATES, type Template } from './letters.ts'
import { TemplateName } from './shapes.ts'

/** When each letter is sent, and its sample facts for a preview. */
const ABOUT: Record<Template, { sent_when: string; sample: LetterFacts }> = {
  verify_email: {
    sent_when: 'Somebody signs up, or gives a new e-mail address',
    sample: { made: 'on 2026-11-02 by ben@northwind.example' },
  },
  email_changed: {
    sent_when: 'An account has a new e-mail address (to the one it had)',
    sample: { name: 'Ada', email: 'ada@elsewhere.example' },
  },
  factors_changed: {
    sent_when: 'The second factors of an account change, or a recovery code is used',
    sample: { name: 'Ada', what: 'An authenticator app was added.' },
  },
  connect_provider: {
    sent_when:
      'A person signs in through an identity provider whose address has an account that is not connected to it',
    sample: { name: 'Ada', provider: 'Google Workspace' },
  },
  provider_connected: {
    sent_when: 'An account was connected to an identity provider',
    sample: { name: 'Ada', provider: 'Google Workspace', email: 'ada@northwind.example' },
  },
  sign_in_ended: {
    sent_when: 'An upgrade ended the identity provider of a workspace (to people who signed in by it alone)',
    sample: { name: 'Ada', provider: 'Bakery login' },
  },
  invite: {
    sent_when: 'A person without an account is added to a workspace, or gets an invite to this install',
    sample: { by: 'Ada', workspace: 'Bakery' },
  },
  member_added: {
    sent_when: 'A person with an account is invited to a workspace',
    sample: { by: 'Ada', workspace: 'Bakery', role: 'member' },
  },
  account_exists: {
    sent_when: 'Somebody signs up with an address that already has an account',
    sample: { name: 'Ada' },
  },
  account_approved: { sent_when: 'An account that waited for approval is approved', sample: { name: 'Ada' } },
  password_reset: {
    sent_when: 'Somebody asks for a new password, or the platform admin does for them',
    sample: { name: 'Ada' },
  },
  waitlist_declined: {
    sent_when: 'A request for an invite is declined, and the platform admin chose to send the answer',
    sample: { note: 'We take on agencies from Austria only.' },
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
          title: 'Finished',
          lines: [
            { text: 'Spring pages: 63 of 70 links are indexed, 7 credits refunded', href: 'https://push.example/1' },
            { text: 'Recipes, a check: 118 of 200 links are indexed', href: 'https://push.example/2' },
          ],
        },
      ]),
    },
  },
  daily_digest: {
    sent_when: 'Once a day at the hour of the workspace, where it is switched on',
    sample: {
      workspace: 'Northwind',
      day: 'Monday, 2 November 2026',
      since: 'Sunday, 1 November 2026, 07:00',
      sections: inFacts([
        {
          title: '42 links were indexed',
          lines: [
            { text: 'Spring pages (Bakery): 30 links', href: 'https://push.example/1' },
            { text: 'Recipes (Bakery): 12 links', href: 'https://push.example/2' },
          ],
        },
        {
          title: '7 credits were refunded',
          lines: [{ text: 'Spring pages (Bakery): 7 links were not indexed in time', href: 'https://push.example/1' }],
        },
        {
          title: '2 things need attention',
          lines: [
            { text: 'Bakery has 12 index credits left', href: 'https://push.example/3' },
            { text: 'The IndexNow key of bakery.example cannot be read', href: 'https://push.example/4' },
          ],
        },
      ]),
    },
  },
  low_credits: {
    sent_when: 'A balance fell below the threshold of its workspace (once a day at most)',
    sample: { workspace: 'Bakery', kind: 'index', left: '12', threshold: '20' },
  },
  indexnow_site_failing: {
    sent_when: 'The key file of an IndexNow site can no longer be read, or search engines refuse its key',
    sample: { workspace: 'Bakery', host: 'bakery.example', why: 'The key file answered 404.' },
  },
  plan_past_due: {
    sent_when: 'The payment of a plan is overdue',
    sample: { workspace: 'Northwind', plan: 'Agency Scale', until: '2026-11-09' },
  },
  report_waiting: {
    sent_when:
      'A client’s report waits for approval, still waits a day before its hour, or was skipped (to its approvers)',
    sample: {
      workspace: 'Bakery',
      period: '2026-10',
      occasion: 'waiting',
      due: 'Wednesday, 4 November 2026, 09:00',
      expires: 'Saturday, 14 November 2026, 09:00',
      pushed: '60',
      visible: '52',
      gained: '49',
    },
  },
  standing_push: {
    sent_when: 'A standing push holds links for a decision, or has paused itself',
    sample: {
      workspace: 'Bakery',
      push: 'Shop sitemap',
      what: 'holds 412 links for your decision',
      why: '412 links are new or changed at once, more than 120.',
    },
  },
  webhook_disabled: {
    sent_when: 'A webhook failed for five days and was turned off (to the people in charge of its workspace)',
    sample: {
      workspace: 'Bakery',
      host: 'shop.bakery.example',
      why: 'It has only failed since 2026-10-28. Answered 503.',
    },
  },
  client_report: {
    sent_when: 'A client’s report was approved and its hour has come (to each recipient of the client’s reports)',
    sample: {
      client: 'Bakery',
      period: '2026-10',
      at: '2026-11-01T08:00:00.000Z',
      comment: 'A good month: the recipes were found within three days.',
      contact: 'Ada, ada@northwind.example',
      news: JSON.stringify({ engine: 'Google', ordered: 62, pages: { total: 60, visible: 52, before: 3, gained: 49 } }),
      summary: JSON.stringify({
        pushed: 60,
        visible: 52,
        gained: 49,
        blocked: 3,
        refunded: 5,
        before: { pushed: 40, visible: 31, gained: 29, blocked: 4, refunded: 7 },
      }),
    },
  },
  report_bounced: {
    sent_when: 'The address of a recipient of reports is refused (to the people in charge of the workspace)',
    sample: {
      client: 'Bakery',
      email: 'anna@bakery.example',
      name: 'Anna',
      answer: '550 5.1.1 No such user here',
      paused: 'yes',
    },
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
  backup_failed: {
    sent_when: 'The nightly backup failed, or none was made for two days (to the platform admins, once a day)',
    sample: { error: 'the disk is full', last: '2026-11-01 02:00 UTC' },
  },
  free_check_report: {
    sent_when: 'Every morning about the free checks of the day before (to the platform admins), or by hand',
    sample: {
      day: '2026-11-01',
      checks: '41 free checks',
      refused: '3',
      spent: '0.12',
      kinds: 'xray 30, lens 11',
      countries: 'AT (20), DE (9)',
      domains: 'bakery.example (4)',
      ips: '198.51.100.7 (9)',
      networks: '198.51.100.0/24 (9)',
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

export const sampleOf = (name: Template): LetterFacts => ABOUT[name].sample

/** A letter with sample facts, under the product's own name. */
export function previewOf(app: Pick<App, 'letters' | 'config'>, name: Template): Static<typeof TemplatePreview> {
  const { sent_when, sample } = ABOUT[name]
  const letter = app.letters(name, { name: 'Signalpost', accent: null, logo: null }, sample, app.config.site_url)
  return { name, sent_when, ...letter }
}

export const allTemplates = (app: Pick<App, 'letters' | 'config'>) => TEMPLATES.map((name) => previewOf(app, name))
