/** White label: a domain that nobody asked for, one to be proved, one in force, one that misses its proof, and who may not. */
import { putBranding } from '../../../src/operations/branding.ts'
import { Branding, type BrandingAnswer, type BrandingProps } from '../../../views/branding/branding.tsx'
import { lookRows } from '../../../views/branding/pages.tsx'
import type { BrandPreview } from '../../../views/branding/preview.tsx'
import { inPage } from '../frames.tsx'
import { at, NASTY, NOW } from '../samples.ts'

const BARE: BrandingAnswer = {
  tenant_id: 'ten_northwind',
  logo_url: null,
  logo_served_url: null,
  accent: '#0f766e',
  from_name: NASTY,
  domain: null,
  domain_proof: null,
  allowed: { logo: true, accent: true, from_name: true, domain: true },
  locked: { logo: null, accent: null, from_name: null, domain: null },
  shown: { name: NASTY, from_name: NASTY, logo_url: null, accent: '#0f766e' },
}
const LONG = `seo.${'long-'.repeat(11)}name.example`
const PROOF: NonNullable<BrandingAnswer['domain_proof']> = {
  state: 'waiting',
  in_force: null,
  txt_name: `_signalpost.${LONG}`,
  file_url: `http://${LONG}/.well-known/signalpost-domain.txt`,
  text: 'signalpost-domain=4b1f0f8f5c0e4a4c9a53a7f2f0c4d9e1',
  proved_at: null,
  checked_at: null,
  problem: null,
  ends_at: null,
}
const problem = `There is no TXT record at _signalpost.${LONG}, and http://${LONG}/.well-known/signalpost-domain.txt answers 404.`

const look = (accent: string | null, more: Partial<BrandPreview> = {}): BrandPreview => ({
  brand: { name: NASTY, accent, css_href: null },
  client: NASTY,
  letter: { name: NASTY, accent, logo: null },
  issues: [],
  ...more,
})

const branding = (more: Partial<BrandingAnswer> = {}, props: Partial<BrandingProps> = {}) =>
  inPage(
    'General',
    'settings',
    <Branding
      branding={{ ...BARE, ...more }}
      self={at('/branding')}
      schema={{ properties: putBranding.input.properties }}
      plan={null}
      install="push.platform.example"
      look={look('#0f766e')}
      rows={lookRows.rows(at('/branding/look'), { ...BARE, ...more, ...props.values })}
      {...props}
    />,
  )
const proved = { ...PROOF, state: 'proved', in_force: LONG, proved_at: NOW, checked_at: NOW } as const

export const brandingGallery = [
  { name: 'branding', page: () => branding() },
  {
    name: 'branding-tried',
    page: () =>
      branding(
        {},
        {
          values: { accent: '#facc15', logo_url: 'https://florist.example/logo.svg' },
          look: look('#facc15', {
            issues: [{ path: 'logo_url', message: 'is no PNG, JPEG or WebP picture. Use a PNG, JPEG or WebP.' }],
          }),
        },
      ),
  },
  { name: 'branding-plain', page: () => branding({ accent: null }, { look: look(null) }) },
  { name: 'branding-waiting', page: () => branding({ domain: LONG, domain_proof: PROOF }) },
  {
    name: 'branding-not-found',
    page: () =>
      branding({ domain: LONG, domain_proof: { ...PROOF, checked_at: NOW, problem, in_force: 'old.agency.example' } }),
  },
  { name: 'branding-proved', page: () => branding({ domain: LONG, domain_proof: proved }) },
  {
    name: 'branding-failing',
    page: () => branding({ domain: LONG, domain_proof: { ...proved, state: 'failing', problem, ends_at: NOW } }),
  },
  {
    name: 'branding-locked',
    page: () => branding({ allowed: { logo: true, accent: false, from_name: false, domain: false } }),
  },
  { name: 'branding-member', page: () => branding({ domain: LONG, domain_proof: PROOF }, { schema: null }) },
]
