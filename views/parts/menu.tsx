import { ConfirmLink, type Question } from './dialogs.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Post } from './post.tsx'

export type MenuItem = {
  label: string
  icon: IconName
  href?: string
  /** What is asked before `href` is done. */
  question?: Question
  /** A POST that needs no question first, with its fields. */
  post?: { action: string; fields: Record<string, string> }
  danger?: boolean
}

/** Actions of one row behind a button. A popover: it opens and closes without JavaScript. */
export const Menu = ({ id, label, items }: { id: string; label: string; items: MenuItem[] }) => (
  <>
    <button type="button" class="btn ghost square small" popovertarget={id} aria-label={label}>
      <Icon name="ellipsis" />
    </button>
    <div class="menu" id={id} popover="auto">
      {items.map((item) => (item.post ? <PostItem item={item} post={item.post} /> : <LinkItem item={item} />))}
    </div>
  </>
)

function LinkItem({ item: { href = '', question, danger, icon, label } }: { item: MenuItem }) {
  const shown = { href, class: danger ? 'danger' : '', children: [<Icon name={icon} />, label] }
  return question ? <ConfirmLink {...question} {...shown} /> : <a {...shown} />
}

const PostItem = ({ item, post }: { item: MenuItem; post: NonNullable<MenuItem['post']> }) => (
  <Post {...post} class={item.danger ? 'danger' : ''}>
    <Icon name={item.icon} />
    {item.label}
  </Post>
)
