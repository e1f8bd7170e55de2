import type { FeaturePages, Slots } from '../../src/doors/pages/web.ts'
import { shareJobReport } from '../../src/features/reports/operations/job-reports.ts'
import { closePageQuestion } from '../../src/features/reports/operations/questions.ts'
import { jobHref } from '../jobs/shapes.ts'
import { listHref } from '../parts/lists/list.ts'
import { REPORT_ACTS, REPORT_WORDS } from './cases.ts'
import { takeBackOf } from './deliveries/take-back.ts'
import { LeftOut, leftOutOf } from './left-out.tsx'
import { REPORT_LETTERS } from './letters.ts'
import { pickedReportActs } from './months/picked-reports.tsx'
import { reportScreens } from './pages.tsx'
import { isOwnPerson } from './portal/own-ask.tsx'
import { portal, portalScreens } from './portal/pages.tsx'

const slots: Partial<Slots> = {
  case_words: REPORT_WORDS,
  client_acts: pickedReportActs,
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
  job_sections: async (call, { job, facts, base, can_move }) =>
    job.type === 'index' && (
      <LeftOut
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
