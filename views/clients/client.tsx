/** One workspace below one's own: how it does, what needs somebody there, its credits and people, and its end. */

import type { Time } from '../../src/kernel/time/clock.ts'
import { SentDays } from '../dashboard/dashboard.tsx'
import { Cases } from '../dashboard/sheet.tsx'
import { jobColumns } from '../jobs/jobs.tsx'
import { linksHref, reservedHref, settlingHref } from '../links/doors.ts'
import { untilWords } from '../money/until.tsx'
import { Card, CardBody, Empty, Kpi } from '../parts/card.tsx'
import { Form } from '../parts/form.tsx'
import { many, number, paceWords, percent } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'
import { DataTable } from '../parts/table.tsx'
import { ClientCredits, ClientPeople, ClientSites, Leaving } from './client-cards.tsx'
import type { ClientProps } from './client-props.ts'

export function ClientPage(props: ClientProps) {
  const { client, report, base, desk, idempotency_key } = props
  const needs = client.archived ? [] : report.cases
  return (
    <>
      <Head {...props} />
      <Dials {...props} />
      <div class="grid">
        <div class="w8 stack">
          {needs.length > 0 && (
            <Card title="Needs attention">
              <Cases cases={needs} of={client.id} desk={desk} idempotency_key={idempotency_key} />
            </Card>
          )}
          {report.chart.length > 0 && <SentDays {...props} chart={report.chart} of={client.id} />}
          <Pushes {...props} />
        </div>
        <div class="w4 stack">
          <ClientCredits {...props} />
          <ClientPeople {...props} />
          <ClientSites {...props} />
        </div>
        <div class="w8">
          <Settings {...props} />
        </div>
        <div class="w4">
          <Leaving client={client} self={`${base}/clients/${client.id}`} />
        </div>
      </div>
    </>
  )
}

const Head = ({ client, base }: ClientProps) => (
  <PageHead
    title={client.name}
    crumbs={[{ label: 'Clients', href: `${base}/clients` }, { label: client.name }]}
    actions={
      !client.archived && (
        <>
          <a class="btn" href={`${base}/cohorts?tenant_id=${client.id}`}>
            Cohorts
          </a>
          <a class="btn" href={`/app/w/${client.id}/reports`}>
            Month reports
          </a>
          <a class="btn" href={`/app/w/${client.id}`}>
            Open workspace
          </a>
          <a class="btn primary" href={`/app/w/${client.id}/push`}>
            New push
          </a>
        </>
      )
    }
  />
)

/** Four numbers, each of which leads to what is behind it. */
function Dials({ client, report: { standing }, base, now, zone = 'UTC' }: ClientProps) {
  const { rate, usual, since, sent_30d, settles_today, available, reserved, runway_days } = standing
  const ledger = client.archived ? {} : { href: `/app/w/${client.id}/credits` }
  return (
    <div class="grid">
      <Kpi
        class="w3"
        icon="check"
        label="Indexed of what is settled"
        value={percent(rate)}
        note={usual === null ? 'Of the links sent in 30 days' : `Usually ${percent(usual)}`}
        href={`${base}/cohorts?tenant_id=${client.id}`}
      />
      <Kpi
        class="w3"
        icon="send"
        label="Sent in 30 days"
        value={number(sent_30d)}
        note={
          settles_today > 0 ? (
            <SettlesToday of={client} n={settles_today} base={base} now={now} />
          ) : (
            'None settles today'
          )
        }
        href={linksHref(base, { moment: 'sent', from: since, tenant_id: client.id })}
      />
      <Kpi
        class="w3"
        icon="coins"
        label="Index credits"
        value={number(available)}
        note={
          reserved > 0 ? (
            <a href={reservedHref(base, client.id)}>{`${number(reserved)} more reserved`}</a>
          ) : (
            'None reserved'
          )
        }
        {...ledger}
      />
      <Kpi
        class="w3"
        icon="clock"
        label="Lasts until"
        value={untilWords(standing, now, zone)}
        note={paceWords(runway_days)}
        href={`${base}/money`}
      />
    </div>
  )
}

const SettlesToday = ({ of, n, base, now }: { of: { id: string }; n: number; base: string; now: Time }) => (
  <a href={settlingHref(base, now, of.id)}>{many(n, 'link settles', 'links settle')} today</a>
)

function Pushes({ client, pushes, base, now }: ClientProps) {
  const { name, status, links, indexed, outcome } = jobColumns(base, now)
  return (
    <Card
      title="Last pushes"
      aside={
        pushes.total > 0 && (
          <a href={`${base}/jobs?tenant_id=${client.id}&type=index`}>{`All ${number(pushes.total)}`}</a>
        )
      }
    >
      {pushes.items.length > 0 ? (
        <DataTable caption="Last pushes" columns={[name, status, links, indexed, outcome]} rows={pushes.items} />
      ) : (
        <Empty icon="send" action={!client.archived && <a href={`/app/w/${client.id}/push`}>Push its first links</a>}>
          Nothing was pushed for it yet.
        </Empty>
      )}
    </Card>
  )
}

const Settings = ({ client, base, edits, values, issues }: ClientProps) => (
  <Card title="Settings">
    <CardBody>
      <Form
        action={`${base}/clients/${client.id}`}
        schema={edits}
        values={{ ...client, notes: client.notes ?? '', ...values }}
        issues={issues}
        verb="Save"
      />
    </CardBody>
  </Card>
)
