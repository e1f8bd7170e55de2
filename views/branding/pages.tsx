import { askAbove } from '../../src/doors/pages/above.ts'
import { action, goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { offeredLanguages } from '../../src/kernel/language/choose.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { getBranding, previewBranding, putBranding, verifyOwnDomain } from '../../src/operations/branding.ts'
import { getTenant, updateTenant } from '../../src/operations/tenants/workspaces.ts'
import { brandOnPage } from '../branding.ts'
import { issuesIn, refusedPage } from '../form-refusal.ts'
import { Section } from '../kit/fold.tsx'
import type { Issue } from '../parts/forms/form.tsx'
import { act } from '../screens/act.ts'
import type { RefusedForm } from '../screens/form-screen.tsx'
import { type RowsOf, savedRows } from '../screens/saved-rows.tsx'
import { assertMay, drawPage, may, zoneOf } from '../shell.tsx'
import { Branding, type BrandingAnswer, type BrandingProps, LOOKS, openLooks } from './branding.tsx'
import { type BrandPreview, Preview } from './preview.tsx'

/** Colours to begin with: each is a button that sends its value in place of the typed one. */
const COLOURS = { Yellow: '#ffc845', Green: '#0b6b4a', Blue: '#2456a6', Red: '#b3261e', Purple: '#5b2a86' }

const Swatches = ({ chosen }: { chosen: unknown }) => (
  <div class="swatches">
    {Object.entries(COLOURS).map(([name, value]) => (
      <button
        type="submit"
        name="swatch"
        value={value}
        title={`${name}, ${value}`}
        aria-label={name}
        aria-pressed={String(value === chosen)}
      >
        <svg viewBox="0 0 28 28" aria-hidden="true">
          <circle cx="14" cy="14" r="14" fill={value} />
        </svg>
      </button>
    ))}
  </div>
)

const selfOf = ({ base }: SignedInCall): string => `${base}/branding`
const idOf = ({ caller }: SignedInCall): { id: string } => ({ id: caller.tenant_id })

const ROWS = [
  {
    label: 'Brand colour',
    note: 'Cover and buttons. Text is adjusted until it is readable.',
    text: '{accent}',
    beside: ({ accent }: Readonly<Record<string, unknown>>) => <Swatches chosen={accent} />,
  },
  { label: 'Sender name', note: 'of e-mails', text: '{from_name}' },
]

type Workspace = AnswerOf<typeof getTenant>

/** From above, so that it names who sets what it inherits. */
const workspaceOf = async (call: SignedInCall): Promise<Workspace> => (await askAbove(call))(getTenant, idOf(call))

/** `as Northwind (Europe/Berlin)`. */
const inheritedInWords = ({ parent_id, inherited_zone: { time_zone, name } }: Workspace): string =>
  `as ${name ?? (parent_id ? 'above' : 'the install')} (${time_zone})`

const workspaceRows: RowsOf = savedRows({
  at: '/branding/workspace',
  id: 'workspace',
  operation: updateTenant,
  given: idOf,
  rows: [
    { label: 'Name', note: 'of the workspace', text: '{name}' },
    { label: 'Days begin in', note: 'also weeks and months of figures', text: '{time_zone}' },
    { label: 'Language', note: 'of reports and letters to clients', text: '{language}' },
  ],
  empty: (stored) => ({ time_zone: inheritedInWords(stored as Workspace), language: 'The inherited one' }),
  stored: workspaceOf,
  back: selfOf,
  page: (call, refused) => brandingPage(call, { workspace: refused }),
})

export const lookRows: RowsOf = savedRows({
  at: '/branding/look',
  id: 'brand',
  operation: putBranding,
  given: (call) => ({ ...idOf(call), ...(call.form.swatch ? { accent: call.form.swatch } : {}) }),
  rows: ROWS,
  empty: { accent: 'None', from_name: 'As the workspace above' },
  stored: (call) => call.call(getBranding, idOf(call)),
  back: selfOf,
  page: (call, refused) => brandingPage(call, { refused }),
  also: async (call) => (
    <hx-partial hx-target="#preview" hx-swap="outerMorph">
      <Preview look={await lookOf(call, (await call.call(getBranding, idOf(call))).shown)} />
    </hx-partial>
  ),
})

export const brandingScreens: readonly Screen[] = [
  page('/branding', (call) => brandingPage(call)),
  saving('/branding', ['logo_url']),
  ...lookRows.screens,
  ...workspaceRows.screens,
  act('/branding/logo', putBranding, logoSaved, logoIn, {
    refused: (call, error) => refusedPage(error, (issues) => brandingPage(call, { issues })),
  }),
  saving('/branding/domain', ['domain']),
  action('/branding/preview', preview),
  act('/branding/verify', verifyOwnDomain, verified, idOf),
]

/** The language, once there is one to choose. */
const workspaceFields = (): string[] => ['name', 'time_zone', ...(offeredLanguages().length > 1 ? ['language'] : [])]

type Tried = Partial<Pick<BrandingProps, 'values' | 'issues' | 'look'>> &
  Partial<Record<'refused' | 'workspace', RefusedForm>>

async function brandingPage(call: SignedInCall, { refused, workspace, ...more }: Tried = {}) {
  const { id: _, ...properties } = putBranding.input.properties
  const tenant = await workspaceOf(call)
  const branding = await call.call(getBranding, idOf(call))
  const props: BrandingProps = {
    look: await lookOf(call, branding.shown),
    ...more,
    branding,
    self: selfOf(call),
    rows: lookRows.rows(`${selfOf(call)}/look`, { ...branding, ...more.values }, refused, {
      only: openLooks(branding),
    }),
    schema: may(call, putBranding) ? { properties } : null,
    plan: tenant.parent_id ? null : `${call.base}/credits/buy`,
    install: new URL(call.app.config.site_url).hostname,
    zone: zoneOf(call),
  }
  const sub = 'Name, days, and what clients see on pages, in reports and in e-mails. Saved as you change it.'
  return drawPage(
    call,
    { title: 'General', sub, kind: 'settings' },
    <Branding
      {...props}
      workspace={
        may(call, updateTenant) && (
          <Section title="Workspace">
            {workspaceRows.rows(`${selfOf(call)}/workspace`, tenant, workspace, { only: workspaceFields() })}
          </Section>
        )
      }
    />,
  )
}

async function lookOf(
  call: SignedInCall,
  shown: BrandingAnswer['shown'],
  issues: readonly Issue[] = [],
): Promise<BrandPreview> {
  const { name, accent, logo_url } = shown
  return {
    brand: { ...brandOnPage(call, shown), accent },
    client: (await call.call(getTenant, idOf(call))).name,
    letter: { name, accent, logo: logo_url },
    issues,
  }
}

/** The page with the typed values, or the preview alone. Nothing is stored. */
async function preview(call: SignedInCall) {
  assertMay(call, putBranding)
  const look = await triedLook(call, givenIn(call, Object.keys(LOOKS)))
  return call.partial ? <Preview look={look} /> : brandingPage(call, { values: call.form, look })
}

/** Shows valid parts as typed; the others as stored, with the reason. */
async function triedLook(call: SignedInCall, given: Record<string, string | null>): Promise<BrandPreview> {
  const { issues } = putBranding.parse({ ...idOf(call), ...given })
  const wrong = new Set(issues.map(({ path }) => path))
  const { logo_url, ...rest } = Object.fromEntries(Object.entries(given).filter(([part]) => !wrong.has(part)))
  const shown = (parts: object) => call.call(previewBranding, { ...idOf(call), ...parts })
  try {
    return await lookOf(call, await shown({ ...rest, ...(logo_url === undefined ? {} : { logo_url }) }), issues)
  } catch (error) {
    return await lookOf(call, await shown(rest), [...issues, ...issuesIn(error)])
  }
}

const givenIn = ({ form }: SignedInCall, parts: readonly string[]): Record<string, string | null> =>
  Object.fromEntries(parts.filter((part) => part in form).map((part) => [part, form[part] || null]))

/** An empty field is cleared; a part outside the plan is not in the form, and stays. */
async function partsIn(call: SignedInCall, parts: readonly string[]) {
  const given = givenIn(call, parts)
  // An uploaded logo has no address: an empty field does not remove it.
  if (given.logo_url === null && (await call.call(getBranding, idOf(call))).logo_url === null) delete given.logo_url
  return { ...idOf(call), ...given }
}

function saving(at: string, parts: readonly string[]): Screen {
  return act(at, putBranding, saved, (call) => partsIn(call, parts), {
    refused(call, error) {
      const placed = (issue: Issue) => (issue.path ? issue : { ...issue, path: parts[0]! })
      const draw = (found: Issue[]) => brandingPage(call, { values: call.form, issues: found.map(placed) })
      return refusedPage(error, draw, ['conflict'])
    },
  })
}

function saved(call: SignedInCall, { domain_proof }: BrandingAnswer) {
  const waits = 'domain' in call.form && domain_proof?.state === 'waiting'
  return goTo(selfOf(call), { text: waits ? 'Saved. Now verify that the host is yours.' : 'Saved.' })
}

/** An uploaded logo, or none in place of the stored one. */
function logoIn(call: SignedInCall) {
  return { ...idOf(call), ...(call.form.logo_file ? {} : { logo_url: null }) }
}

function logoSaved(call: SignedInCall) {
  return goTo(selfOf(call), { text: call.form.logo_file ? 'Logo saved.' : 'Logo removed.' })
}

function verified(call: SignedInCall, { domain, domain_proof }: BrandingAnswer) {
  return domain_proof?.state === 'proved'
    ? goTo(selfOf(call), { text: `${domain} is verified.` })
    : goTo(selfOf(call), { text: 'Record not found. See the response below.', tone: 'bad' })
}
