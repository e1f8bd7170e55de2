/** The result of a question: sources of an answer, or results of a search. */
import { type AnswerCitation, QuestionForm, type SearchPosition } from '../../../src/features/free-checks/index.ts'
import { ENGLISH, type Reader } from '../../../src/kernel/language/reader.ts'
import { say } from '../../../src/kernel/language/say.ts'
import { Chip } from '../../parts/chips.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { Card, SimulatedBanner } from '../../parts/page/card.tsx'
import { PageHead } from '../../parts/page/page-head.tsx'
import { Share, type SharedProps } from './results.tsx'
import { Lure } from './tools.tsx'

type AnswerProps = SharedProps & { answer: AnswerCitation | SearchPosition }

export const AnswerResult = ({ to = ENGLISH, answer, ...shared }: AnswerProps) => (
  <>
    <PageHead
      title={
        'surface' in answer
          ? say(to, 'Does Google AI Mode cite {domain}?', { domain: answer.domain })
          : say(to, 'Is {domain} in the results?', { domain: answer.domain })
      }
      sub={say(to, '“{question}”', { question: answer.question })}
    />
    {answer.simulated && <SimulatedBanner to={to} />}
    {'surface' in answer ? <Citation to={to} answer={answer} /> : <Position to={to} answer={answer} />}
    <Card title={say(to, 'Ask a question of your own')} body>
      <Form
        to={to}
        action={shared.self}
        schema={QuestionForm}
        issues={shared.issues}
        hidden={{ token: shared.token }}
        labels={{ question: say(to, 'Question') }}
        hints={{ question: say(to, 'As your customers would ask') }}
        verb={say(to, 'Ask')}
        wide
      >
        <Lure to={to} />
      </Form>
    </Card>
    <Share {...shared} to={to} looked_at={answer.looked_at} />
  </>
)

type CitationProps = { to: Reader; answer: AnswerCitation }

const Citation = ({ to, answer: { domain, cited, references } }: CitationProps) => (
  <Card title={say(to, 'Sources of the answer')} body>
    <p>
      {cited !== null ? (
        <Chip
          word={say(to, 'Cited, source {cited} of {sources}', { cited, sources: references.length })}
          icon="check"
          tone="ok"
        />
      ) : references.length > 0 ? (
        <Chip
          word={say(to, 'Not among the {sources, plural, one {# source} other {# sources}}', {
            sources: references.length,
          })}
          icon="x"
          tone="idle"
        />
      ) : (
        <Chip word={say(to, 'No sources')} icon="ban" tone="idle" />
      )}
    </p>
    <p>
      {cited !== null
        ? say(to, 'Google AI Mode cites {domain} in its answer to this question.', { domain })
        : references.length > 0
          ? say(to, 'Google AI Mode answers this question from other sites.')
          : say(to, 'Google AI Mode gave no answer with sources to this question.')}
    </p>
    <Sources of={references} />
    <p class="muted small">{say(to, 'Answers change from one time to the next.')}</p>
  </Card>
)

const Position = ({ to, answer }: { to: Reader; answer: SearchPosition }) => (
  <Card title={say(to, 'Search results')} body>
    <p>
      {answer.place === null ? (
        <Chip word={say(to, 'Not in the results')} icon="x" tone="warn" />
      ) : (
        <Chip word={say(to, 'In the results, place {place}', { place: answer.place })} icon="check" tone="ok" />
      )}
    </p>
    {answer.results.length === 0 && <p class="muted">{say(to, 'The search has no results for this question.')}</p>}
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
