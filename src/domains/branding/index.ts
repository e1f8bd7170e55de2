export {
  BrandingShape,
  brandingOf,
  brandOf,
  type DomainOwner,
  siteOf,
  tenantOfDomain,
  UNLOCKED_BY,
} from './branding.ts'
export { fetchLogo, keepLogo, logoAt, logoPath } from './logo.ts'
