/** Questions before a workspace is archived, restored or deleted, with what the act changes and how it is undone. */
import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { getCredits } from '../../src/operations/credits/balances.ts'
import { listLedger } from '../../src/operations/credits/ledger.ts'
import { listJobs } from '../../src/operations/jobs/jobs.ts'
import { listMembers } from '../../src/operations/members.ts'
import { getTenant } from '../../src/operations/tenants/workspaces.ts'
import type { Question } from '../parts/forms/dialogs.tsx'
import { many } from '../parts/text/format.ts'

type ArchiveAct = 'archive' | 'restore' | 'delete'
/** A workspace, and what is in it. */
export type ArchiveSubject = Awaited<ReturnType<typeof archiveSubjectOf>>

export async function archiveSubjectOf(call: SignedInCall) {
  const id = call.params.id!
  const { name, kind } = await call.call(getTenant, { id })
  const one = { tenant_id: id, page_size: 1 }
  const { index, check } = await call.call(getCredits, { tenant_id: id })
  return {
    id,
    name,
    kind,
    index: index.available,
    check: check.available,
    people: (await call.call(listMembers, { id, page_size: 1 })).total,
    jobs: (await call.call(listJobs, one)).total,
    lines: (await call.call(listLedger, one)).total,
  }
}

const creditsOf = ({ index, check }: ArchiveSubject): string =>
  [index > 0 && many(index, 'index credit'), check > 0 && many(check, 'check credit')].filter(Boolean).join(' and ')

const RESULTS = `Links not sent yet wait. Sent links are still checked until day ${LAST_LOOK_DAY}, and their refunds arrive.`
const KEPT = 'pushes, ledger and reports are kept. Shared reports stay readable until you stop sharing them.'

/** Effects of archiving, for one workspace and for several. */
export const STOPS = {
  one: [
    RESULTS,
    'Its standing pushes, deploy hooks and scheduled reports pause, and its portal is off.',
    `Its ${KEPT}`,
  ],
  many: [
    'Their people cannot open them, and their API keys stop. The same applies to workspaces below them.',
    RESULTS,
    'Their standing pushes, deploy hooks and scheduled reports pause, and their portals are off.',
    `Their ${KEPT}`,
  ],
}

/** `archive` is the address of the other question. */
export const ARCHIVE_QUESTIONS: Record<ArchiveAct, (workspace: ArchiveSubject, archive: string) => Question> = {
  archive: (workspace) => ({
    title: `Archive ${workspace.name}?`,
    body: 'You can undo this at any time: open the list with “Show archived”, and choose “Restore” in the menu of the row.',
    points: [
      `${workspace.people > 0 ? `Its ${many(workspace.people, 'person', 'people')}` : 'Its people'} cannot open it, and its API keys stop. The same applies to workspaces below it.`,
      ...STOPS.one,
      ...(creditsOf(workspace) === ''
        ? []
        : [
            `Its ${creditsOf(workspace)} stay in it and cannot be used meanwhile. Take them back first if you need them.`,
          ]),
    ],
    verb: `Archive ${workspace.kind}`,
  }),
  restore: ({ name, kind }) => ({
    title: `Restore ${name}?`,
    body: 'You can archive it again at any time.',
    points: [
      'Its people can open it again, and its API keys work.',
      'Links that waited are sent, and standing pushes run.',
    ],
    verb: `Restore ${kind}`,
    tone: 'plain',
  }),
  delete: (workspace, archive) =>
    workspace.jobs + workspace.lines > 0
      ? {
          title: `${workspace.name} cannot be deleted`,
          body: `It has ${many(workspace.jobs, 'push or check', 'pushes and checks')} and ${many(workspace.lines, 'ledger entry', 'ledger entries')}, which are kept so that the books balance. Archive it instead: that stops its work and can be undone.`,
          verb: `Archive ${workspace.kind}`,
          instead: archive,
        }
      : {
          title: `Delete ${workspace.name}?`,
          body: 'This cannot be undone. Archive it instead if you may need it again.',
          points: [
            `Its settings, brand, API keys and ${many(workspace.people, 'membership')} are deleted. The people keep their accounts.`,
            'It has no push and no credit, so no link and no report is lost.',
            'The audit trail keeps its lines.',
          ],
          verb: `Delete ${workspace.kind}`,
          word: workspace.name,
        },
}
