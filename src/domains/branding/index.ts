export {
  type Brand,
  BrandingShape,
  BrandShown,
  brandFields,
  brandingOf,
  brandOf,
  isKnownDomain,
  siteOf,
  sitesOf,
  tenantOfDomain,
  UNLOCKED_BY,
} from './branding.ts'
export { type LookUpTxt, lookForProof, PROOF_PATH } from './domain-proof.ts'
export { cleanLogo, fetchLogo, keepLogo, logoAt, logoPath } from './logo.ts'
export { lookAtDueDomains, ownDomainOf, proofOf, recordLook, wantDomain } from './own-domain.ts'
export { assertAddress, assertHeaders } from './receiver-address.ts'
export {
  FETCH_SITE_ICONS,
  fetchDueIcons,
  ICONS_IN_FUTURE,
  iconAt,
  iconOf,
  MOST_ATTEMPTS,
  removeIcon,
  tilesOf,
  wantIcon,
} from './site-icons.ts'
export { triedLogo, tryLogo } from './tried-logos.ts'
