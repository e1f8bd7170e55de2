import { LinkButton } from '../parts/button.tsx'
import { Post } from '../parts/forms/post.tsx'
import { Panel } from '../parts/page/plain.tsx'

type VerifyProps = {
  /** Address of the form; the address to deny is below it. */
  action: string
  email: string
  name: string
  /** Time and maker of the account. */
  made: string
  /** Current address of the account, when this link changes it. */
  account: string | null
  /** Address to sign in to the account; null for visitors who are signed in. */
  sign_in: string | null
}

/** Opened by the link that was sent to a new address. */
export const Verify = ({ action, email, name, made, account, sign_in }: VerifyProps) => (
  <Panel
    title="Confirm your address"
    text={
      account
        ? `The account of ${name} (${account}) is to get the address ${email}.`
        : `There is an account with the address ${email}, in the name of ${name}. It was made ${made}.`
    }
  >
    {sign_in ? (
      <>
        <LinkButton class="btn primary wide" href={sign_in} label="It is mine: sign in to confirm" />
        <p class="muted">
          {account
            ? 'Did you not ask for this? Then the address stays free.'
            : 'Is this your address, but not your account? Delete the account. It leaves its workspaces.'}
        </p>
        <Post action={action.replace('/verify', '/verify/not-mine')} class="btn danger wide">
          My address, but not my account
        </Post>
      </>
    ) : (
      <Post action={action} class="btn primary wide" label={`Confirm ${email}`} />
    )}
  </Panel>
)
