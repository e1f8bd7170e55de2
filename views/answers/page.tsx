/** Answer engines and one page: on the page of a link, and in the X-ray. */

import type { ReaderHost } from '../../src/domains/preflight/index.ts'
import type { Slots } from '../../src/doors/pages/web.ts'
import {
  CHECKED,
  ENGINE_NAMES,
  type EngineName,
  engineOf,
  findingsIn,
  saidOf,
  UNSEEN,
} from '../../src/features/answers/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored, type Text, text } from '../../src/kernel/language/say.ts'
import { Chip } from '../parts/chips.tsx'
import { Card } from '../parts/page/card.tsx'
import type { StatusWord } from '../parts/text/words.ts'
import { hostWords, ruleText } from './words.ts'

type Finding = ReturnType<typeof findingsIn>[number]

export const linkAnswers: Slots['link_facts'] = ({ job, link: { answers, host } }, to) =>
  job.type === 'index' && (
    <section>
      <h3>{say(to, 'Answer engines')}</h3>
      {answers === null ? (
        <p class="muted">{say(to, 'Not judged.')}</p>
      ) : (
        <Findings to={to} findings={answers as Finding[]} />
      )}
      {host && <HostLines host={host} to={to} />}
    </section>
  )

const Findings = ({ to, findings }: { to: Reader; findings: readonly Finding[] }) => (
  <>
    {findings.map((finding) => (
      <p>
        {sayStored(to, saidOf(finding))}
        {finding.rule && <code class="small">{` ${ruleText(finding, to)}`}</code>}
      </p>
    ))}
    {findings.length < ENGINE_NAMES.length && (
      <p class="muted">{openWords(to, ENGINE_NAMES.length - findings.length)}</p>
    )}
  </>
)

const HostLines = ({ host, to }: { host: ReaderHost; to: Reader }) => (
  <>
    {hostWords(host, to).map((sentence) => (
      <p class="muted small">{sentence}</p>
    ))}
  </>
)

const openWords = (to: Reader, open: number): string =>
  open === ENGINE_NAMES.length
    ? say(to, 'All {open} may read and quote it, as far as the page and robots.txt say.', { open })
    : say(
        to,
        'The other {open, plural, one {# engine} other {# engines}} may read and quote it, as far as the page and robots.txt say.',
        { open },
      )

const WORDS: Record<'open' | Finding['verdict'], StatusWord & { word: Text }> = {
  open: { word: text('Open'), icon: 'check', tone: 'ok' },
  limited: { word: text('Limited'), icon: 'ban', tone: 'idle' },
  closed: { word: text('Closed'), icon: 'x', tone: 'idle' },
  unknown: { word: text('Not clear'), icon: 'ban', tone: 'idle' },
}

export const xrayAnswers: Slots['xray_cards'] = ({ readers, host }, to) => {
  if (!readers) return null
  const found = new Map(findingsIn(readers).map((finding) => [finding.engine, finding]))
  return (
    <Card title={say(to, 'Answer engines')} body>
      <ul class="plain">
        {ENGINE_NAMES.map((engine) => (
          <Engine to={to} engine={engine} finding={found.get(engine)} />
        ))}
      </ul>
      <p class="muted small">
        {say(
          to,
          'Open means that neither robots.txt nor the page forbids it. The rules of the engines were read on {day}.',
          { day: CHECKED },
        )}
      </p>
      {host && <HostLines host={host} to={to} />}
      <p class="muted small">{say(to, 'Not to be seen from outside:')}</p>
      <ul class="plain muted small">
        {UNSEEN.map((sentence) => (
          <li>{say(to, sentence)}</li>
        ))}
      </ul>
    </Card>
  )
}

function wordOf(to: Reader, finding: Finding | undefined): StatusWord {
  const shown = WORDS[finding?.verdict ?? 'open']
  return { ...shown, word: say(to, shown.word) }
}

type EngineProps = { to: Reader; engine: EngineName; finding: Finding | undefined }

const Engine = ({ to, engine, finding }: EngineProps) => (
  <li>
    <b>{engineOf(engine).name}</b> <Chip {...wordOf(to, finding)} />
    {finding && finding.verdict !== 'unknown' && (
      <>
        {` ${sayStored(to, saidOf(finding))}`}
        {finding.rule && <code class="small">{` ${ruleText(finding, to)}`}</code>}
      </>
    )}
  </li>
)
