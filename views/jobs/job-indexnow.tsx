/** Submissions of a push to IndexNow by host: number of links, answer of the engines, and the act that can help. */
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored, text } from '../../src/kernel/language/say.ts'
import { LinkButton } from '../parts/button.tsx'
import { type Column, DataTable } from '../parts/lists/table.tsx'
import { Card } from '../parts/page/card.tsx'
import { countLabel } from './engine-words.ts'
import type { JobProps } from './job-props.ts'
import type { JobDetail } from './shapes.ts'

type Host = JobDetail['indexnow']['hosts'][number]

export function JobIndexNow({ job: { indexnow }, facts: { indexnow_sites }, base, can_write, zone: to }: JobProps) {
  if (indexnow.eligible === 0) return null
  const siteOf = ({ host }: Host) => indexnow_sites.find((one) => one.host === host)?.id
  const actOf = (host: Host) => can_write && <Act to={to} of={host} base={base} site={siteOf(host)} />
  const columns: Column<Host>[] = [
    { label: text('Host'), cell: ({ host }) => <b>{host}</b> },
    {
      label: countLabel(to, 'Sent'),
      class: 'num',
      cell: (host) => say(to, '{seen} of {all}', { seen: host.sent, all: host.eligible }),
    },
    {
      label: text('The engines’ answer'),
      cell: (host) => (
        <>
          <Answer to={to} of={host} />
          <span class="sub">{actOf(host)}</span>
        </>
      ),
    },
    { label: text('What to do'), class: 'end wide-only', cell: actOf },
  ]
  return (
    <Card title="IndexNow" id="indexnow">
      <DataTable to={to} caption={text('IndexNow by host')} columns={columns} rows={indexnow.hosts} lines />
    </Card>
  )
}

const isTrouble = ({ refused, failed, not_covered }: Host): boolean => refused + failed + not_covered > 0

const Answer = ({ to, of }: { to: Reader; of: Host }) => (
  <>
    <span class={[of.refused + of.failed > 0 && 'down']}>
      {of.explanation === null
        ? of.queued > 0
          ? say(to, 'Not asked yet.')
          : say(to, 'No answer was needed.')
        : sayStored(to, of.explanation)}
    </span>
    {leftIn(to, of).map((sentence) => (
      <p class="hint">{sentence}</p>
    ))}
  </>
)

const leftIn = (to: Reader, { queued, skipped_24h, not_covered, refused, failed }: Host): string[] =>
  [
    queued > 0 && say(to, '{n, plural, one {# link} other {# links}} on the way.', { n: queued }),
    skipped_24h > 0 &&
      say(to, '{n, plural, one {# link} other {# links}} not sent again, as sent within 24 hours.', { n: skipped_24h }),
    not_covered > 0 &&
      say(to, '{n, plural, one {# link} other {# links}} outside the folder of the key file.', { n: not_covered }),
    refused > 0 && say(to, '{n, plural, one {# link} other {# links}} refused.', { n: refused }),
    failed > 0 && say(to, '{n, plural, one {# link} other {# links}} not delivered.', { n: failed }),
  ].filter((sentence) => sentence !== false)

function Act({ to, of, base, site }: { to: Reader; of: Host; base: string; site: string | undefined }) {
  if (!isTrouble(of)) return null
  return site ? (
    <LinkButton class="btn small" href={`${base}/indexnow/${site}`} label={say(to, 'Verify the site')} of={of.host} />
  ) : (
    <LinkButton class="btn small" href={`${base}/indexnow`} label={say(to, 'Add the site')} of={of.host} />
  )
}
