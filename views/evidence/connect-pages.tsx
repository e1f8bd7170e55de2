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
import { brandFor } from '../branding.ts'
import type { Child } from '../jsx/elements.ts'
import { leadTo } from '../lead-to.tsx'
import { Button, LinkButton } from '../parts/button.tsx'
import { ONCE } from '../parts/hx.ts'
import { Panel } from '../parts/page/plain.tsx'
import { publicPageOf } from '../shell.tsx'

const TITLE = 'Connect Google'

const draw = (call: Call, invite: Pick<Invite, 'tenant_id'> | null, children: Child) =>
  invite ? publicPageOf(call, TITLE, children, brandFor(call, invite.tenant_id)) : publicPageOf(call, TITLE, children)

function invitation(call: Call) {
  const invite = invitationAt(call)
  return draw(call, invite, <Invitation {...invite} token={call.query.invite!} />)
}

type InvitationProps = Pick<Invite, 'name' | 'made_by' | 'sitemaps'> & { token: string }

export const Invitation = ({ name, made_by, sitemaps, token }: InvitationProps) => (
  <Panel
    title={`Connect Google for ${name}`}
    text={`${made_by} asks to see what Google says about the pages of ${name}.`}
  >
    <ul class="points">
      <li>Sign in with the Google account that manages the site in Search Console.</li>
      <li>
        {sitemaps
          ? 'Search Console is read, and its sitemaps may be submitted.'
          : 'Search Console is read, nothing else.'}
      </li>
      <li>You can withdraw it at any time in your Google account.</li>
    </ul>
    <form method="post" action={`${CONNECT_PATH}?invite=${encodeURIComponent(token)}`} {...ONCE}>
      <Button class="btn primary wide" label="Continue to Google" />
    </form>
  </Panel>
)

function begin(call: Call): Reply {
  const { url, cookie } = beginConsent(call, call.query.invite ?? '')
  const stay = `${CONNECT_PATH}?invite=${encodeURIComponent(call.query.invite ?? '')}`
  return leadTo(call, { title: TITLE, verb: 'Go on to Google', url, cookies: [cookie], stay })
}

async function callback(call: Call): Promise<Reply> {
  const outcome = await takeConsent(call)
  switch (outcome.act) {
    case 'forward':
      return draw(call, null, <Onward {...outcome.invite} url={outcome.url} host={outcome.host} />)
    case 'denied':
      return answer(
        call,
        outcome.invite,
        'Not connected',
        'You did not agree at Google, so nothing was connected.',
        200,
      )
    case 'refused':
      return answer(call, outcome.invite, 'Not connected', outcome.message, 409)
    case 'connected': {
      const { invite, account_id, manages } = outcome
      if (manages) return goTo(`/app/w/${invite.tenant_id}/engines/${account_id}`)
      const text = `${invite.name} can now see what Google says about your pages. You can close this page.`
      return draw(call, invite, <Answer title="Connected" text={text} />)
    }
  }
}

const answer = (call: Call, invite: Invite | null, title: string, text: string, status: number) =>
  htmlResponse(draw(call, invite, <Answer title={title} text={text} />), status)

export const Answer = ({ title, text }: { title: string; text: string }) => <Panel title={title} text={text} />

type OnwardProps = Pick<Invite, 'name' | 'made_by'> & { url: string; host: string }

export const Onward = ({ name, made_by, url, host }: OnwardProps) => (
  <Panel
    title={`Connect Google for ${name}`}
    text={`${made_by} asks to see what Google says about the pages of ${name}. If you did not expect this, close this page.`}
  >
    <LinkButton class="btn primary wide" href={url} label={`Connect at ${host}`} />
  </Panel>
)

export const connectScreens: readonly Screen[] = [
  publicPage(CONNECT_PATH, (call) => invitation(call)),
  publicAction(CONNECT_PATH, begin),
  publicPage(`${CONNECT_PATH}/callback`, callback),
]
