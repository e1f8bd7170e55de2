/** The operator's account at Bing: what it takes of each site, and URLs of sites without a key file. */
import { goTo, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { askBingQuota, getBingQuota, submitBingUrls } from '../../src/features/evidence/operations/bing.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { Child } from '../jsx/elements.ts'
import { EmptyState, Section } from '../kit/fold.tsx'
import { Post } from '../parts/forms/post.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { many, number } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { act } from '../screens/act.ts'
import { formScreen, type Redraw, type RefusedForm } from '../screens/form-screen.tsx'
import { zoneOf } from '../shell.tsx'

type Quota = AnswerOf<typeof getBingQuota>
type BingProps = { quota: Quota; form: Child; ask: string; zone: string }

const AT = '/engines/bing'

const COLUMNS: Column<Quota['sites'][number]>[] = [
  {
    label: 'Site',
    cell: ({ site_url, key_file }) => (
      <Named name={site_url} sub={key_file ? 'has a key file: IndexNow reaches Bing' : 'no key file'} />
    ),
  },
  { label: 'URLs today', class: 'num', cell: ({ day }) => number(day) },
  { label: 'This month', class: 'num', cell: ({ month }) => number(month) },
]

export const BingAccount = ({ quota, form, ask, zone }: BingProps) => (
  <Section
    title="Bing Webmaster"
    note={
      quota.asked_at ? (
        <>
          as Bing said <When time={quota.asked_at} zone={zone} />
        </>
      ) : (
        'not asked yet'
      )
    }
    aside={<Post action={ask} class="btn small" label="Ask Bing" />}
  >
    {quota.sites.length > 0 ? (
      <DataTable caption="Sites at Bing" columns={COLUMNS} rows={quota.sites} lines />
    ) : (
      <EmptyState icon="search">Ask Bing how many URLs it takes of each site of your account.</EmptyState>
    )}
    {quota.more > 0 && <p class="muted">{`${many(quota.more, 'further site')} not asked about.`}</p>}
    {quota.sites.some(({ key_file }) => !key_file) && form}
  </Section>
)

export const bingForm = (page: Redraw) =>
  formScreen({
    at: AT,
    operation: submitBingUrls,
    fields: ['urls'],
    hints: { urls: 'Only of sites without a key file: IndexNow reaches Bing for all others.' },
    verb: 'Submit to Bing',
    tone: 'plain',
    faults: ['conflict', 'upstream_unavailable'],
    page,
    done: (call, { submitted, left_over }) =>
      goTo(`${call.base}/engines`, {
        text: `Bing took ${many(submitted, 'URL')}${left_over.length > 0 ? `; ${many(left_over.length, 'more')} above its quota` : ''}.`,
      }),
  })

export const bingQuotaScreen: Screen = act(`${AT}/quota`, askBingQuota, (call, { sites }) =>
  goTo(`${call.base}/engines`, { text: `Bing answered for ${many(sites.length, 'site')}.` }),
)

type Form = ReturnType<typeof bingForm>

/** Null for people other than the operator, and without an account at Bing. */
export async function bingAccount(call: SignedInCall, form: Form, refused?: RefusedForm): Promise<Child> {
  if (!call.caller.platform) return null
  const quota = await call.call(getBingQuota, {})
  if (!quota.connected) return null
  const drawn = form.form(call.base + AT, {}, {}, refused)
  return <BingAccount quota={quota} form={drawn} ask={`${call.base}${AT}/quota`} zone={zoneOf(call)} />
}
