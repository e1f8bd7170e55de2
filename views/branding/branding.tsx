/** How a workspace appears to its people: its logo, colour and name, and the host name that it is proved to own. */
import { UNLOCKED_BY } from '../../src/domains/branding/index.ts'
import type { Feature } from '../../src/domains/plans/index.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getBranding } from '../../src/operations/branding/get-branding.ts'
import { Banner, Card, CardBody } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { CopyField } from '../parts/copy.tsx'
import { ErrorLine } from '../parts/field.tsx'
import { Form, type FormSchema, type Issue } from '../parts/form.tsx'
import { hx } from '../parts/hx.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { When } from '../parts/when.tsx'
import type { Word } from '../parts/words.ts'
import { type Look, Preview } from './preview.tsx'

export type BrandingWhole = AnswerOf<typeof getBranding>
type Proof = NonNullable<BrandingWhole['domain_proof']>

export type BrandingProps = {
  branding: BrandingWhole
  self: string
  /** Of the operation that sets it; null for who may not. */
  schema: FormSchema | null
  /** Why a part is locked and who can change that, by its feature. */
  locked: ReadonlyMap<Feature, string>
  /** Where plans are chosen; null where that is not this workspace's to do. */
  plan: string | null
  /** The address of the install, which the domain has to lead to. */
  install: string
  values?: Readonly<Record<string, unknown>>
  issues?: readonly Issue[]
  look: Look
  zone?: string
}

export const LOOKS = ['logo_url', 'accent', 'from_name'] as const

export function Branding(props: BrandingProps) {
  const { branding, self, schema, issues = [] } = props
  const open = LOOKS.filter((part) => branding.allowed[UNLOCKED_BY[part]])
  const values = { ...branding, ...props.values }
  const ofDomain = issues.filter(({ path }) => path === 'domain')
  return (
    <>
      <PageHead title="Branding" sub="What clients see on pages, in reports and in letters." />
      <div class="grid">
        <div class="w5 stick">
          <Card title="Logo, colour and name">
            <CardBody>
              {schema && open.length > 0 ? (
                <Form
                  action={self}
                  schema={schema}
                  fields={open}
                  values={values}
                  issues={issues.filter((issue) => !ofDomain.includes(issue))}
                  labels={{ logo_url: 'Logo', accent: 'Accent colour', from_name: 'Sender name' }}
                  hints={{
                    accent: 'Such as #0f766e; it is darkened or lightened until text can be read on it.',
                    logo_url: 'The address of a PNG, JPEG or WebP picture. It is fetched now, and served from here.',
                    from_name: 'Who letters come from. Empty: as the workspace above.',
                  }}
                  verb="Save"
                  beside={
                    <button type="submit" class="btn no-script" formaction={`${self}/preview`}>
                      Preview
                    </button>
                  }
                >
                  <Live parts={open} href={`${self}/preview`} />
                </Form>
              ) : (
                <Locked {...props} parts={LOOKS} />
              )}
            </CardBody>
          </Card>
        </div>
        <div class="w7">
          <Preview look={props.look} />
        </div>
        {schema && branding.allowed.logo && <LogoFile branding={branding} self={self} issues={issues} />}
        <OwnDomain {...props} issues={ofDomain} values={values} />
      </div>
    </>
  )
}

/** Shows what is typed as it will look; a picture once its whole address stands there. */
const Live = ({ parts, href }: { parts: readonly (typeof LOOKS)[number][]; href: string }) => (
  <div
    hidden
    {...hx({
      post: href,
      trigger: parts
        .map((part) => (part === 'logo_url' ? 'change from:#logo_url' : `input delay:300ms from:#${part}`))
        .join(', '),
      include: 'closest form',
      target: '#preview',
      swap: 'outerMorph',
      sync: 'closest form:replace',
    })}
  ></div>
)

