/** A page that leads to another site. */
import { type Call, htmlResponse, SIGN_IN } from '../src/doors/pages/web.ts'
import type { Reader } from '../src/kernel/language/reader.ts'
import { say } from '../src/kernel/language/say.ts'
import { type Face, faceOfSignIn } from './branding.ts'
import { LinkButton } from './parts/button.tsx'
import { Panel, Ways } from './parts/page/plain.tsx'
import { publicPageOf } from './shell.tsx'

/** `stay`: where a visitor goes who does not leave. */
type Lead = { title: string; verb: string; url: string; cookies: string[]; stay?: string }

/**
 * A page that leads to another site. The policy of a page with a form blocks redirects to other sites as its answer, so
 * this is a page of its own with a refresh header; without refresh, its button leads on.
 */
export function leadTo(call: Call, { cookies, ...lead }: Lead, face: Face = faceOfSignIn(call)): Response {
  const { title, url } = lead
  const reply = htmlResponse(publicPageOf(call, title, <Leading to={face.to} {...lead} />, face), 200, {
    refresh: `0; url=${url}`,
  })
  for (const cookie of cookies) reply.headers.append('set-cookie', cookie)
  return reply
}

export const Leading = ({ to, title, verb, url, stay = SIGN_IN }: Omit<Lead, 'cookies'> & { to: Reader }) => (
  <Panel title={title} text={say(to, 'You leave this site for a moment.')}>
    <LinkButton class="btn primary wide" href={url} label={verb} />
    <Ways>
      <a href={stay}>{say(to, 'Stay here')}</a>
    </Ways>
  </Panel>
)
