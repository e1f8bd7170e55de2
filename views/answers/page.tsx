/** Answer engines and one page: on the page of a link, and in the X-ray. */

import type { ReaderHost } from '../../src/domains/preflight/index.ts'
import type { Slots } from '../../src/doors/pages/web.ts'
import { CHECKED, ENGINE_NAMES, type EngineName, engineOf, explain, UNSEEN } from '../../src/features/answers/index.ts'
import { Chip } from '../parts/chips.tsx'
import { Card } from '../parts/page/card.tsx'
import { many } from '../parts/text/format.ts'
import type { StatusWord } from '../parts/text/words.ts'
import { hostWords, ruleText } from './words.ts'

type Finding = ReturnType<typeof explain>[number]

export const linkAnswers: Slots['link_facts'] = ({ job, link: { answers, host } }) =>
  job.type === 'index' && (
    <section>
      <h3>Answer engines</h3>
      {answers === null ? <p class="muted">Not judged.</p> : <Findings findings={answers} />}
      {host && <HostLines host={host} />}
    </section>
  )

const Findings = ({ findings }: { findings: readonly Finding[] }) => (
  <>
    {findings.map((finding) => (
      <p>
        {finding.says}
        {finding.rule && <code class="small">{` ${ruleText(finding)}`}</code>}
      </p>
    ))}
    {findings.length < ENGINE_NAMES.length && <p class="muted">{openWords(ENGINE_NAMES.length - findings.length)}</p>}
  </>
)

const HostLines = ({ host }: { host: ReaderHost }) => (
  <>
    {hostWords(host).map((sentence) => (
      <p class="muted small">{sentence}</p>
    ))}
  </>
)

const openWords = (open: number): string =>
  open === ENGINE_NAMES.length
    ? `All ${open} may read and quote it, as far as the page and robots.txt say.`
    : `The other ${many(open, 'engine')} may read and quote it, as far as the page and robots.txt say.`

const WORDS: Record<'open' | Finding['verdict'], StatusWord> = {
  open: { word: 'Open', icon: 'check', tone: 'ok' },
  limited: { word: 'Limited', icon: 'ban', tone: 'idle' },
  closed: { word: 'Closed', icon: 'x', tone: 'idle' },
  unknown: { word: 'Not clear', icon: 'ban', tone: 'idle' },
}

export const xrayAnswers: Slots['xray_cards'] = ({ readers, host }) => {
  if (!readers) return null
  const found = new Map(explain(readers).map((finding) => [finding.engine, finding]))
  return (
    <Card title="Answer engines" body>
      <ul class="plain">
        {ENGINE_NAMES.map((engine) => (
          <Engine engine={engine} finding={found.get(engine)} />
        ))}
      </ul>
      <p class="muted small">
        {`Open means that neither robots.txt nor the page forbids it. The rules of the engines were read on ${CHECKED}.`}
      </p>
      {host && <HostLines host={host} />}
      <p class="muted small">Not to be seen from outside:</p>
      <ul class="plain muted small">
        {UNSEEN.map((sentence) => (
          <li>{sentence}</li>
        ))}
      </ul>
    </Card>
  )
}

const Engine = ({ engine, finding }: { engine: EngineName; finding: Finding | undefined }) => (
  <li>
    <b>{engineOf(engine).name}</b> <Chip {...WORDS[finding?.verdict ?? 'open']} />
    {finding && finding.verdict !== 'unknown' && (
      <>
        {` ${finding.says}`}
        {finding.rule && <code class="small">{` ${ruleText(finding)}`}</code>}
      </>
    )}
  </li>
)
