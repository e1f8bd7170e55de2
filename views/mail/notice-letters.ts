/** E-mails that a workspace sends automatically about its work. */
import { sectionsIn, type Template, type Wording } from '../../src/domains/mail/index.ts'
import { LOOK_DAYS } from '../../src/domains/plans/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { listed, say, sayStored, unpackSaid } from '../../src/kernel/language/say.ts'
import { dateOfLetter, dayOfLetter, momentOfLetter } from './letter-dates.ts'

export const noticeLetters = {
  job_finished: ({ workspace = '', jobs, ...facts }, href, to) => ({
    subject: say(to, '{workspace}: {jobs, plural, one {# push or check} other {# pushes and checks}} finished', {
      ...{ workspace, jobs: Number(jobs) },
    }),
    paragraphs: [],
    sections: sectionsIn(facts, to),
    button: { label: say(to, 'Open pushes'), href },
    footer: noticeOf(to, workspace),
  }),

  daily_digest: ({ workspace = '', day = '', since = '', ...facts }, href, to) => {
    const sections = sectionsIn(facts, to)
    const from = { workspace, since: momentOfLetter(since, to) }
    return {
      subject: say(to, '{label}: {value}', { label: workspace, value: dayOfLetter(day, to) }),
      paragraphs: sections.length
        ? [say(to, 'Activity in {workspace} since {since}.', from)]
        : [say(to, 'No activity in {workspace} since {since}. Nothing needs attention.', from)],
      sections,
      button: { label: say(to, 'Open the dashboard'), href },
      footer: noticeOf(to, workspace),
    }
  },

  low_credits: ({ workspace = '', kind = '', left, threshold }, href, to) => {
    const low = { workspace, kind, left: Number(left) }
    return {
      subject: say(to, '{workspace} has {left} {kind, select, check {check} other {index}} credits left', low),
      paragraphs: [
        say(
          to,
          '{workspace} has {left} {kind, select, check {check} other {index}} credits left, fewer than your limit of {threshold}.',
          { ...low, threshold: Number(threshold) },
        ),
        kind === 'index'
          ? say(to, 'Pushes that need more credits are rejected. Pushes in progress continue.')
          : say(to, 'Checks that need more credits are rejected. The checks of a push on days {days} are free.', {
              days: listed(to, LOOK_DAYS.map(String)),
            }),
      ],
      button: { label: say(to, 'Get credits'), href },
      footer: noticeOf(to, workspace),
    }
  },

  indexnow_site_failing: ({ workspace = '', host = '', why }, href, to) => ({
    subject: say(to, 'IndexNow: the key of {host} is not accepted', { host }),
    paragraphs: [
      say(to, 'The key file of {host} ({workspace}) is not valid any more. {why}', {
        ...{ host, workspace, why: sayStored(to, unpackSaid(why)) },
      }),
      say(
        to,
        'It is verified every hour. After seven days without success, links of this site are no longer sent to IndexNow.',
      ),
    ],
    button: { label: say(to, 'Open IndexNow sites'), href },
    footer: noticeOf(to, workspace),
  }),

  plan_past_due: ({ workspace = '', plan = '', until = '' }, href, to) => ({
    subject: say(to, 'The payment for {workspace} is due', { workspace }),
    paragraphs: [
      say(to, 'The payment for the plan {plan} of {workspace} failed.', { plan, workspace }),
      say(
        to,
        'All features work until {until}. After that, paid features are locked until you pay. Nothing is deleted.',
        { until: dateOfLetter(until, to) },
      ),
    ],
    button: { label: say(to, 'Open plan'), href },
    footer: noticeOf(to, workspace),
  }),
} satisfies Partial<Record<Template, Wording>>

export const noticeOf = (to: Reader, workspace: string): string =>
  say(to, 'You receive this because you get notifications for {workspace}.', { workspace })
