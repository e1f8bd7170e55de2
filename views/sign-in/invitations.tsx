import type { Offer } from '../../src/domains/accounts/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { Post } from '../parts/forms/post.tsx'
import { Panel } from '../parts/page/plain.tsx'
import { ROLE_WORDS } from '../parts/text/words.ts'

type InvitationsProps = {
  to: Reader
  email: string
  /** Whether the e-mail address is verified: some invitations require it. */
  proved: boolean
  offers: readonly Offer[]
  /** Address of this page; its forms are below it. */
  self: string
}

/** Invitations of a signed-in person. */
export const Invitations = ({ to, email, proved, offers, self }: InvitationsProps) => (
  <Panel
    title={say(to, 'Your invitations')}
    text={
      offers.length === 0 && say(to, 'No invitation for {email}. An invitation ends when it is withdrawn.', { email })
    }
  >
    {offers.map((offer) => (
      <section>
        <h2>{offer.name}</h2>
        <p class="muted">
          {offer.by ? `${say(to, '{name} invites you.', { name: offer.by })} ` : ''}
          {say(to, 'Your role: {role}. Its members see your name.', { role: say(to, ROLE_WORDS[offer.role]) })}
        </p>
        <div class="actions">
          <Post
            action={`${self}/${offer.tenant_id}/accept`}
            class="btn primary"
            label={say(to, 'Accept')}
            of={offer.name}
          />
          <Post action={`${self}/${offer.tenant_id}/decline`} label={say(to, 'Decline')} of={offer.name} />
        </div>
      </section>
    ))}
    {!proved && (
      <>
        <p class="muted">
          {say(to, '{email} is not confirmed yet. Some invitations need a confirmed address.', { email })}
        </p>
        <Post action={`${self}/prove`} class="btn small" label={say(to, 'Send confirmation e-mail')} />
      </>
    )}
    <p>
      <a href="/app">{say(to, 'Go to your workspaces')}</a>
    </p>
  </Panel>
)
