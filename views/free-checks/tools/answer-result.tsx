/** The result of a question: sources of an answer, or results of a search. */
import { type AnswerCitation, QuestionForm, type SearchPosition } from '../../../src/features/free-checks/index.ts'
import { Chip } from '../../parts/chips.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { Card, SimulatedBanner } from '../../parts/page/card.tsx'
import { PageHead } from '../../parts/page/page-head.tsx'
import { many } from '../../parts/text/format.ts'
import { Share, type SharedProps } from './results.tsx'
import { Lure } from './tools.tsx'

export const AnswerResult = ({ answer, ...shared }: SharedProps & { answer: AnswerCitation | SearchPosition }) => (
  <>
    <PageHead
      title={'surface' in answer ? `Does Google AI Mode cite ${answer.domain}?` : `Is ${answer.domain} in the results?`}
      sub={`“${answer.question}”`}
    />
    {answer.simulated && <SimulatedBanner />}
    {'surface' in answer ? <Citation answer={answer} /> : <Position answer={answer} />}
    <Card title="Ask a question of your own" body>
      <Form
        action={shared.self}
        schema={QuestionForm}
        issues={shared.issues}
        hidden={{ token: shared.token }}
        verb="Ask"
        wide
      >
        <Lure />
      </Form>
    </Card>
    <Share {...shared} looked_at={answer.looked_at} />
  </>
)

const Citation = ({ answer: { domain, cited, references } }: { answer: AnswerCitation }) => (
  <Card title="Sources of the answer" body>
    <p>
      {cited !== null ? (
        <Chip word={`Cited, source ${cited} of ${references.length}`} icon="check" tone="ok" />
      ) : references.length > 0 ? (
        <Chip word={`Not among the ${many(references.length, 'source')}`} icon="x" tone="idle" />
      ) : (
        <Chip word="No sources" icon="ban" tone="idle" />
      )}
    </p>
    <p>
      {cited !== null
        ? `Google AI Mode cites ${domain} in its answer to this question.`
        : references.length > 0
          ? `Google AI Mode answers this question from other sites.`
          : 'Google AI Mode gave no answer with sources to this question.'}
    </p>
    <Sources of={references} />
    <p class="muted small">Answers change from one time to the next.</p>
  </Card>
)

const Position = ({ answer }: { answer: SearchPosition }) => (
  <Card title="Search results" body>
    <p>
      {answer.place === null ? (
        <Chip word="Not in the results" icon="x" tone="warn" />
      ) : (
        <Chip word={`In the results, place ${answer.place}`} icon="check" tone="ok" />
      )}
    </p>
    {answer.results.length === 0 && <p class="muted">The search has no results for this question.</p>}
    <Sources of={answer.results} />
  </Card>
)

const Sources = ({ of }: { of: SearchPosition['results'] }) => (
  <ol class="plain">
    {of.map(({ url, title, own }, at) => (
      <li class="url">
        {`${at + 1}. `}
        {own ? <b>{title ?? url}</b> : (title ?? url)} <span class="muted">{url}</span>
      </li>
    ))}
  </ol>
)
