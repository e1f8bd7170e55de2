/** One line of the ledger: what it belongs to, what became of the credits, and its undoing. */

import type { AnswerOf } from '../../src/kernel/operation.ts'
import type { getLedgerEntry } from '../../src/operations/credits/get-ledger-entry.ts'
import { Card, CardBody, type Fact, Facts } from '../parts/card.tsx'
import { Form, type FormSchema } from '../parts/form.tsx'
import { many, number } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'
import { DataTable } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { columnsOf, type LedgerRow } from './credits.tsx'
import { KINDS, REASON } from './words.ts'

export type EntryProps = {
  entry: AnswerOf<typeof getLedgerEntry>
  /** The job it was spent on; null where there is none or it was deleted. */
  job: { name: string; href: string } | null
  related: readonly LedgerRow[]
  self: string
  /** What undoing it asks for; null where it cannot be undone, or not by the visitor. */
  reverses: FormSchema | null
  idempotency_key: string
  zone?: string
}

export function Entry({ entry, job, related, self, reverses, idempotency_key, zone = 'UTC' }: EntryProps) {
  const moved = `${many(entry.amount, `${entry.kind} credit`)} ${entry.direction === 'in' ? 'in' : 'out'}`
  return (
    <>
      <PageHead
        title={REASON[entry.reason]}
        sub={moved}
        crumbs={[{ label: 'Credits', href: self }, { label: entry.id }]}
      />
      <div class="grid">
        <section class="w8 stack">
          <Card title="The line">
            <CardBody>
              <Facts facts={factsOf(entry, job, zone)} />
            </CardBody>
          </Card>
          {related.length > 0 && (
            <Card title="Belongs together" aside={<span class="muted">Oldest first</span>}>
              <DataTable caption="Lines that belong together" columns={columnsOf(self, zone)} rows={related} />
            </Card>
          )}
        </section>
        <div class="w4 stack">
          {entry.settlement && (
            <Card title="What became of them">
              <CardBody>
                <Facts
                  facts={[
                    { label: 'Set aside', value: number(entry.settlement.reserved) },
                    { label: 'Used', value: number(entry.settlement.used) },
                    { label: 'Returned', value: number(entry.settlement.returned) },
                    { label: 'Not settled yet', value: number(entry.settlement.pending), class: 'total' },
                  ]}
                />
              </CardBody>
            </Card>
          )}
          {reverses && (
            <Card title="Undo">
              <CardBody>
                <Form
                  action={`${self}/${entry.id}/reverse`}
                  schema={reverses}
                  hints={{ note: 'Stands in the ledger beside the line that undoes this one.' }}
                  hidden={{ idempotency_key }}
                  verb={`Reverse ${many(entry.amount, 'credit')}`}
                />
                <p class="hint">Works once, and only while the receiver still has all of them.</p>
              </CardBody>
            </Card>
          )}
        </div>
      </div>
    </>
  )
}

const factsOf = (entry: EntryProps['entry'], job: EntryProps['job'], zone: string): Fact[] => [
  { label: 'When', value: <When time={entry.created_at} zone={zone} /> },
  { label: 'By', value: entry.actor },
  { label: 'Kind', value: KINDS[entry.kind] },
  ...(job ? [{ label: 'Job', value: <a href={job.href}>{job.name}</a> }] : []),
  ...(entry.note ? [{ label: 'Note', value: entry.note }] : []),
  { label: 'Available after it', value: number(entry.balance_after), class: 'total' },
]
