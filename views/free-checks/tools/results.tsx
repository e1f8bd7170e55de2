/** The result of a check, for its visitor and for readers of its shared address. */
import { evidenceSaid } from '../../../src/domains/checks/index.ts'
import { FIXES } from '../../../src/domains/preflight/index.ts'
import type { PageInIndex, Xray } from '../../../src/features/free-checks/index.ts'
import { ENGLISH, type Reader } from '../../../src/kernel/language/reader.ts'
import { say, sayStored, type Text, text } from '../../../src/kernel/language/say.ts'
import type { Child } from '../../jsx/elements.ts'
import { Chip, FlagChip, Warnings } from '../../parts/chips.tsx'
import { CopyField } from '../../parts/forms/copy.tsx'
import { Form, type Issue } from '../../parts/forms/form.tsx'
import { Card, Facts, SimulatedBanner } from '../../parts/page/card.tsx'
import { PageHead } from '../../parts/page/page-head.tsx'
import { dayTime } from '../../parts/text/format.ts'
import { Say } from '../../parts/text/say.tsx'
import { When } from '../../parts/text/when.tsx'
import type { StatusWord } from '../../parts/text/words.ts'
import { Lure } from './tools.tsx'

export type SharedProps = {
  to?: Reader
  /** Public address of this page. */
  href: string
  self: string
  token: string
  issues?: readonly Issue[]
  /** Parts of features in the X-ray. */
  cards?: Child
}

type XrayProps = SharedProps & { xray: Xray }

export const XrayResult = ({ to = ENGLISH, xray: { facts, page, looked_at }, ...shared }: XrayProps) => (
  <>
    <PageHead title={page?.title || say(to, 'X-ray')} sub={facts.url} />
    <Card title={say(to, 'Obstacles')} body>
      <Facts
        facts={[
          { label: 'Google', value: <Flags to={to} flags={facts.flags} status={facts.status} /> },
          { label: 'Bing', value: <Flags to={to} flags={facts.bing.flags} status={facts.status} /> },
        ]}
      />
      {facts.flags.map((flag) => (
        <p>{say(to, FIXES[flag])}</p>
      ))}
      <Warnings to={to} warnings={facts.warnings} />
    </Card>
    <Card title={say(to, 'The answer')} body>
      <Facts facts={answerFacts(to, facts)} />
    </Card>
    {shared.cards}
    {page && <Contents to={to} page={page} />}
    <Again {...shared} to={to} looked_at={looked_at} />
  </>
)

const Flags = ({ to, flags, status }: { to: Reader } & Pick<Xray['facts'], 'flags' | 'status'>) =>
  flags.length ? (
    <span class="row">
      {flags.map((flag) => (
        <FlagChip to={to} flag={flag} status={status} />
      ))}
    </span>
  ) : (
    <Chip word={say(to, 'Nothing')} icon="check" tone="ok" />
  )

function answerFacts(to: Reader, { status, chain, robots, noindex, canonical, final_url }: Xray['facts']) {
  return [
    { label: say(to, 'Status'), value: status === null ? say(to, 'None') : String(status) },
    ...(chain.length > 1
      ? [
          {
            label: say(to, 'Way there'),
            value: (
              <ol class="plain">
                {chain.map((hop) => (
                  <li class="url">{`${hop.url} ${hop.status ?? ''}`}</li>
                ))}
              </ol>
            ),
          },
          { label: say(to, 'Ends at'), value: <span class="url">{final_url}</span> },
        ]
      : []),
    { label: 'robots.txt', value: robotsWords(to, robots) },
    {
      label: 'noindex',
      value: noindex
        ? say(to, '{source, select, meta {in the meta tag} other {in the X-Robots-Tag header}}: {directive}', noindex)
        : say(to, 'no'),
    },
    {
      label: say(to, 'Canonical address'),
      value: canonical === null ? say(to, 'none') : <span class="url">{canonical}</span>,
    },
  ]
}

const ROBOTS = {
  allowed: text('lets crawlers in'),
  blocked: text('turns crawlers away'),
  unknown: text('gave no answer'),
}

