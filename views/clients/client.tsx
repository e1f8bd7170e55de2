/** One workspace below one's own: what it is called, where it stands, its credits, and its end. */

import type { ClientFigures } from '../../src/domains/reports/index.ts'
import { Card, CardBody, Facts } from '../parts/card.tsx'
import { Form, type FormSchema, type Issue } from '../parts/form.tsx'
import { number, percent } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Sent, type Workspace } from './clients.tsx'

export type ClientProps = {
  client: Workspace
  figures: ClientFigures
  /** The list it stands in. */
  list: string
  edits: FormSchema
  gives: FormSchema
  /** Index credits that there are to give. */
  purse: number
  issues?: readonly Issue[]
  values?: Readonly<Record<string, string | undefined>>
  idempotency_key: string
}

export function ClientPage(props: ClientProps) {
  const { client, figures, list } = props
  const self = `${list}/${client.id}`
  const base = list.replace(/\/clients$/, '')
  return (
    <>
      <PageHead
        title={client.name}
        crumbs={[{ label: 'Clients', href: list }, { label: client.name }]}
        actions={
          !client.archived && (
            <>
              <a class="btn" href={`${base}/jobs?tenant_id=${client.id}`}>
                Jobs
              </a>
              <a class="btn" href={`${base}/cohorts?tenant_id=${client.id}`}>
                Cohorts
              </a>
              <a class="btn" href={`/app/w/${client.id}/credits`}>
                Ledger
              </a>
              <a class="btn" href={`/app/w/${client.id}/reports`}>
                Month reports
              </a>
              <a class="btn" href={`/app/w/${client.id}`}>
                Open workspace
              </a>
            </>
          )
        }
      />
      <div class="grid">
        <section class="w8 stack">
          <Card title="Settings">
            <CardBody>
              <Form
                action={self}
                schema={props.edits}
                values={{ ...client, notes: client.notes ?? '', ...props.values }}
                issues={props.issues}
                verb="Save"
              />
            </CardBody>
          </Card>
        </section>
        <div class="w4 stack">
          <Card title="30 days">
            <CardBody>
              <Facts
                facts={[
                  { label: 'Sent', value: <Sent of={client.id} figures={figures} base={base} /> },
                  { label: 'Indexed of what is settled', value: percent(figures.rate) },
                  { label: 'Credits reserved', value: number(figures.reserved) },
                  { label: 'Credits free', value: number(figures.available), class: 'total' },
                ]}
              />
            </CardBody>
          </Card>
          <Card title="Credits">
            <CardBody>
              <Form
                id="give"
                action={`${self}/credits`}
                schema={props.gives}
                values={{ kind: 'index' }}
                hints={{ amount: `A minus takes back. You have ${number(props.purse)} index credits to give.` }}
                hidden={{ idempotency_key: props.idempotency_key }}
                verb="Give credits"
              />
            </CardBody>
          </Card>
          <Card title="When it leaves">
            <CardBody>
              <div class="row">
                {client.archived ? (
                  <a class="btn" href={`${self}/restore`}>
                    Restore
                  </a>
                ) : (
                  <a class="btn" href={`${self}/archive`}>
                    Archive
                  </a>
                )}
                <a class="btn danger" href={`${self}/delete`}>
                  Delete
                </a>
              </div>
              <p class="hint">
                Archiving keeps everything and suspends it with all below: keys stop and what was not sent yet waits.
                Only an empty one can be deleted.
              </p>
            </CardBody>
          </Card>
        </div>
      </div>
    </>
  )
}
