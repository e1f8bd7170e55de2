/** Sitemaps of an account that may submit them. */
import { goTo, type SignedInCall } from '../../src/doors/pages/web.ts'
import { listGoogleSitemaps, submitGoogleSitemap } from '../../src/features/evidence/operations/sitemaps.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { Child } from '../jsx/elements.ts'
import { Section } from '../kit/fold.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { many, number } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { formScreen, type Redraw, type RefusedForm } from '../screens/form-screen.tsx'
import { zoneOf } from '../shell.tsx'
import type { Account } from './props.ts'

type Sitemap = AnswerOf<typeof listGoogleSitemaps>['items'][number]

export const sitemapForm = (page: Redraw) =>
  formScreen({
    at: '/engines/:id/sitemaps',
    operation: submitGoogleSitemap,
    fields: ['feed'],
    empty: { feed: 'https://…/sitemap.xml' },
    hints: { feed: 'Google is asked once a day for each host, and again when the file changed.' },
    inputs: { feed: { type: 'text', inputmode: 'url' } },
    given: ({ form }) => ({ tenant_id: form.tenant_id }),
    verb: 'Submit sitemap',
    tone: 'plain',
    faults: ['conflict', 'upstream_unavailable'],
    page,
    done: (call, { record }) =>
      goTo(`${call.base}/engines/${call.params.id}`, {
        text: record ? `Google has it, with ${many(record.submitted, 'URL')}.` : 'Google has it.',
      }),
  })

const columns = (zone: string): Column<Sitemap>[] => [
  {
    label: 'Sitemap',
    cell: ({ feed, record }) => <Named name={feed} sub={record ? stateOf(record) : 'no record yet'} />,
  },
  { label: 'URLs', class: 'num', cell: ({ record }) => (record ? number(record.submitted) : '–') },
  { label: 'Submitted', class: 'num when', cell: ({ submitted_at }) => <When time={submitted_at} zone={zone} /> },
]

const stateOf = ({ is_pending, errors, warnings }: NonNullable<Sitemap['record']>): string =>
  [
    is_pending ? 'Google has not read it since' : 'Google has read it',
    errors > 0 && many(errors, 'error'),
    warnings > 0 && many(warnings, 'warning'),
  ]
    .filter(Boolean)
    .join(', ')

export const Sitemaps = ({ sitemaps, form, zone }: { sitemaps: readonly Sitemap[]; form: Child; zone: string }) => (
  <Section title="Sitemaps">
    {sitemaps.length > 0 && <DataTable caption="Sitemaps" columns={columns(zone)} rows={sitemaps} lines />}
    {form}
  </Section>
)

type Drawn = ReturnType<typeof sitemapForm>

/** Null for an account whose consent or properties do not allow it. */
export async function sitemapsOf(call: SignedInCall, { id, tenant_id }: Account, form: Drawn, refused?: RefusedForm) {
  const { items } = await call.call(listGoogleSitemaps, { tenant_id, page_size: 50 })
  const action = `${call.base}/engines/${id}/sitemaps`
  const drawn = form.form(action, {}, { hidden: { tenant_id } }, refused)
  return <Sitemaps sitemaps={items} zone={zoneOf(call)} form={drawn} />
}
