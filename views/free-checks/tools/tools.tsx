/** Three free checks: one field each, a result that can be shared, and a link to sign up. */
import { DAYS_KEPT, DomainForm, LURE, type Tool, UrlForm } from '../../../src/features/free-checks/index.ts'
import { ENGLISH, type Reader } from '../../../src/kernel/language/reader.ts'
import { say, sayStored, type Text, text } from '../../../src/kernel/language/say.ts'
import type { Child } from '../../jsx/elements.ts'
import { LinkButton } from '../../parts/button.tsx'
import { Form, type FormSchema, type Issue } from '../../parts/forms/form.tsx'
import { hx } from '../../parts/hx.ts'
import { Banner, Card } from '../../parts/page/card.tsx'
import { PageHead } from '../../parts/page/page-head.tsx'
import { Say } from '../../parts/text/say.tsx'

type ToolAbout = {
  name: Text
  lead: Text
  tells: Text
  verb: Text
  schema: FormSchema
  field: 'url' | 'domain'
  label: Text
  hint: Text
}

const URL_FIELD = {
  schema: UrlForm,
  field: 'url' as const,
  label: text('Address of the page'),
  hint: text('Such as bakery.example/bread'),
}

export const ABOUT: Record<Tool, ToolAbout> = {
  xray: {
    name: text('X-ray of a page'),
    lead: text('What a search engine sees on a page, and what blocks it.'),
    tells: text(
      'Status and redirects, robots.txt, noindex, canonical address, title, headings and links: for Google and Bing.',
    ),
    verb: text('Check the page'),
    ...URL_FIELD,
  },
  answer: {
    name: text('Do answers name you?'),
    lead: text('A question as your customers would ask it, put to Google: is your domain among its sources?'),
    tells: text(
      'Asks Google AI Mode where that is connected, else the search results, and says which. The question is taken from what your first page is about; then you can ask one of your own.',
    ),
    verb: text('Ask'),
    schema: DomainForm,
    field: 'domain',
    label: text('Domain'),
    hint: text('Such as bakery.example'),
  },
  lens: {
    name: text('Is this page visible?'),
    lead: text('A live search tells whether Google shows this very page.'),
    tells: text('Only an exact match counts: a page that is shown under another address is not this one.'),
    verb: text('Check the page'),
    ...URL_FIELD,
  },
}

export const TOOL_PATH = (tool: Tool): string => `/tools/${tool}`

type ToolProps = {
  to?: Reader
  tool: Tool
  token: string
  values?: Readonly<Record<string, unknown>>
  issues?: readonly Issue[]
  /** Checks that remain today for this visitor; null when the checks are closed. */
  left: number | null
  /** Why the check cannot be used now. */
  closed?: string | null
  sign_up: string | null
}

export const ToolPage = ({ to = ENGLISH, tool, token, values, issues, left, closed, sign_up }: ToolProps) => {
  const { name, lead, tells, verb, schema, field, label, hint } = ABOUT[tool]
  return (
    <>
      <PageHead title={say(to, name)} sub={say(to, lead)} />
      {closed ? (
        <Banner tone="warn">{closed}</Banner>
      ) : (
        <Card body>
          <Form
            action={TOOL_PATH(tool)}
            to={to}
            schema={schema}
            values={values}
            issues={issues}
            inputs={{ [field]: { inputmode: 'url', autocomplete: 'url', autocapitalize: 'none', spellcheck: 'false' } }}
            labels={{ [field]: say(to, label) }}
            hints={{ [field]: say(to, hint) }}
            hidden={{ token }}
            verb={say(to, verb)}
            wide
          >
            <Lure to={to} />
          </Form>
          <p class="hint">
            {say(to, tells)}{' '}
            {left === null ? '' : say(to, '{left, plural, one {# check} other {# checks}} left today.', { left })}
          </p>
        </Card>
      )}
      <Others to={to} tool={tool} sign_up={sign_up} />
      <p class="hint">
        {say(
          to,
          'No account, no cookie. For {days} days we keep what was asked, the result, and the IP address that asked, to share the checks out fairly; then all of it is forgotten.',
          { days: DAYS_KEPT },
        )}
      </p>
    </>
  )
}

/** A field that people do not see; programs that fill it in are refused. */
export const Lure = ({ to }: { to: Reader }) => (
  <div class="vh" aria-hidden="true">
    <label for={LURE}>{say(to, 'Leave this empty')}</label>
    <input id={LURE} name={LURE} value="" tabindex="-1" autocomplete="off" />
  </div>
)

/** Links to the other checks and to sign-up. */
type OthersProps = { to?: Reader; tool: Tool; about?: string; sign_up: string | null }

export const Others = ({ to = ENGLISH, tool, about, sign_up }: OthersProps) => (
  <>
    <p class="ways">
      {(Object.keys(ABOUT) as Tool[])
        .filter((one) => one !== tool)
        .map((one) => (
          <a href={about ? `${TOOL_PATH(one)}?about=${encodeURIComponent(about)}` : TOOL_PATH(one)}>
            {say(to, ABOUT[one].name)}
          </a>
        ))}
    </p>
    {sign_up && (
      <Banner icon="send" action={<LinkButton class="btn primary small" href={sign_up} label={say(to, 'Sign up')} />}>
        <Say
          to={to}
          text="<b>Get pages indexed, and check that they are.</b> Push them: the credit is refunded for each that is not."
        />
      </Banner>
    )}
  </>
)

/** The page reloads while the check runs, with or without scripts. */
type LookingProps = { to?: Reader; self: string; asked: string; late: string | null }

export const Looking = ({ to = ENGLISH, self, asked, late }: LookingProps) => (
  <div
    id="result"
    class="stack"
    aria-live="polite"
    {...hx({ get: self, trigger: 'every 1s', target: '#result', select: '#result', swap: 'outerHTML' })}
  >
    <PageHead title={say(to, 'Checking …')} sub={asked} />
    <Card body>
      <p>{late ?? say(to, 'This takes some seconds. The page then shows the result.')}</p>
      <p class="no-script">
        <a href={self}>{say(to, 'Check whether it is ready')}</a>
      </p>
    </Card>
  </div>
)

/** The result, or the reason why there is none. */
export const Found = ({ children }: { children?: Child }) => (
  <div id="result" class="stack" aria-live="polite">
    {children}
  </div>
)

type FailedProps = { to?: Reader; asked: string; failure: string; again: string }

export const Failed = ({ to = ENGLISH, asked, failure, again }: FailedProps) => (
  <>
    <PageHead title={say(to, 'No result')} sub={asked} />
    <Banner tone="warn" action={<LinkButton class="btn small" href={again} label={say(to, 'Try again')} />}>
      {sayStored(to, failure)}
    </Banner>
  </>
)
