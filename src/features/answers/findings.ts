/** Findings as they are kept with a link: `chatgpt:robots 12 Disallow: /`. An engine that is open has none. */
import type { ReaderFinding } from '../../domains/preflight/index.ts'
import { inPlainEnglish, type Said, said } from '../../kernel/language/say.ts'
import { ENGINE_NAMES, type EngineName, engineOf, type Why } from './engines.ts'

export type Verdict = ReaderFinding['verdict']
export type Rule = ReaderFinding['rule']
export type Finding = { engine: EngineName; verdict: Verdict; why: Why; rule: Rule }

const MARKS: Record<Verdict, string> = { closed: ':', limited: '~', unknown: '?' }
const VERDICTS = Object.fromEntries(Object.entries(MARKS).map(([verdict, mark]) => [mark, verdict as Verdict]))

export function written({ engine, verdict, why, rule }: Finding): string {
  const code = `${engine}${MARKS[verdict]}${why}`
  return rule ? `${code} ${rule.line ?? '-'} ${rule.text}` : code
}

/** A page that was not read is kept in one short text. */
export const ALL_UNREAD: readonly string[] = ['*?unread']

/** Nothing for a finding of another version. */
function findingIn(text: string): Finding[] {
  if (text === ALL_UNREAD[0])
    return ENGINE_NAMES.map((engine) => ({ engine, verdict: 'unknown', why: 'unread', rule: null }))
  const [, engine, mark, why, line, rule] = /^([a-z_]+)([:~?])([a-z_]+)(?: (\d+|-) (.*))?$/s.exec(text) ?? []
  if (!engine || !engineOf(engine as EngineName)) return []
  const finding: Finding = {
    engine: engine as EngineName,
    verdict: VERDICTS[mark!]!,
    why: why as Why,
    rule: line === undefined ? null : { line: line === '-' ? null : Number(line), text: rule! },
  }
  return [finding]
}

export const findingsIn = (texts: readonly string[]): Finding[] => texts.flatMap(findingIn)

export function saidOf({ engine, why, verdict }: Pick<Finding, 'engine' | 'why' | 'verdict'>): Said {
  const { name, says, training, crawlers } = engineOf(engine)
  if (verdict === 'unknown') return said('Not clear for {name}: robots.txt or the page could not be read.', { name })
  if (why === 'trade')
    return said('{robots} {trainer} for training may read it, {crawler} may not.', {
      robots: says.robots!,
      trainer: training!,
      crawler: crawlers[0]!.token,
    })
  return says[why] ?? said('{name} may not use the page: {why}.', { name, why })
}

export const explain = (texts: readonly string[]): ReaderFinding[] =>
  findingsIn(texts).map((finding) => ({ ...finding, says: inPlainEnglish(saidOf(finding)) }))

/** Whether texts of findings have that of a group: the same rule for the same engines. */
export function hasFinding(
  texts: readonly string[] | undefined,
  { engines, verdict, why, rule }: Pick<ReaderFinding, 'verdict' | 'why' | 'rule'> & { engines: readonly string[] },
): boolean {
  const same = findingsIn(texts ?? []).filter(
    (one) => one.verdict === verdict && one.why === why && one.rule?.text === rule?.text,
  )
  return same.map(({ engine }) => engine).join() === engines.join()
}
