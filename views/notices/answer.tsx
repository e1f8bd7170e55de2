/** Pages behind the links of e-mail notices. No sign-in: the token in the address identifies the reader. */

import { Post } from '../parts/forms/post.tsx'
import { Panel } from '../parts/page/plain.tsx'

export type AnswerProps = { email: string; workspace: string; action: string }

/** Asks first: programs that open every link of an e-mail must not unsubscribe people. */
export const Stop = ({ email, workspace, action }: AnswerProps) => (
  <Panel
    title={`Stop e-mail about ${workspace}?`}
    text={`${email} gets the digest and the notices of ${workspace}. They end at once. E-mails about your account, such as a new password, still arrive.`}
  >
    <Post action={action} class="btn primary wide" label="Stop e-mails" />
  </Panel>
)

export const Stopped = ({ email, workspace, action }: AnswerProps) => (
  <Panel title="E-mails stopped" text={`${email} gets no e-mail about ${workspace} now.`}>
    <Post action={action} class="btn wide" label="Get them again" />
  </Panel>
)

export const Agree = ({ email, workspace, action }: AnswerProps) => (
  <Panel
    title={`E-mail about ${workspace}`}
    text={`Send results of ${workspace}, and what needs a person, to ${email}? Each e-mail has a link that ends them.`}
  >
    <Post action={action} class="btn primary wide" label="Send e-mails" />
  </Panel>
)
