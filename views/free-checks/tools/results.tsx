/** The result of a check, for its visitor and for readers of its shared address. */
import type { PageInIndex, Xray } from '../../../src/features/free-checks/index.ts'
import type { Child } from '../../jsx/elements.ts'
import { Chip, FlagChip, Warnings } from '../../parts/chips.tsx'
import { CopyField } from '../../parts/forms/copy.tsx'
import { Form, type Issue } from '../../parts/forms/form.tsx'
import { Card, Facts, SimulatedBanner } from '../../parts/page/card.tsx'
import { PageHead } from '../../parts/page/page-head.tsx'
import { many } from '../../parts/text/format.ts'
import { When } from '../../parts/text/when.tsx'
import type { StatusWord } from '../../parts/text/words.ts'
import { Lure } from './tools.tsx'

export type SharedProps = {
  /** Public address of this page. */
  href: string
  self: string
  token: string
  issues?: readonly Issue[]
  /** Parts of features in the X-ray. */
  cards?: Child
}

export const XrayResult = ({ xray: { facts, page, looked_at }, ...shared }: SharedProps & { xray: Xray }) => (
  <>
    <PageHead title={page?.title || 'X-ray'} sub={facts.url} />
    <Card title="Obstacles" body>
      <Facts
        facts={[
          { label: 'Google', value: <Flags flags={facts.flags} status={facts.status} /> },
          { label: 'Bing', value: <Flags flags={facts.bing.flags} status={facts.status} /> },
        ]}
      />
      {facts.fix?.split('\n').map((line) => (
        <p>{line}</p>
      ))}
      <Warnings warnings={facts.warnings} />
    </Card>
    <Card title="The answer" body>
      <Facts facts={answerFacts(facts)} />
    </Card>
    {shared.cards}
    {page && <Contents page={page} />}
    <Again {...shared} looked_at={looked_at} />
  </>
)

const Flags = ({ flags, status }: Pick<Xray['facts'], 'flags' | 'status'>) =>
  flags.length ? (
    <span class="row">
      {flags.map((flag) => (
        <FlagChip flag={flag} status={status} />
      ))}
    </span>
  ) : (
    <Chip word="Nothing" icon="check" tone="ok" />
  )

function answerFacts({ status, chain, robots, noindex, canonical, final_url }: Xray['facts']) {
  const rule = robots.rule && `, line ${robots.rule.line}: ${robots.rule.text}`
  return [
    { label: 'Status', value: status === null ? 'None' : String(status) },
    ...(chain.length > 1
      ? [
          {
            label: 'Way there',
            value: (
              <ol class="plain">
                {chain.map((hop) => (
                  <li class="url">{`${hop.url} ${hop.status ?? ''}`}</li>
                ))}
              </ol>
            ),
          },
          { label: 'Ends at', value: <span class="url">{final_url}</span> },
        ]
      : []),
    { label: 'robots.txt', value: `${ROBOTS[robots.verdict]}${rule ?? ''}` },
    { label: 'noindex', value: noindex ? `in the ${NOINDEX[noindex.source]}: ${noindex.directive}` : 'no' },
    { label: 'Canonical address', value: canonical === null ? 'none' : <span class="url">{canonical}</span> },
  ]
}

const NOINDEX = { meta: 'meta tag', header: 'X-Robots-Tag header' }
const ROBOTS = { allowed: 'lets crawlers in', blocked: 'turns crawlers away', unknown: 'gave no answer' }

const Contents = ({ page }: { page: NonNullable<Xray['page']> }) => (
  <Card title="The page, before scripts run" body>
    <Facts
      facts={[
        { label: 'Title', value: page.title ?? 'none' },
        { label: 'Description', value: page.description ?? 'none' },
        { label: 'Language', value: page.language ?? 'not stated' },
        ...(page.nosnippet > 0
          ? [
              {
                label: 'Kept from answers',
                value: `${page.nosnippet} % of the text, by data-nosnippet: Google and Bing may quote the rest`,
              },
            ]
          : []),
        {
          label: 'Links',
          value: `${many(page.links.internal, 'link')} within the site, ${page.links.external} to others, ${page.links.nofollow} with nofollow${page.cut ? '; the page is long, and was not read to its end' : ''}`,
        },
      ]}
    />
    <h3>Headings</h3>
    {page.headings.length === 0 && <p class="muted">There are none.</p>}
    <ul class="plain">
      {page.headings.map(({ level, text }) => (
        <li>
          <span class="muted">{`h${level} `}</span>
          {text}
        </li>
      ))}
    </ul>
    {page.links.first.length > 0 && (
      <details>
        <summary>{`The first ${many(page.links.first.length, 'link')}`}</summary>
        <ul class="plain">
          {page.links.first.map((url) => (
            <li class="url">{url}</li>
          ))}
        </ul>
      </details>
    )}
  </Card>
)

const VISIBLE: Record<PageInIndex['indexed'], StatusWord> = {
  yes: { word: 'In Google', icon: 'check', tone: 'ok' },
  no: { word: 'Not in Google', icon: 'x', tone: 'warn' },
  unknown: { word: 'Not clear', icon: 'ban', tone: 'idle' },
}

export const LensResult = ({ lens, ...shared }: SharedProps & { lens: PageInIndex }) => (
  <>
    <PageHead title="Is this page visible?" sub={lens.url} />
    {lens.simulated && <SimulatedBanner />}
    <Card body>
      <p>
        <Chip {...VISIBLE[lens.indexed]} />
      </p>
      <p>{lens.evidence}</p>
      {lens.indexed === 'no' && <p class="muted">An X-ray of the page shows whether something blocks it.</p>}
    </Card>
    <Share {...shared} looked_at={lens.looked_at} />
  </>
)

const Again = ({ self, token, issues, ...shared }: SharedProps & { looked_at: string }) => (
  <>
    <Card title="Changed something?" body>
      <Form action={self} schema={{ properties: {} }} issues={issues} hidden={{ token }} verb="Check again" wide>
        <Lure />
      </Form>
    </Card>
    <Share {...shared} />
  </>
)

export const Share = ({ href, looked_at }: { href: string; looked_at: string }) => (
  <Card title="Share this result" body>
    <CopyField
      id="address"
      label="Address of this page"
      value={href}
      hint="Anyone with the address can open it for 30 days."
    />
    <p class="hint">
      Checked <When time={looked_at} />, UTC.
    </p>
  </Card>
)
