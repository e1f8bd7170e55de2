import { ENGLISH, type Reader } from '../../../src/kernel/language/reader.ts'
import { say } from '../../../src/kernel/language/say.ts'
import type { Child } from '../../jsx/elements.ts'
import { Icon, type IconName } from '../icon.tsx'

type CardProps = {
  title?: string
  id?: string
  aside?: Child
  foot?: Child
  /** Adds padding; a table goes in without it. */
  body?: boolean
  children?: Child
}

/** A box, or a section when it has a title. */
export function Card({ title, id, aside, foot, body, children }: CardProps) {
  const inside = (
    <>
      {body ? <CardBody>{children}</CardBody> : children}
      {foot && <footer>{foot}</footer>}
    </>
  )
  if (!title)
    return (
      <div class="card" id={id}>
        {inside}
      </div>
    )
  return (
    <section class="card" id={id}>
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {inside}
    </section>
  )
}

export const CardBody = ({ children }: { children?: Child }) => <div class="body">{children}</div>

export type Fact = { label: Child; value: Child; class?: 'total' | 'after' | undefined }

/** Names on the left, values on the right; the last line may be a total. */
export const Facts = ({ facts }: { facts: Fact[] }) => (
  <dl class="facts">
    {facts.map((fact) => (
      <div class={fact.class}>
        <dt>{fact.label}</dt>
        <dd>{fact.value}</dd>
      </div>
    ))}
  </dl>
)

type BannerProps = { tone?: 'info' | 'warn' | 'bad' | 'ok'; icon?: IconName; children?: Child; action?: Child }

/** A permanent message, above the content it is about. */
export const Banner = ({ tone = 'info', icon, children, action }: BannerProps) => (
  <div class={['banner', tone]} role={tone === 'bad' ? 'alert' : 'note'}>
    <Icon name={icon ?? (tone === 'info' ? 'info' : tone === 'ok' ? 'check' : 'triangle-alert')} />
    <div>{children}</div>
    {action}
  </div>
)

/** Every page with results of a simulated supplier shows this. */
export const SimulatedBanner = ({ to = ENGLISH, children }: { to?: Reader; children?: Child }) => (
  <Banner tone="warn">
    <b>{say(to, 'Simulated.')}</b>{' '}
    {children ?? say(to, 'No search engine was asked and no supplier was paid; the results are made up.')}
  </Banner>
)
