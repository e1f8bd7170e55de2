/** Branding of a workspace: logo, colour, name, and own domain. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getBranding } from '../../src/operations/branding.ts'
import type { Child } from '../jsx/elements.ts'
import { Section } from '../kit/fold.tsx'
import { Button } from '../parts/button.tsx'
import { Chip } from '../parts/chips.tsx'
import { CopyField } from '../parts/forms/copy.tsx'
import { Field } from '../parts/forms/field.tsx'
import { errorAt, Form, type FormSchema, type Issue } from '../parts/forms/form.tsx'
import { Post } from '../parts/forms/post.tsx'
import { hx } from '../parts/hx.ts'
import { Banner } from '../parts/page/card.tsx'
import { When } from '../parts/text/when.tsx'
import type { StatusWord } from '../parts/text/words.ts'
import { type BrandPreview, Preview } from './preview.tsx'

export type BrandingAnswer = AnswerOf<typeof getBranding>
type Proof = NonNullable<BrandingAnswer['domain_proof']>

export type BrandingProps = {
  branding: BrandingAnswer
  self: string
  /** Input of the operation; null for visitors who may not change the branding. */
  schema: FormSchema | null
  /** Page of plans; null below the root. */
  plan: string | null
  /** Host of the install, the target of the own domain's CNAME record. */
  install: string
  values?: Readonly<Record<string, unknown>>
  issues?: readonly Issue[]
  /** Colour and sender, which are saved as they change. */
  rows?: Child
  /** Name, days and language of the workspace. */
  workspace?: Child
  look: BrandPreview
  zone?: string
}

/** Each part of the look, and the feature of the plan that unlocks it. */
export const LOOKS = { logo_url: 'logo', accent: 'accent', from_name: 'from_name' } as const
type BrandingPart = keyof BrandingAnswer['allowed']

/** Parts that the plan includes. */
export const openLooks = ({ allowed }: BrandingAnswer) =>
  (['logo_url', 'accent', 'from_name'] as const).filter((field) => allowed[LOOKS[field]])

export function Branding(props: BrandingProps) {
  const { branding, self, schema, issues = [], rows } = props
  const open = openLooks(branding)
  const values = { ...branding, ...props.values }
  const at = (name: string) => issues.filter(({ path }) => path === name)
  return (
    <div class="brand-page">
      <div>
        {props.workspace}
        <Section title="Brand">
          {schema && open.length > 0 ? (
            <>
              <div>{rows}</div>
              {open.includes('logo_url') && (
                <LogoFile branding={branding} self={self} error={errorAt(issues, 'logo_file')}>
                  <Form
                    action={self}
                    schema={schema}
                    fields={['logo_url']}
                    values={values}
                    issues={at('logo_url')}
                    labels={{ logo_url: 'Logo from an address' }}
                    hints={{ logo_url: 'PNG, JPEG or WebP. It is fetched once and served from here.' }}
                    verb="Fetch logo"
                    tone="plain"
                  />
                </LogoFile>
              )}
              <Live fields={open} href={`${self}/preview`} />
            </>
          ) : (
            <Locked {...props} parts={Object.values(LOOKS)} />
          )}
        </Section>
        <OwnDomain {...props} issues={at('domain')} values={values} />
      </div>
      <Preview look={props.look} />
    </div>
  )
}

/** Draws the preview while the visitor types; a logo as soon as its address is complete. */
const Live = ({ fields, href }: { fields: readonly string[]; href: string }) => (
  <div
    hidden
    {...hx({
      post: href,
      trigger: fields
        .map((field) => (field === 'logo_url' ? 'change from:#logo_url' : `input delay:300ms from:#brand-${field}`))
        .join(', '),
      include: '.brand-page [name]',
      target: '#preview',
      swap: 'outerMorph',
      sync: 'this:replace',
    })}
  ></div>
)

type LogoFileProps = Pick<BrandingProps, 'branding' | 'self'> & { error: string | undefined; children?: Child }

