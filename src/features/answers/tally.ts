/** Counts of links by what answer engines may do with them: one definition for pushes, clients, reports and programs. */
import { OWN_HOST } from '../../domains/jobs/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { packSaid } from '../../kernel/language/say.ts'
import { CHECKED, type EngineName, engineOf } from './engines.ts'
import { type Finding, findingsIn, saidOf } from './findings.ts'
import type { AnswerGroup, Answers } from './shapes.ts'

/** Links with the same findings, and the URL of one. */
type Tally = { answers: string; links: number; example: string }

const OF_JOBS = `select a.answers, sum(a.links) as links, min(a.example) as example
  from json_each(?) p cross join answer_tallies a on a.job_id = p.value and a.links > 0 group by a.answers`

/** Jobs without a link on a host of another client are counted already. */
const OWN_OF_JOBS = `select answers, sum(links) as links, min(example) as example from (
    select a.answers, a.links, a.example from json_each(?1) p cross join answer_tallies a on a.job_id = p.value and a.links > 0
    where p.value not in (select job_id from foreign_hosts)
    union all select l.answers, 1, l.url from json_each(?1) p cross join links l indexed by links_job on l.job_id = p.value
    where p.value in (select job_id from foreign_hosts) and l.answers is not null and ${OWN_HOST})
  group by answers`

/** `own`: without links on hosts of other clients, as a client reads it. */
export const answersOf = (tx: ReadTx, job_ids: readonly string[], own = false): Answers =>
  answersIn(tx.rows<Tally>(own ? OWN_OF_JOBS : OF_JOBS, JSON.stringify(job_ids)))

const MOST_GROUPS = 50

/** Counts by engine and by rule. */
export function answersIn(tallies: readonly Tally[]): Answers {
  const closed = new Map<EngineName, number>()
  const groups = new Map<string, Counted>()
  let looked_at = 0
  for (const { answers, links, example } of tallies) {
    looked_at += links
    const findings = findingsIn(JSON.parse(answers) as string[])
    for (const { engine, verdict } of findings)
      if (verdict === 'closed') closed.set(engine, (closed.get(engine) ?? 0) + links)
    for (const some of Map.groupBy(findings, keyOf).values()) addTo(groups, some, links, example)
  }
  return {
    looked_at,
    closed: [...closed]
      .map(([engine, links]) => ({ engine, name: engineOf(engine).name, links }))
      .sort((a, b) => b.links - a.links),
    groups: [...groups.values()].sort((a, b) => b.links - a.links).slice(0, MOST_GROUPS),
    checked: CHECKED,
  }
}

const keyOf = ({ verdict, why, rule }: Finding): string => `${verdict} ${why} ${rule?.text ?? ''}`

type Counted = Omit<AnswerGroup, 'links'> & { links: number }

function addTo(groups: Map<string, Counted>, findings: Finding[], links: number, example: string): void {
  const { verdict, why, rule } = findings[0]!
  const engines = findings.map(({ engine }) => engine)
  const key = `${keyOf(findings[0]!)} ${engines.join()}`
  const known = groups.get(key)
  if (known) known.links += links
  else
    groups.set(key, { engines, verdict, why, rule, says: findings.map((one) => packSaid(saidOf(one))), links, example })
}
