/** What a person is asked, and told, who follows a link of a letter. No sign-in: the address says who they are. */
import { Post } from '../parts/post.tsx'

export type AnswerProps = { email: string; workspace: string; action: string }

/** Before anything stops: programs that look at every link of a letter must not unsubscribe anybody. */
export const Stop = ({ email, workspace, action }: AnswerProps) => (
  <div class="card">
    <div class="body">
      <h1>{`Stop letters about ${workspace}?`}</h1>
      <p class="muted">
        {`${email} gets the digest and the notices of ${workspace}. They end at once. Letters about your account, such as a new password that you ask for, still come.`}
      </p>
      <Post action={action} class="btn primary wide">
        Stop them
      </Post>
    </div>
  </div>
)

export const Stopped = ({ email, workspace, action }: AnswerProps) => (
  <div class="card">
    <div class="body">
      <h1>{`No more letters about ${workspace}`}</h1>
      <p class="muted">{`${email} gets none from now on. If that was a mistake, take it back here.`}</p>
      <Post action={action} class="btn wide">
        Get them again
      </Post>
    </div>
  </div>
)

export const Agree = ({ email, workspace, action }: AnswerProps) => (
  <div class="card">
    <div class="body">
      <h1>{`Letters about ${workspace}`}</h1>
      <p class="muted">
        {`Are letters about ${workspace} to go to ${email}: what search engines show of it, and what needs a person? Each has a link that ends them.`}
      </p>
      <Post action={action} class="btn primary wide">
        Yes, send them
      </Post>
    </div>
  </div>
)
