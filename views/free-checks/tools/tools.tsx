/** Three free checks: one field each, a result that can be shared, and a link to sign up. */
import { DAYS_KEPT, DomainForm, LURE, type Tool, UrlForm } from '../../../src/features/free-checks/index.ts'
import type { Child } from '../../jsx/elements.ts'
import { LinkButton } from '../../parts/button.tsx'
import { Form, type FormSchema, type Issue } from '../../parts/forms/form.tsx'
import { hx } from '../../parts/hx.ts'
import { Banner, Card } from '../../parts/page/card.tsx'
import { PageHead } from '../../parts/page/page-head.tsx'
import { many } from '../../parts/text/format.ts'

type ToolAbout = {
  name: string
  lead: string
  tells: string
  verb: string
  schema: FormSchema
  field: 'url' | 'domain'
}

export const ABOUT: Record<Tool, ToolAbout> = {
  xray: {
    name: 'X-ray of a page',
    lead: 'What a search engine sees on a page, and what blocks it.',
    tells:
      'Status and redirects, robots.txt, noindex, canonical address, title, headings and links: for Google and Bing.',
    verb: 'Check the page',
    schema: UrlForm,
    field: 'url',
  },
  answer: {
    name: 'Do answers name you?',
    lead: 'A question as your customers would ask it, put to Google: is your domain among its sources?',
    tells:
      'Asks Google AI Mode where that is connected, else the search results, and says which. The question is taken from what your first page is about; then you can ask one of your own.',
    verb: 'Ask',
    schema: DomainForm,
    field: 'domain',
  },
  lens: {
    name: 'Is this page visible?',
    lead: 'A live search tells whether Google shows this very page.',
    tells: 'Only an exact match counts: a page that is shown under another address is not this one.',
    verb: 'Check the page',
    schema: UrlForm,
    field: 'url',
  },
}

export const TOOL_PATH = (tool: Tool): string => `/tools/${tool}`

type ToolProps = {
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

export const ToolPage = ({ tool, token, values, issues, left, closed, sign_up }: ToolProps) => {
  const { name, lead, tells, verb, schema, field } = ABOUT[tool]
  return (
    <>
      <PageHead title={name} sub={lead} />
      {closed ? (
        <Banner tone="warn">{closed}</Banner>
      ) : (
        <Card body>
          <Form
            action={TOOL_PATH(tool)}
            schema={schema}
            values={values}
            issues={issues}
            inputs={{ [field]: { inputmode: 'url', autocomplete: 'url', autocapitalize: 'none', spellcheck: 'false' } }}
            hints={field === 'url' ? { url: 'Such as bakery.example/bread' } : {}}
            hidden={{ token }}
            verb={verb}
            wide
          >
            <Lure />
          </Form>
          <p class="hint">
            {tells} {left === null ? '' : `${many(left, 'check')} left today.`}
          </p>
        </Card>
      )}
      <Others tool={tool} sign_up={sign_up} />
      <p class="hint">
        {`No account, no cookie. For ${DAYS_KEPT} days we keep what was asked, the result, and the IP address that asked, to share the checks out fairly; then all of it is forgotten.`}
      </p>
    </>
  )
}

/** A field that people do not see; programs that fill it in are refused. */
export const Lure = () => (
  <div class="vh" aria-hidden="true">
    <label for={LURE}>Leave this empty</label>
    <input id={LURE} name={LURE} value="" tabindex="-1" autocomplete="off" />
  </div>
)

/** Links to the other checks and to sign-up. */
export const Others = ({ tool, about, sign_up }: { tool: Tool; about?: string; sign_up: string | null }) => (
  <>
    <p class="ways">
      {(Object.keys(ABOUT) as Tool[])
        .filter((one) => one !== tool)
        .map((one) => (
          <a href={about ? `${TOOL_PATH(one)}?about=${encodeURIComponent(about)}` : TOOL_PATH(one)}>
            {ABOUT[one].name}
          </a>
        ))}
    </p>
    {sign_up && (
      <Banner icon="send" action={<LinkButton class="btn primary small" href={sign_up} label="Sign up" />}>
        <b>Get pages indexed, and check that they are.</b> Push them: the credit is refunded for each that is not.
      </Banner>
    )}
  </>
)

/** The page reloads while the check runs, with or without scripts. */
export const Looking = ({ self, asked, late }: { self: string; asked: string; late: string | null }) => (
  <div
    id="result"
    class="stack"
    aria-live="polite"
    {...hx({ get: self, trigger: 'every 1s', target: '#result', select: '#result', swap: 'outerHTML' })}
  >
    <PageHead title="Checking …" sub={asked} />
    <Card body>
      <p>{late ?? 'This takes some seconds. The page then shows the result.'}</p>
      <p class="no-script">
        <a href={self}>Check whether it is ready</a>
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

export const Failed = ({ asked, failure, again }: { asked: string; failure: string; again: string }) => (
  <>
    <PageHead title="No result" sub={asked} />
    <Banner tone="warn" action={<LinkButton class="btn small" href={again} label="Try again" />}>
      {failure}
    </Banner>
  </>
)
