/** Error pages. */
import { ENGLISH, type Reader } from '../../../src/kernel/language/reader.ts'
import { say, type Text, text } from '../../../src/kernel/language/say.ts'
import type { Child } from '../../jsx/elements.ts'
import { LinkButton } from '../button.tsx'
import { Say } from '../text/say.tsx'

export type PageStatus = 400 | 403 | 404 | 410 | 413 | 422 | 429 | 500 | 503

type StatusPageProps = {
  to?: Reader
  status: PageStatus
  /** Replace the standard words. */
  title?: string
  message?: string
  request_id?: string
  /** Seconds until a retry makes sense (429). */
  retry_after?: number
  home?: string
  children?: Child
}

const INVALID = {
  title: text('Address not valid'),
  message: text('The address of this page has a value that is not valid.'),
}

const WORDS: Record<PageStatus, { title: Text; message: Text }> = {
  400: INVALID,
  403: {
    title: text('You cannot open this page'),
    message: text('You are signed in, but your role does not include this.'),
  },
  404: {
    title: text('Page not found'),
    message: text('This page does not exist, or it is in a workspace that is archived or not yours.'),
  },
  410: { title: text('No longer shared'), message: text('The sender of this address stopped sharing it.') },
  413: { title: text('Too much at once'), message: text('The request is larger than the server accepts at once.') },
  422: INVALID,
  429: { title: text('Too many requests'), message: text('This went too fast.') },
  500: {
    title: text('Something broke'),
    message: text('The fault is ours and has been recorded. Nothing was changed by halves.'),
  },
  503: { title: text('Not possible just now'), message: text('This install cannot write at the moment.') },
}

export const statusWords = (status: PageStatus): { title: Text; message: Text } => WORDS[status]

/** Content of the page, for the public shell or, after sign-in, the app's shell. */
export const StatusPage = ({
  to = ENGLISH,
  status,
  title,
  message,
  request_id,
  retry_after,
  home,
  children,
}: StatusPageProps) => (
  <div class="card status-page">
    <div class="body">
      <p class="muted small">{status}</p>
      <h1>{title ?? say(to, WORDS[status].title)}</h1>
      <p>
        {message ?? say(to, WORDS[status].message)}
        {retry_after !== undefined && ` ${againIn(to, retry_after)}`}
      </p>
      {children}
      {request_id && (
        <p class="hint">
          <Say
            to={to}
            text="Request <code>{id}</code>"
            values={{ id: request_id }}
            tags={{ code: (id) => <code>{id}</code> }}
          />
        </p>
      )}
      {home && (
        <div class="row">
          <LinkButton href={home} label={say(to, 'Go to Today')} />
        </div>
      )}
    </div>
  </div>
)

const againIn = (to: Reader, seconds: number): string =>
  say(to, 'Try again in {seconds, plural, one {# second} other {# seconds}}.', { seconds })
