import { LinkButton } from '../parts/button.tsx'
import { type Column, DataTable } from '../parts/lists/table.tsx'
import { Card } from '../parts/page/card.tsx'
import { many, number } from '../parts/text/format.ts'
import type { JobProps } from './job-props.ts'
import type { JobDetail } from './shapes.ts'

type Host = JobDetail['indexnow']['hosts'][number]

/** Submissions to IndexNow by host: number of links, answer of the engines, and the act that can help. */
export function JobIndexNow({ job: { indexnow }, facts: { indexnow_sites }, base, can_write }: JobProps) {
  if (indexnow.eligible === 0) return null
  const actOf = (host: Host) =>
    can_write && <Act of={host} base={base} site={indexnow_sites.find((one) => one.host === host.host)?.id} />
  const columns: Column<Host>[] = [
    { label: 'Host', cell: ({ host }) => <b>{host}</b> },
    { label: 'Sent', class: 'num', cell: (host) => `${number(host.sent)} of ${number(host.eligible)}` },
    {
      label: 'The engines’ answer',
      cell: (host) => (
        <>
          <Answer of={host} />
          <span class="sub">{actOf(host)}</span>
        </>
      ),
    },
    { label: 'What to do', class: 'end wide-only', cell: actOf },
  ]
  return (
    <Card title="IndexNow" id="indexnow">
      <DataTable caption="IndexNow by host" columns={columns} rows={indexnow.hosts} lines />
    </Card>
  )
}

const isTrouble = ({ refused, failed, not_covered }: Host): boolean => refused + failed + not_covered > 0

const Answer = ({ of }: { of: Host }) => (
  <>
    <span class={[of.refused + of.failed > 0 && 'down']}>
      {of.explanation ?? (of.queued > 0 ? 'Not asked yet.' : 'No answer was needed.')}
    </span>
    {LEFT.map(([name, words]) => of[name] > 0 && <p class="hint">{`${many(of[name], 'link')} ${words}.`}</p>)}
  </>
)

const LEFT = [
  ['queued', 'on the way'],
  ['skipped_24h', 'not sent again, as sent within 24 hours'],
  ['not_covered', 'outside the folder of the key file'],
  ['refused', 'refused'],
  ['failed', 'not delivered'],
] as const

function Act({ of, base, site }: { of: Host; base: string; site: string | undefined }) {
  if (!isTrouble(of)) return null
  return site ? (
    <LinkButton class="btn small" href={`${base}/indexnow/${site}`} label="Verify the site" of={of.host} />
  ) : (
    <LinkButton class="btn small" href={`${base}/indexnow`} label="Add the site" of={of.host} />
  )
}