/** A picture from this computer; a button removes the one that is kept. */
const LogoFile = ({ branding, self, issues = [] }: Pick<BrandingProps, 'branding' | 'self' | 'issues'>) => {
  const wrong = issues.find(({ path }) => path === 'logo_file')
  return (
    <Card title="Upload a logo">
      <CardBody>
        <form method="post" action={`${self}/logo`} enctype="multipart/form-data" class="form">
          <div class="field">
            <label for="logo_file">Logo file</label>
            <input
              class="input"
              id="logo_file"
              type="file"
              name="logo_file"
              accept="image/png,image/jpeg,image/webp"
              required
              aria-describedby={wrong ? 'logo_file-error' : 'logo_file-hint'}
              aria-invalid={wrong ? 'true' : undefined}
            />
            {wrong && <ErrorLine id="logo_file-error">{`The file ${wrong.message}`}</ErrorLine>}
            <p class="hint" id="logo_file-hint">
              PNG, JPEG or WebP, at most 512 KiB. SVG is not accepted.
            </p>
          </div>
          <div class="actions">
            <button type="submit" class="btn">
              Upload logo
            </button>
          </div>
        </form>
        {branding.logo_served_url && (
          <Post action={`${self}/logo`} class="btn">
            Remove logo
          </Post>
        )}
      </CardBody>
    </Card>
  )
}

const ASK = 'An admin of this workspace changes this.'

type LockedProps = Pick<BrandingProps, 'schema' | 'locked' | 'plan'> & {
  parts: readonly (keyof typeof UNLOCKED_BY)[]
}

/** Each sentence once: below the root one says all of it. */
const Locked = ({ schema, locked, plan, parts }: LockedProps) => {
  if (!schema) return <p>{ASK}</p>
  const said = new Set(parts.flatMap((part) => locked.get(UNLOCKED_BY[part]) ?? []))
  return (
    <p>
      {[...said].join(' ')} {plan && <a href={plan}>Compare plans</a>}
    </p>
  )
}

const STATES: Record<Proof['state'], Word> = {
  waiting: { word: 'Not proved yet', icon: 'clock', tone: 'info' },
  proved: { word: 'In force', icon: 'check', tone: 'ok' },
  failing: { word: 'Proof is missing', icon: 'triangle-alert', tone: 'warn' },
}

function OwnDomain({ branding, self, schema, locked, plan, values, issues, install, zone = 'UTC' }: BrandingProps) {
  const { domain, domain_proof: proof, allowed } = branding
  const changes = schema !== null && allowed.domain
  return (
    <Card title="Own domain" id="domain" aside={proof && <Chip {...STATES[proof.state]} />}>
      <CardBody>
        {proof && domain && (
          <Steps host={domain} proof={proof} self={self} install={install} zone={zone} may={changes} />
        )}
        {changes ? (
          <Form
            id="own"
            action={`${self}/domain`}
            schema={schema}
            fields={['domain']}
            labels={{ domain: 'Host name' }}
            values={values}
            issues={issues}
            hints={{ domain: 'Such as seo.yours.example. Empty: none.' }}
            verb={domain ? 'Change' : 'Ask for it'}
          />
        ) : (
          !proof && <Locked locked={locked} plan={plan} schema={schema} parts={['domain']} />
        )}
      </CardBody>
    </Card>
  )
}

type StepsProps = { host: string; proof: Proof; self: string; install: string; zone: string; may: boolean }

/** What to do next, with the very text to put there. */
const Steps = ({ host, proof, self, install, zone, may }: StepsProps) => (
  <>
    {proof.problem && (
      <Banner tone={proof.state === 'failing' ? 'warn' : 'bad'}>
        {proof.problem} <When time={proof.checked_at} zone={zone} />
      </Banner>
    )}
    {proof.state === 'failing' && (
      <p>
        {host} stays in force until <When time={proof.ends_at} zone={zone} exact />; then pages and letters use{' '}
        {install}.
      </p>
    )}
    {proof.state === 'waiting' && (
      <p>
        Nothing is shown at {host} before it is proved.
        {proof.in_force && ` Until then ${proof.in_force} stays in force.`}
      </p>
    )}
    <ol class="stack">
      <li class="stack">
        <p>Prove that the host is yours: with a TXT record in its DNS …</p>
        <CopyField id="txt-name" label="Name of the record" value={proof.txt_name} />
        <CopyField id="proof-text" label="Its value" value={proof.text} />
        <p class="hint">
          … or, while it leads to another server, with a text file that holds the same value:{' '}
          <code>{proof.file_url}</code>
        </p>
      </li>
      <li>
        Let {host} lead to this install: a CNAME record to <code>{install}</code>, and a certificate for it at the web
        server in front.
      </li>
      <li class="stack">
        {may ? (
          <Post action={`${self}/verify`} class="btn primary">
            {proof.state === 'proved' ? 'Look again' : 'Verify'}
          </Post>
        ) : (
          'Have an admin verify it.'
        )}
        {proof.state !== 'proved' && <p class="hint">We look by ourselves, too: each hour for a week.</p>}
      </li>
    </ol>
  </>
)
