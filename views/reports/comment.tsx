import type { Child } from '../jsx/elements.ts'
import { type Fields, Hidden } from '../parts/forms/post.tsx'
import { Icon } from '../parts/icon.tsx'

type CommentProps = { action: string; text: string; label: string; fields: Fields; most: number; children: Child }

const EXCERPT = 60
function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT).replace(/\s+\S*$/, '')}…` : line
}

/** The comment of a report in its row. One opens at a time, so that saving it does not lose text typed in another. */
export const Comment = ({ action, text, label, fields, most, children }: CommentProps) => (
  <details name="comment">
    <summary class="note">
      <Icon name="pencil" />
      {text === '' ? 'Add a comment' : excerpt(text)}
    </summary>
    <form method="post" action={action} class="form">
      <Hidden fields={fields} />
      <textarea class="input" name="comment" rows="4" maxlength={String(most)} aria-label={label}>
        {text}
      </textarea>
      <div class="actions">{children}</div>
    </form>
  </details>
)
