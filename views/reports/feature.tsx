import type { CaseKind } from '../../src/domains/figures/index.ts'
import type { FeaturePages, Slots } from '../../src/doors/pages/web.ts'
import { shareJobReport } from '../../src/features/reports/operations/job-reports.ts'
import { getMonthReport } from '../../src/features/reports/operations/months.ts'
import { closePageQuestion } from '../../src/features/reports/operations/questions.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { getJobStatus } from '../../src/operations/jobs/job.ts'
import { jobHref } from '../jobs/shapes.ts'
import { type ActCall, type CaseSentences, opens, there, when } from '../kit/case-line.ts'
import { isOwnPerson } from '../kit/own-person.ts'
import { type About, letterHref, nameOf } from '../letters/drafts.ts'
import { letter } from '../letters/words.ts'
import { listHref } from '../parts/lists/list.ts'
import { periodWord } from '../parts/text/period-word.ts'
import { oneCall } from '../screens/act.ts'
import { zoneOf } from '../shell.tsx'
import { approversLine, clientPeople } from './deliveries/notice-parts.tsx'
import { takeBackOf } from './deliveries/take-back.ts'
import { LeftOut, leftOutOf } from './left-out.tsx'
import { pickedReportActs } from './months/picked-reports.tsx'
import { reportScreens } from './pages.tsx'
import { portal, portalScreens } from './portal/pages.tsx'

const report: About = async (call, ref) => {
  const job = await call.call(getJobStatus, { id: ref })
  const text = 'here is the report of your pages, with each check.'
  return { id: job.tenant_id, title: 'Send report', ...letter(`Report: ${job.name}`, [text], nameOf(call)) }
}

const month: About = async (call, ref) => {
  const { tenant_id } = call.caller
  const { tenant_name } = await call.call(getMonthReport, { id: tenant_id, month: ref })
  const period = periodWord(ref)
  const text = `here is the report of ${period}. Its figures change until the month is over.`
  return { id: tenant_id, title: 'Send report', ...letter(`${tenant_name}: ${period} so far`, [text], nameOf(call)) }
}

const REPORT_LETTERS: Slots['letters'] = { report, month }

const REPORT_WORDS: CaseSentences<Extract<CaseKind, 'question' | 'report' | 'report_expired' | 'reader'>> = {
  question: (one, { base, may, of, zone }) => ({
    icon: 'message-circle',
    tone: 'info',
    text: say(zone, 'Question about {url}', { url: one.name }),
    sub: asked(one.note!, zone),
    href: `${base}/links?${new URLSearchParams({ q: one.name })}`,
    act: when(may.answer, {
      verb: say(zone, 'Reply'),
      href: letterHref(base, 'question', one.id, of),
      shows: '#letter',
    }),
    also: when(may.answer, { verb: say(zone, 'Close question'), act: 'answer', fields: {} }),
  }),
  report: (one, { base, zone }) => ({
    icon: 'file-text',
    tone: 'info',
    text: say(zone, '{n, plural, one {# report waits} other {# reports wait}} for approval', { n: one.count }),
    sub: say(zone, 'Latest: {period}', { period: periodWord(one.name, zone) }),
    ...opens(say(zone, 'Review reports'), `${base}/reports/desk?state=waiting`),
  }),
  report_expired: (one, { base, zone }) => ({
    icon: 'file-text',
    tone: 'warn',
    text: say(zone, '{n, plural, one {# report} other {# reports}} expired without approval', { n: one.count }),
    sub: say(zone, 'Nothing was sent. Reissue a report to send it'),
    ...opens(say(zone, 'See reports'), `${base}/reports/desk?state=expired`),
  }),
  reader: (one, { may, zone }) => ({
    icon: 'bell',
    tone: 'warn',
    text: say(zone, 'The reports do not reach {address}', { address: one.name }),
    sub: one.note,
    href: there(one, may.packs ? '/reports/recipients' : '/reports'),
    act: when(may.packs, { verb: say(zone, 'Correct address'), href: there(one, `/reports/recipients/${one.id}`) }),
  }),
}

/** `lu@quay.example asks: Why?` */
function asked(note: string, to: Reader): string {
  const [email = '', question = ''] = note.split(/ asks: (.*)/s)
  return say(to, '{email} asks: {question}', { email, question })
}

const REPORT_ACTS: Readonly<Record<string, ActCall>> = {
  answer: (call, id) =>
    oneCall(closePageQuestion, { id }, ({ email }) => ({
      text: say(zoneOf(call), 'The question of {email} is closed.', { email }),
    })),
}

const slots: Partial<Slots> = {
  case_words: REPORT_WORDS,
  client_acts: pickedReportActs,
  notice_line: approversLine,
  notice_people: clientPeople,
  case_acts: REPORT_ACTS,
  case_rights: { answer: closePageQuestion },
  letters: REPORT_LETTERS,
  job_share: shareJobReport,
  take_back: takeBackOf,
  client_places: ({ client, base, edits }) =>
    edits
      ? { behind: 'IndexNow sites', label: 'Portal', icon: 'globe', href: `${base}/clients/${client.id}/portal` }
      : null,
  /** People of a client see the portal. */
  home: async (call) => ((await isOwnPerson(call)) ? portal(call) : null),
  client_sections: async (call, { client, base }) => (
    <LeftOut
      of={await leftOutOf(call, { id: client.id })}
      client={client.name}
      href={(host) => listHref(`${base}/links`, {}, { tenant_id: client.id, host })}
    />
  ),
  job_sections: async (call, { job, facts, base, can_move, zone }) =>
    job.type === 'index' && (
      <LeftOut
        to={zone}
        of={await leftOutOf(call, { id: job.tenant_id, job_id: job.id })}
        client={facts.tenant_name}
        href={(host) => listHref(jobHref(base, job), {}, { q: host })}
        move={({ tenant_id, links }) =>
          can_move && links * 2 > job.link_count ? listHref(jobHref(base, job), {}, { move: '1', to: tenant_id }) : null
        }
      />
    ),
}

export const reportsPages: FeaturePages = { screens: [...portalScreens, ...reportScreens], slots }
