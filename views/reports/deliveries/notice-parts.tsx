/** Reports on the page Notifications: who approves them, and which people of clients get them. */
import type { SignedInCall } from '../../../src/doors/pages/web.ts'
import { listClientReaders } from '../../../src/features/reports/operations/recipients.ts'
import { putReportSchedule } from '../../../src/features/reports/operations/schedule.ts'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import type { Child } from '../../jsx/elements.ts'
import { Fold, Section } from '../../kit/fold.tsx'
import { many } from '../../parts/text/format.ts'
import { Name } from '../../parts/text/name.tsx'
import { SaidRow } from '../../screens/saved-row.tsx'
import { may } from '../../shell.tsx'

export const approversLine = (call: SignedInCall): Child =>
  may(call, putReportSchedule) && (
    <SaidRow
      icon="file-text"
      text={
        <>
          When a report waits for approval, tell <a href={`${call.base}/reports/schedule`}>its approvers</a>.
        </>
      }
      note="set in the schedule"
    />
  )

export async function clientPeople(call: SignedInCall): Promise<Child> {
  if (!may(call, listClientReaders)) return null
  const readers = await call.call(listClientReaders, { id: call.caller.tenant_id })
  return readers.total > 0 && <ClientPeople {...readers} />
}

const ClientPeople = ({ items, total, people }: AnswerOf<typeof listClientReaders>) => (
  <Section title="Clients’ people">
    <SaidRow
      icon="users"
      text="People of a client get its reports, and the answers to their questions. Its owners and admins get its notifications too."
      note={many(people, 'person', 'people')}
    />
    <Fold summary={`By client: ${many(total, 'client')}`}>
      <ul class="stack">
        {items.map(({ tenant_id, name, reports, accounts }) => (
          <li>
            <a href={`/app/w/${tenant_id}/reports/recipients`}>
              <Name of={name} />
            </a>{' '}
            <small class="muted">{said(reports, accounts)}</small>
          </li>
        ))}
        {total > items.length && <li class="muted">{`and ${many(total - items.length, 'more client')}`}</li>}
      </ul>
    </Fold>
  </Section>
)

function said(reports: number, accounts: number): string {
  if (reports + accounts === 0) return 'nobody yet'
  const gets = reports > 0 && `${many(reports, 'person gets', 'people get')} reports`
  const has = accounts > 0 && `${many(accounts, 'person has', 'people have')} an account`
  return [gets, has].filter((part) => part !== false).join(', ')
}
