import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { LinkButton } from '../parts/button.tsx'
import { Post } from '../parts/forms/post.tsx'
import { Panel } from '../parts/page/plain.tsx'

type VerifyProps = {
  to: Reader
  /** Address of the form; the address to deny is below it. */
  action: string
  email: string
  name: string
  made: { day: string; maker: { name: string; email: string } | null; workspace: string | null }
  /** Current address of the account, when this link changes it. */
  account: string | null
  /** Address to sign in to the account; null for visitors who are signed in. */
  sign_in: string | null
}

/** Opened by the link that was sent to a new address. */
export const Verify = ({ to, action, email, name, made, account, sign_in }: VerifyProps) => (
  <Panel
    title={say(to, 'Confirm your address')}
    text={
      account
        ? say(to, 'The account of {name} ({account}) is to get the address {email}.', { name, account, email })
        : `${say(to, 'There is an account with the address {email}, in the name of {name}.', { email, name })} ${origin(to, made)}`
    }
  >
    {sign_in ? (
      <>
        <LinkButton class="btn primary wide" href={sign_in} label={say(to, 'It is mine: sign in to confirm')} />
        <p class="muted">
          {account
            ? say(to, 'Did you not ask for this? Then the address stays free.')
            : say(to, 'Is this your address, but not your account? Delete the account. It leaves its workspaces.')}
        </p>
        <Post action={action.replace('/verify', '/verify/not-mine')} class="btn danger wide">
          {say(to, 'My address, but not my account')}
        </Post>
      </>
    ) : (
      <Post action={action} class="btn primary wide" label={say(to, 'Confirm {email}', { email })} />
    )}
  </Panel>
)

function origin(to: Reader, { day, maker, workspace }: VerifyProps['made']): string {
  if (!maker) return say(to, 'It was made on {day}.', { day })
  const by = `${maker.name} (${maker.email})`
  return workspace === null
    ? say(to, 'It was made on {day} by {by}.', { day, by })
    : say(to, 'It was made on {day} by {by}, of the workspace {workspace}.', { day, by, workspace })
}
