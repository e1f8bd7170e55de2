/** The digest of a workspace as it would go out now. */
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { previewDigestNow, updateNotifications } from '../../src/features/notices/operations.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { withFrame } from '../emails/frame.ts'
import { EmailFrame } from '../emails/letter.tsx'
import { Post } from '../parts/forms/post.tsx'
import { Banner } from '../parts/page/card.tsx'
import { drawPage, may, zoneOf } from '../shell.tsx'
import { given, selfOf } from './rows.ts'

export async function digestPage(call: SignedInCall) {
  const digest = await call.call(previewDigestNow, given(call))
  const self = selfOf(call)
  const zone = zoneOf(call)
  const crumbs = [{ label: say(zone, 'Notifications'), href: self }, { label: say(zone, 'Digest') }]
  const changes = may(call, updateNotifications)
  const head = { title: say(zone, 'Digest'), sub: digest.subject, crumbs, kind: 'settings' }
  return withFrame(await drawPage(call, head, <Digest zone={zone} digest={digest} self={self} sends={changes} />))
}

type DigestProps = { zone: Reader; digest: AnswerOf<typeof previewDigestNow>; self: string; sends: boolean }

export const Digest = ({ zone, digest, self, sends }: DigestProps) => (
  <>
    {!digest.changed && <Banner>{say(zone, 'Nothing is new since the last digest.')}</Banner>}
    {sends && (
      <div class="row">
        <Post to={zone} action={`${self}/digest`} fields={{ to: 'me' }} label={say(zone, 'Send me the digest')} />
        {digest.recipients > 0 && (
          <Post to={zone} action={`${self}/digest`}>
            {say(zone, 'Send it to {n, plural, one {# recipient} other {# recipients}}', { n: digest.recipients })}
          </Post>
        )}
      </div>
    )}
    <EmailFrame to={zone} title={say(zone, 'Preview of the next digest')} src={`${self}/digest`} text={digest.text} />
  </>
)
