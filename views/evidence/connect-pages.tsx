/** Pages of a person who lets a workspace read their Search Console; they need no account here. */
import {
  type Call,
  goTo,
  htmlResponse,
  publicAction,
  publicPage,
  type Reply,
  type Screen,
} from '../../src/doors/pages/web.ts'
import {
  beginConsent,
  CONNECT_PATH,
  type Invite,
  invitationAt,
  takeConsent,
} from '../../src/features/evidence/visitors.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import { type Face, faceOf, faceOfDomain } from '../branding.ts'
import { refusalFor } from '../form-refusal.ts'
import type { Child } from '../jsx/elements.ts'
import { leadTo } from '../lead-to.tsx'
import { Button, LinkButton } from '../parts/button.tsx'
import { ONCE } from '../parts/hx.ts'
import { Panel } from '../parts/page/plain.tsx'
import { publicPageOf } from '../shell.tsx'

/** The workspace that invited asks in its language and under its brand. */
const faceOfInvite = (call: Call, invite: Pick<Invite, 'tenant_id'> | null): Face =>
  invite ? faceOf(call, invite.tenant_id) : faceOfDomain(call)

const draw = (call: Call, face: Face, children: Child) =>
  publicPageOf(call, say(face.to, 'Connect Google'), children, face)

function invitation(call: Call): Reply {
  const invite = found(call)
  if (!invite) return ended(call)
  const face = faceOfInvite(call, invite)
  return draw(call, face, <Invitation to={face.to} {...invite} token={call.query.invite!} />)
}

function found(call: Call): Invite | null {
  try {
    return invitationAt(call)
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return null
    throw error
  }
}

function ended(call: Call): Reply {
  const face = faceOfDomain(call)
  const title = say(face.to, 'This invitation has ended')
  const why = say(
    face.to,
    'It was used or withdrawn, is older than 14 days, or ended when this service was updated. Ask for another one.',
  )
  return htmlResponse(draw(call, face, <Answer title={title} text={why} />), 404)
}

type InvitationProps = Pick<Invite, 'name' | 'made_by' | 'sitemaps' | 'indexing'> & { to: Reader; token: string }

export const Invitation = ({ to, name, made_by, sitemaps, indexing, token }: InvitationProps) => (
  <Panel
    title={say(to, 'Connect Google for {name}', { name })}
    text={say(to, '{person} asks to see what Google says about the pages of {name}.', { person: made_by, name })}
  >
    <ul class="points">
      <li>{say(to, 'Sign in with the Google account that manages the site in Search Console.')}</li>
      <li>
        {sitemaps
          ? say(to, 'Search Console is read, and its sitemaps may be submitted.')
          : indexing
            ? say(to, 'Search Console is read.')
            : say(to, 'Search Console is read, nothing else.')}
      </li>
      {indexing > 0 && <li>{say(to, 'Pages with job postings may be handed to Google’s Indexing API.')}</li>}
      <li>{say(to, 'You can withdraw it at any time in your Google account.')}</li>
    </ul>
    <form method="post" action={`${CONNECT_PATH}?invite=${encodeURIComponent(token)}`} {...ONCE}>
      <Button class="btn primary wide" label={say(to, 'Continue to Google')} />
    </form>
  </Panel>
)

function begin(call: Call): Reply {
  const invite = found(call)
  if (!invite) return ended(call)
  const face = faceOfInvite(call, invite)
  const { url, cookie } = beginConsent(call, call.query.invite ?? '')
  const stay = `${CONNECT_PATH}?invite=${encodeURIComponent(call.query.invite ?? '')}`
  const words = { title: say(face.to, 'Connect Google'), verb: say(face.to, 'Go on to Google') }
  return leadTo(call, { ...words, url, cookies: [cookie], stay }, face)
}

async function callback(call: Call): Promise<Reply> {
  const outcome = await takeConsent(call)
  const face = faceOfInvite(call, outcome.act === 'forward' ? null : outcome.invite)
  const { to } = face
  switch (outcome.act) {
    case 'forward':
      return draw(call, face, <Onward to={to} {...outcome.invite} url={outcome.url} host={outcome.host} />)
    case 'denied':
      return notConnected(call, face, say(to, 'You did not agree at Google, so nothing was connected.'), 200)
    case 'refused':
      return notConnected(call, face, refusalFor(to, outcome, UNANSWERED), 409)
    case 'connected': {
      const { invite, account_id, manages } = outcome
      if (manages) return goTo(`/app/w/${invite.tenant_id}/engines/${account_id}`)
      const { name } = invite
      const words = say(to, '{name} can now see what Google says about your pages. You can close this page.', { name })
      return draw(call, face, <Answer title={say(to, 'Connected')} text={words} />)
    }
  }
}

const UNANSWERED = text('Google did not answer as it should. Try again later.')

const notConnected = (call: Call, face: Face, words: string, status: number) =>
  htmlResponse(draw(call, face, <Answer title={say(face.to, 'Not connected')} text={words} />), status)

export const Answer = ({ title, text }: { title: string; text: string }) => <Panel title={title} text={text} />

type OnwardProps = Pick<Invite, 'name' | 'made_by'> & { to: Reader; url: string; host: string }

export const Onward = ({ to, name, made_by, url, host }: OnwardProps) => (
  <Panel
    title={say(to, 'Connect Google for {name}', { name })}
    text={`${say(to, '{person} asks to see what Google says about the pages of {name}.', { person: made_by, name })} ${say(to, 'If you did not expect this, close this page.')}`}
  >
    <LinkButton class="btn primary wide" href={url} label={say(to, 'Connect at {host}', { host })} />
  </Panel>
)

export const connectScreens: readonly Screen[] = [
  publicPage(CONNECT_PATH, (call) => invitation(call)),
  publicAction(CONNECT_PATH, begin),
  publicPage(`${CONNECT_PATH}/callback`, callback),
]
