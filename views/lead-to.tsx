/** A page that leads to another site. */
import { type Call, htmlResponse, SIGN_IN } from '../src/doors/pages/web.ts'
import { brandOfSignIn } from './branding.ts'
import { LinkButton } from './parts/button.tsx'
import { Panel, Ways } from './parts/page/plain.tsx'
import { publicPageOf } from './shell.tsx'

/** `stay`: where a visitor goes who does not leave. */
type Lead = { title: string; verb: string; url: string; cookies: string[]; stay?: string }

/**
 * A page that leads to another site. The policy of a page with a form blocks redirects to other sites as its answer, so
 * this is a page of its own with a refresh header; without refresh, its button leads on.
 */
export function leadTo(call: Call, { cookies, ...lead }: Lead): Response {
  const { title, url } = lead
  const reply = htmlResponse(publicPageOf(call, title, <Leading {...lead} />, brandOfSignIn(call)), 200, {
    refresh: `0; url=${url}`,
  })
  for (const cookie of cookies) reply.headers.append('set-cookie', cookie)
  return reply
}

export const Leading = ({ title, verb, url, stay = SIGN_IN }: Omit<Lead, 'cookies'>) => (
  <Panel title={title} text="You leave this site for a moment.">
    <LinkButton class="btn primary wide" href={url} label={verb} />
    <Ways>
      <a href={stay}>Stay here</a>
    </Ways>
  </Panel>
)
