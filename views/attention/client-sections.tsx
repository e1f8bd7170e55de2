/** On the page of a client: why it is below its usual, and its cases. */
import { isBelow } from '../../src/domains/figures/index.ts'
import { filled, type Slots } from '../../src/doors/pages/web.ts'
import { getTenantWhy } from '../../src/features/attention/operations.ts'
import type { ClientSubject } from '../clients/client-props.ts'
import type { CaseContext } from '../kit/case-line.ts'
import { Section } from '../kit/fold.tsx'
import { ClientCases } from './case-list.tsx'
import { deskOf } from './pages.tsx'
import { type ClientWhyProps, WhySection } from './why.tsx'

export const clientSections: Slots['client_sections'] = async (call, props) => {
  const { client, overview } = props
  const off = isBelow(overview.standing.off_usual)
  const { week } = call.query
  const asks = off || week !== undefined
  const why = asks ? await call.call(getTenantWhy, { id: client.id, week }) : null
  const sources = asks ? await Promise.all(filled(call, 'sources').map((read) => read(call, client.id))) : []
  return <ClientSections {...props} desk={deskOf(call)} why={why} sources={sources.flat()} />
}

type ClientSectionsProps = ClientSubject &
  Pick<ClientWhyProps, 'sources'> & { why: ClientWhyProps['why'] | null; desk: CaseContext }

export const ClientSections = (props: ClientSectionsProps) => {
  const { client, overview, edits, idempotency_key, why, desk } = props
  const needs = client.archived ? [] : overview.cases.filter(({ kind }) => kind !== 'below_usual' || !why)
  return (
    <>
      {why?.of && why.facts.length > 0 && <WhySection {...props} why={why} />}
      {edits && needs.length > 0 && (
        <Section title="Needs attention">
          <ClientCases cases={needs} of={client.id} desk={desk} idempotency_key={idempotency_key} />
        </Section>
      )}
    </>
  )
}