function robotsWords(to: Reader, { verdict, rule }: Xray['facts']['robots']): string {
  const answer = say(to, ROBOTS[verdict])
  return rule ? say(to, '{answer}, line {line}: {rule}', { answer, line: String(rule.line), rule: rule.text }) : answer
}

const Contents = ({ to, page }: { to: Reader; page: NonNullable<Xray['page']> }) => (
  <Card title={say(to, 'The page, before scripts run')} body>
    <Facts
      facts={[
        { label: say(to, 'Title'), value: page.title ?? say(to, 'none') },
        { label: say(to, 'Description'), value: page.description ?? say(to, 'none') },
        { label: say(to, 'Language'), value: page.language ?? say(to, 'not stated') },
        ...(page.nosnippet > 0
          ? [
              {
                label: say(to, 'Kept from answers'),
                value: say(to, '{share} % of the text, by data-nosnippet: Google and Bing may quote the rest', {
                  share: page.nosnippet,
                }),
              },
            ]
          : []),
        {
          label: say(to, 'Links'),
          value: say(
            to,
            '{internal, plural, one {# link} other {# links}} within the site, {external} to others, {nofollow} with nofollow{cut, select, yes {; the page is long, and was not read to its end} other {}}',
            {
              internal: page.links.internal,
              external: String(page.links.external),
              nofollow: String(page.links.nofollow),
              cut: page.cut ? 'yes' : 'no',
            },
          ),
        },
      ]}
    />
    <h3>{say(to, 'Headings')}</h3>
    {page.headings.length === 0 && <p class="muted">{say(to, 'There are none.')}</p>}
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
        <summary>
          {say(to, 'The first {links, plural, one {# link} other {# links}}', { links: page.links.first.length })}
        </summary>
        <ul class="plain">
          {page.links.first.map((url) => (
            <li class="url">{url}</li>
          ))}
        </ul>
      </details>
    )}
  </Card>
)

const VISIBLE: Record<PageInIndex['indexed'], StatusWord & { word: Text }> = {
  yes: { word: text('In Google'), icon: 'check', tone: 'ok' },
  no: { word: text('Not in Google'), icon: 'x', tone: 'warn' },
  unknown: { word: text('Not clear'), icon: 'ban', tone: 'idle' },
}

export const LensResult = ({ to = ENGLISH, lens, ...shared }: SharedProps & { lens: PageInIndex }) => (
  <>
    <PageHead title={say(to, 'Is this page visible?')} sub={lens.url} />
    {lens.simulated && <SimulatedBanner to={to} />}
    <Card body>
      <p>
        <Chip {...VISIBLE[lens.indexed]} word={say(to, VISIBLE[lens.indexed].word)} />
      </p>
      <p>{sayStored(to, evidenceSaid(lens.evidence))}</p>
      {lens.indexed === 'no' && (
        <p class="muted">{say(to, 'An X-ray of the page shows whether something blocks it.')}</p>
      )}
    </Card>
    <Share {...shared} to={to} looked_at={lens.looked_at} />
  </>
)

const Again = ({ to = ENGLISH, self, token, issues, ...shared }: SharedProps & { looked_at: string }) => (
  <>
    <Card title={say(to, 'Changed something?')} body>
      <Form
        to={to}
        action={self}
        schema={{ properties: {} }}
        issues={issues}
        hidden={{ token }}
        verb={say(to, 'Check again')}
        wide
      >
        <Lure to={to} />
      </Form>
    </Card>
    <Share {...shared} to={to} />
  </>
)

export const Share = ({ to = ENGLISH, href, looked_at }: { to?: Reader; href: string; looked_at: string }) => (
  <Card title={say(to, 'Share this result')} body>
    <CopyField
      id="address"
      to={to}
      label={say(to, 'Address of this page')}
      value={href}
      hint={say(to, 'Anyone with the address can open it for 30 days.')}
    />
    <p class="hint">
      <Say
        to={to}
        text="Checked <time>{time}</time>, UTC."
        values={{ time: dayTime(looked_at, to) }}
        tags={{ time: () => <When time={looked_at} zone={to} /> }}
      />
    </p>
  </Card>
)