const LogoFile = ({ branding: { logo_served_url, shown }, self, error, children }: LogoFileProps) => (
  <div class="logo-file">
    {logo_served_url && shown.logo_url && <img src={shown.logo_url} alt="Current logo" />}
    <form method="post" action={`${self}/logo`} enctype="multipart/form-data" class="form">
      <Field
        name="logo_file"
        label="Logo"
        hint="PNG, JPEG or WebP, at most 512 KiB. SVG is not accepted."
        error={error && `The file ${error}`}
      >
        {(control) => (
          <input class="input" type="file" accept="image/png,image/jpeg,image/webp" required {...control} />
        )}
      </Field>
      <div class="actions">
        <Button label="Upload logo" />
      </div>
    </form>
    {logo_served_url && <Post action={`${self}/logo`}>Remove logo</Post>}
    {children}
  </div>
)

type LockedProps = Pick<BrandingProps, 'schema' | 'branding' | 'plan'> & { parts: readonly BrandingPart[] }

/** Each reason once: below the root, all parts have the same. */
const Locked = ({ schema, branding: { locked }, plan, parts }: LockedProps) =>
  schema ? (
    <p>
      {[...new Set(parts.flatMap((part) => locked[part] ?? []))].join(' ')} {plan && <a href={plan}>Compare plans</a>}
    </p>
  ) : (
    <p>An admin of this workspace changes this.</p>
  )

const STATES: Record<Proof['state'], StatusWord> = {
  waiting: { word: 'Not verified', icon: 'clock', tone: 'info' },
  proved: { word: 'Verified', icon: 'check', tone: 'ok' },
  failing: { word: 'Record missing', icon: 'triangle-alert', tone: 'warn' },
}

function OwnDomain({ branding, self, schema, plan, values, issues, install, zone = 'UTC' }: BrandingProps) {
  const { domain, domain_proof: proof, allowed } = branding
  const changes = schema !== null && allowed.domain
  return (
    <Section title="Own domain" id="domain" note={proof && <Chip {...STATES[proof.state]} />}>
      {proof && domain && <Steps host={domain} proof={proof} self={self} install={install} zone={zone} may={changes} />}
      {changes ? (
        <Form
          id="own"
          action={`${self}/domain`}
          schema={schema}
          fields={['domain']}
          labels={{ domain: 'Host name' }}
          values={values}
          issues={issues}
          hints={{ domain: 'Such as seo.yours.example.' }}
          empty={{ domain: 'None' }}
          verb={domain ? 'Change domain' : 'Add domain'}
          tone="plain"
        />
      ) : (
        !proof && <Locked branding={branding} plan={plan} schema={schema} parts={['domain']} />
      )}
    </Section>
  )
}

type StepsProps = { host: string; proof: Proof; self: string; install: string; zone: string; may: boolean }

/** Steps to verify the domain, with the exact text to publish. */
const Steps = ({ host, proof, self, install, zone, may }: StepsProps) => (
  <>
    {proof.problem && (
      <Banner tone={proof.state === 'failing' ? 'warn' : 'bad'}>
        {proof.problem} <When time={proof.checked_at} zone={zone} />
      </Banner>
    )}
    {proof.state === 'failing' && (
      <p>
        {host} stays in use until <When time={proof.ends_at} zone={zone} exact />; then pages and e-mails use {install}.
      </p>
    )}
    {proof.state === 'waiting' && (
      <p>
        Nothing is shown at {host} before it is verified.
        {proof.in_force && ` Until then ${proof.in_force} stays in use.`}
      </p>
    )}
    <ol class="form">
      <li class="form">
        <p>Verify that the host is yours with a TXT record in its DNS …</p>
        <CopyField id="txt-name" label="Name of the record" value={proof.txt_name} />
        <CopyField id="proof-text" label="Its value" value={proof.text} />
        <p class="hint">
          … or, while it leads to another server, with a text file that holds the same value:{' '}
          <code>{proof.file_url}</code>
        </p>
      </li>
      <li>
        Point {host} at this install: a CNAME record to <code>{install}</code>, and a certificate at the web server in
        front.
      </li>
      <li>
        {may ? (
          <Post action={`${self}/verify`}>{proof.state === 'proved' ? 'Verify again' : 'Verify domain'}</Post>
        ) : (
          'Ask an admin to verify it.'
        )}
        {proof.state !== 'proved' && <p class="hint">It is also checked automatically, each hour for a week.</p>}
      </li>
    </ol>
  </>
)
