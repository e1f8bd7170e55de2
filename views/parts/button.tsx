import type { Child, Elements } from '../jsx/elements.ts'
import { Icon, type IconName } from './icon.tsx'

export type ButtonWords = {
  icon?: IconName | undefined
  label?: Child
  /** Continues the label for screen readers, which do not see the row. */
  of?: Child
  children?: Child
}

type ButtonProps<Tag extends 'a' | 'button'> = ButtonWords &
  Omit<Elements[Tag], 'children' | 'class'> & { class?: string }

export const Words = ({ icon, label, of, children }: ButtonWords) => (
  <>
    {icon && <Icon name={icon} />}
    {label}
    {children}
    {of !== undefined && <span class="vh"> {of}</span>}
  </>
)

/** A link that looks like a button. */
export const LinkButton = ({ icon, label, of, children, class: kind = 'btn', href, ...rest }: ButtonProps<'a'>) => (
  <a class={kind} href={href} {...rest}>
    <Words {...{ icon, label, of, children }} />
  </a>
)

export const Button = (props: ButtonProps<'button'>) => {
  const { icon, label, of, children, class: kind = 'btn', type = 'submit', ...rest } = props
  return (
    <button type={type} class={kind} {...rest}>
      <Words {...{ icon, label, of, children }} />
    </button>
  )
}
