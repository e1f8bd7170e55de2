import { Icon, type IconName } from './icon.tsx'

export type MenuItem = { label: string; icon: IconName; href: string; danger?: boolean }

/** Actions of one row behind a button. A popover: it opens and closes without JavaScript. */
export const Menu = ({ id, label, items }: { id: string; label: string; items: MenuItem[] }) => (
  <>
    <button type="button" class="btn ghost square small" popovertarget={id} aria-label={label}>
      <Icon name="ellipsis" />
    </button>
    <div class="menu" id={id} popover="auto">
      {items.map((item) => (
        <a href={item.href} class={item.danger ? 'danger' : ''}>
          <Icon name={item.icon} />
          {item.label}
        </a>
      ))}
    </div>
  </>
)
