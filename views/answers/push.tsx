/** On New push: pages that answer engines may not use, by the rule that says so. They are pushed all the same. */
import type { Slots } from '../../src/doors/pages/web.ts'
import { type AnswerGroup, answersIn, hasFinding } from '../../src/features/answers/index.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { sayStored, unpackSaid } from '../../src/kernel/language/say.ts'
import { UrlCell } from '../parts/lists/table.tsx'
import { CopyList, examplesOf, Group, Listed } from '../push/preflight-group.tsx'
import { isOdd, OWNER, ruleText, titleOf } from './words.ts'

/** Limit of URLs copied at once. */
const MOST_COPIED = 1000

export const screenedGroups: Slots['screened'] = (rows) => {
  const tallies = [...Map.groupBy(rows, ({ readers }) => JSON.stringify(readers ?? []))].map(([answers, some]) => ({
    answers,
    links: some.length,
    example: some[0]!.url,
  }))
  const groups = answersIn(tallies).groups.filter(({ verdict }) => verdict !== 'unknown')
  return (
    groups.length > 0 && (
      <>
        <p class="lbl flags-h">Answer engines</p>
        <p class="muted small">{OWNER}</p>
        {groups.map((group, at) => (
          <Rule
            group={group}
            id={`answers-${at}`}
            urls={rows.filter(({ readers }) => hasFinding(readers, group)).map(({ url }) => url)}
          />
        ))}
      </>
    )
  )
}

const Rule = ({ group, id, urls }: { group: AnswerGroup; id: string; urls: readonly string[] }) => (
  <Group
    id={id}
    icon={isOdd(group) ? 'triangle-alert' : 'ban'}
    tone={isOdd(group) ? 'warn' : undefined}
    title={titleOf(group)}
    says={examplesOf(urls)}
    mono
    count={urls.length}
  >
    <Sentences group={group} />
    {urls.length <= MOST_COPIED && (
      <div class="acts">
        <CopyList id={`${id}-list`} text={urls.join('\n')} />
      </div>
    )}
    <Listed rows={urls}>{(url) => <UrlCell url={url} />}</Listed>
  </Group>
)

type SentencesProps = { to?: Reader; group: Pick<AnswerGroup, 'rule' | 'says'> }

/** The rule, and what each engine makes of it. */
export const Sentences = ({ to = ENGLISH, group }: SentencesProps) => (
  <>
    {group.rule && (
      <p class="small">
        <code>{ruleText(group, to)}</code>
      </p>
    )}
    <ul class="plain small">
      {group.says.map((sentence) => (
        <li>{sayStored(to, unpackSaid(sentence))}</li>
      ))}
    </ul>
  </>
)
