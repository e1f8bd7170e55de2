import { REPORT_MAILS } from '../../../views/reports/mails.ts'
import { text } from '../../kernel/language/say.ts'
import { feature } from '../feature.ts'
import { reportEnclosures } from './deliveries/report-pdf.ts'
import { SEND_REPORTS } from './deliveries/sending.ts'
import { applyBounce, assertWanted, followMail } from './deliveries/settling.ts'
import { SCHEDULES_IN_FUTURE } from './issues/schedules.ts'
import { carriedBack, carriedByLetter } from './letter-parts.ts'
import { MONTH_ADDRESSES } from './months/month-addresses.ts'
import { newestReport } from './months/month-reports.ts'
import * as decisions from './operations/decisions.ts'
import * as jobReports from './operations/job-reports.ts'
import * as months from './operations/months.ts'
import * as portal from './operations/portal.ts'
import * as questions from './operations/questions.ts'
import * as recipients from './operations/recipients.ts'
import * as issues from './operations/reports.ts'
import * as schedule from './operations/schedule.ts'
import * as sending from './operations/sending.ts'
import { PORTAL_ADDRESSES } from './portal/portal.ts'
import { ADDRESSES, reportUrl } from './pushes/shared-job-reports.ts'
import { draftReportsTask, sendReportsTask } from './tasks.ts'

const SCHEDULED = {
  title: text('Scheduled'),
  under: '/reports/desk',
  also: ['/reports/issues', '/reports/schedule', '/reports/recipients'],
  may: issues.listReports,
}
const BY_CLIENT = { title: 'By client', under: '/reports/clients', may: months.shareMonthReport }
const ENTRY = { title: text('Reports'), icon: 'file-text', key: 'g r' } as const

export const reports = feature({
  name: 'reports',
  summary:
    'Reports of pushes and months, live, or frozen and sent by e-mail; portals of clients, and questions of readers.',
  needs: ['notices'],
  sections: [
    { name: 'Checks', paths: /^\/jobs\/\{\w+\}\/share\b/ },
    { name: 'Reports', paths: /^\/(questions|reports)\b/ },
  ],
  operations: {
    ...jobReports,
    ...months,
    ...issues,
    ...decisions,
    ...schedule,
    ...recipients,
    ...sending,
    ...portal,
    ...questions,
  },
  tasks: [draftReportsTask, sendReportsTask],
  sealed: [ADDRESSES, MONTH_ADDRESSES, PORTAL_ADDRESSES],
  clock_repairs: [SCHEDULES_IN_FUTURE],
  provides: { carriedBack, carriedByLetter, enclosures: reportEnclosures, newestReport, reportUrl },
  ports: { reportFile: async (file) => (await import('../../../views/reports/pdf/draw.ts')).drawReportFile(file) },
  follower: { task: SEND_REPORTS, assertWanted, resent: followMail, bounced: applyBounce },
  entries: [
    {
      ...{ menu: 'agency', behind: 'Clients', ...ENTRY },
      tabs: [{ ...BY_CLIENT, when: ({ client }) => !client }, { title: 'By month', under: '/reports' }, SCHEDULED],
    },
    {
      menu: 'client',
      behind: 'Pages',
      ...ENTRY,
      tabs: [
        { title: text('Reports'), under: '/reports' },
        { ...SCHEDULED, may: schedule.putReportSchedule },
      ],
    },
  ],
  tabs: [{ menu: 'client_page', behind: '/jobs', title: 'Reports', under: '/reports' }],
  letters: REPORT_MAILS,
})
