/** An invitation to hand over, and the roles in words. */
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, type Text, text } from '../../src/kernel/language/say.ts'
import { ROLES, type Role } from '../../src/kernel/operation/caller.ts'
import { Fold } from '../kit/fold.tsx'
import { LinkButton } from '../parts/button.tsx'
import { CopyField } from '../parts/forms/copy.tsx'
import { ROLE_WORDS } from '../parts/text/words.ts'

type InvitedProps = { to: Reader; email: string; mailed: boolean; url: string; list: string }

export const Invited = ({ to, email, mailed, url, list }: InvitedProps) => (
  <>
    <p>
      {mailed
        ? say(to, '{email} got an e-mail with this link.', { email })
        : say(to, 'This install sends no e-mail. Send this link yourself.')}
    </p>
    <CopyField
      to={to}
      id="invitation"
      label={mailed ? say(to, 'Invitation link, to send yourself') : say(to, 'Invitation link for {email}', { email })}
      value={url}
      hint={say(to, 'Works once, within 7 days.')}
    />
    <LinkButton class="btn primary" href={list} label={say(to, 'Show people')} />
  </>
)

const MAY: Record<Role, Text> = {
  client_viewer: text('Reads pushes, links and reports.'),
  member: text('Pushes and checks links, and shares reports.'),
  admin: text('Runs the workspace as well: clients, people, keys, credits, IndexNow sites.'),
  owner: text('Everything. The last owner cannot be removed.'),
}

export const RoleNotes = ({ to }: { to: Reader }) => (
  <Fold summary={say(to, 'What each role may do')}>
    <dl class="roles">
      {ROLES.map((role) => (
        <>
          <dt>{say(to, ROLE_WORDS[role])}</dt>
          <dd>{say(to, MAY[role])}</dd>
        </>
      ))}
    </dl>
  </Fold>
)
