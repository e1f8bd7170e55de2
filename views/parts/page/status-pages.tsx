/** Error pages. */
import type { Child } from '../../jsx/elements.ts'
import { LinkButton } from '../button.tsx'
import { many } from '../text/format.ts'

export type PageStatus = 400 | 403 | 404 | 410 | 413 | 422 | 429 | 500 | 503

type StatusPageProps = {
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

const INVALID = { title: 'Address not valid', message: 'The address of this page has a value that is not valid.' }

const WORDS: Record<PageStatus, { title: string; message: string }> = {
  400: INVALID,
  403: { title: 'You cannot open this page', message: 'You are signed in, but your role does not include this.' },
  404: {
    title: 'Page not found',
    message: 'This page does not exist, or it is in a workspace that is archived or not yours.',
  },
  410: { title: 'No longer shared', message: 'The sender of this address stopped sharing it.' },
  413: { title: 'Too much at once', message: 'The request is larger than the server accepts at once.' },
  422: INVALID,
  429: { title: 'Too many requests', message: 'This went too fast.' },
  500: { title: 'Something broke', message: 'The fault is ours and has been recorded. Nothing was changed by halves.' },
  503: { title: 'Not possible just now', message: 'This install cannot write at the moment.' },
}

export const statusTitle = (status: PageStatus): string => WORDS[status].title

/** Content of the page, for the public shell or, after sign-in, the app's shell. */
export const StatusPage = ({ status, title, message, request_id, retry_after, home, children }: StatusPageProps) => (
  <div class="card status-page">
    <div class="body">
      <p class="muted small">{status}</p>
      <h1>{title ?? WORDS[status].title}</h1>
      <p>
        {message ?? WORDS[status].message}
        {retry_after !== undefined && ` Try again in ${many(retry_after, 'second')}.`}
      </p>
      {children}
      {request_id && (
        <p class="hint">
          Request <code>{request_id}</code>
        </p>
      )}
      {home && (
        <div class="row">
          <LinkButton href={home} label="Go to Today" />
        </div>
      )}
    </div>
  </div>
)
