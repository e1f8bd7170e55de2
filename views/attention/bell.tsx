/** The bell: happenings since the person marked all as seen, as a popover of every page and a page of its own. */
import { goTo, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { getBell, markBellSeen } from '../../src/features/attention/operations.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { inARow, say } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { listClients } from '../../src/operations/clients/clients.ts'
import { EmptyState } from '../kit/fold.tsx'
import { Post } from '../parts/forms/post.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { longMonth } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import { When } from '../parts/text/when.tsx'
import { act } from '../screens/act.ts'
import { drawPage, may, zoneOf } from '../shell.tsx'

const AT = '/bell'

export const bellScreens: readonly Screen[] = [
  page(AT, bellPage),
  act(`${AT}/seen`, markBellSeen, (call) =>
    goTo(call.base + AT, { text: say(zoneOf(call), 'All is marked as seen.') }),
  ),
]

type BellData = AnswerOf<typeof getBell>
type Item = BellData['happenings'][number]

async function bellPage(call: SignedInCall) {
  const data = await call.call(getBell, {})
  const off_usual = may(call, listClients) ? (await call.call(listClients, { page_size: 1 })).counts.off_usual : 0
  const list = (
    <BellList {...data} base={call.base} own={call.caller.tenant_id} zone={zoneOf(call)} off_usual={off_usual} />
  )
  if (call.partial) return htmlResponse(list)
  return drawPage(call, { title: say(zoneOf(call), 'What happened'), detail: true }, list)
}

type BellProps = BellData & { base: string; own: string; zone: Reader; off_usual: number }

export const BellList = ({ happenings: items, until, base, own, zone, off_usual }: BellProps) => (
  <div class="bell-list">
    {items.length === 0 && <EmptyState icon="bell">{say(zone, 'Nothing new since you looked.')}</EmptyState>}
    {off_usual > 0 && (
      <a href={`${base}/clients?view=off_usual`}>
        <Icon name="trending-down" />
        <span>
          {say(zone, '{n, plural, one {# client is off its usual} other {# clients are off their usual}}', {
            n: off_usual,
          })}
        </span>
      </a>
    )}
    {items.map((item) => (
      <a href={`/app/w/${item.tenant_id}${KINDS[item.kind].under(item)}`}>
        <Icon name={KINDS[item.kind].icon} />
        <span>
          <b class="clip">{item.kind === 'report_sent' ? monthOfReport(item.name, zone) : <Name of={item.name} />}</b>
          <span>{KINDS[item.kind].says(item, zone)}</span>
          <small class="clip">
            <When time={item.at} zone={zone} />
            {item.tenant_id !== own && (
              <>
                {' · '}
                <Name of={item.tenant} />
              </>
            )}
          </small>
        </span>
      </a>
    ))}
    {items.length > 0 && (
      <Post
        to={zone}
        action={`${base}${AT}/seen`}
        fields={{ until }}
        class="btn small"
        icon="check"
        label={say(zone, 'Mark all seen')}
      />
    )}
  </div>
)

/** A period is a month or a quarter. */
const monthOfReport = (period: string, to: Reader): string =>
  period.includes('Q') ? period : longMonth(`${period}-01T00:00:00.000Z` as Item['at'], to)

type Kind = { icon: IconName; under: (item: Item) => string; says: (item: Item, to: Reader) => string }

const found = ({ indexed, links, refunded, failed }: Item, to: Reader): string =>
  inARow(
    to,
    [
      say(to, '{indexed} of {links, plural, one {# link} other {# links}} indexed', {
        ...{ indexed: indexed ?? 0, links: links ?? 0 },
      }),
      refunded ? say(to, '{credits, plural, one {# credit} other {# credits}} refunded', { credits: refunded }) : '',
      failed ? say(to, '{n, plural, one {# not sent} other {# not sent}}', { n: failed }) : '',
    ].filter(Boolean),
  )

const KINDS: Record<Item['kind'], Kind> = {
  push_finished: { icon: 'send', under: ({ id }) => `/jobs/${id}`, says: found },
  check_finished: { icon: 'scan-search', under: ({ id }) => `/jobs/${id}`, says: found },
  report_sent: {
    icon: 'file-text',
    under: ({ id }) => `/reports/issues/${id}`,
    says: (_, to) => say(to, 'Report sent'),
  },
  question: { icon: 'message-circle', under: () => '/today', says: (_, to) => say(to, 'Question of a reader') },
  site_failing: {
    icon: 'triangle-alert',
    under: ({ id }) => `/indexnow/${id}`,
    says: (_, to) => say(to, 'IndexNow key file missing'),
  },
  source_failing: {
    icon: 'triangle-alert',
    under: ({ id }) => `/standing/${id}`,
    says: (_, to) => say(to, 'Source cannot be read'),
  },
  webhook_off: {
    icon: 'triangle-alert',
    under: ({ id }) => `/webhooks/${id}`,
    says: (_, to) => say(to, 'Webhook switched off'),
  },
}
