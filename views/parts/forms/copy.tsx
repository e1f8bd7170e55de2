import { ENGLISH, type Reader } from '../../../src/kernel/language/reader.ts'
import { say } from '../../../src/kernel/language/say.ts'
import type { Child } from '../../jsx/elements.ts'
import { Button, LinkButton } from '../button.tsx'

type CopyProps = { to?: Reader; id: string; label: string; value: string; hint?: string; children?: Child }

type ButtonProps = { to: Reader; id: string; of: string }

const CopyButton = ({ to, id, of }: ButtonProps) => (
  <Button type="button" class="btn js-only" data-do="copy" data-from={id} icon="copy" label={say(to, 'Copy')} of={of} />
)

/** A value to copy, with more buttons beside it. Without JavaScript it can be selected. */
export const CopyField = ({ to = ENGLISH, id, label, value, hint, children }: CopyProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    <div class="copy">
      <input class="input" id={id} value={value} readonly />
      <CopyButton to={to} id={id} of={label} />
      {children}
    </div>
    {hint && <p class="hint">{hint}</p>}
  </div>
)

/** Ids are for programs: the button copies the id, and no text shows it. */
export const CopyId = ({ to = ENGLISH, id }: { to?: Reader; id: string }) => (
  <>
    <input id={id} value={id} type="hidden" />
    <Button
      type="button"
      class="btn small js-only"
      data-do="copy"
      data-from={id}
      icon="copy"
      label={say(to, 'Copy id')}
    />
  </>
)

export const CopyBlock = ({ to = ENGLISH, id, label, value }: Omit<CopyProps, 'hint' | 'children'>) => (
  <div class="field">
    <label for={id}>{label}</label>
    <div class="copy">
      <textarea class="input" id={id} readonly rows={String(value.split('\n').length)}>
        {value}
      </textarea>
      <CopyButton to={to} id={id} of={label} />
    </div>
  </div>
)

type SecretProps = { label: string; secret: string; done_href: string; children?: Child }

/** A secret that this answer shows and no other answer repeats. */
export const SecretOnce = ({ label, secret, done_href, children }: SecretProps) => (
  <div class="form">
    <CopyField id="secret" label={label} value={secret} hint="Shown this once: store it now." />
    {children}
    <div class="actions">
      <LinkButton class="btn primary" href={done_href} label="I stored it" />
    </div>
  </div>
)
