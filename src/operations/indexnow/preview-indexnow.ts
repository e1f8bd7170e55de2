import Type from 'typebox'
import { type EligibleLinks, eligible, Preview, sumEligible } from '../../domains/indexnow/index.ts'
import { noUrlLeft, takeList } from '../../domains/preflight/index.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { OwnTenantId, Urls } from '../../kernel/operation/shape.ts'
import { pause } from '../../kernel/scheduling/pause.ts'

/** URLs read in one step: ten thousand would block every other request. */
const STEP = 500

export const previewIndexnow = outbound({
  name: 'preview_indexnow',
  route: 'POST /indexnow/preview',
  role: null,
  harmless: true,
  local: true,
  summary: 'Count the URLs that a push would also send to IndexNow.',
  description: 'Duplicates and invalid entries are dropped and reported.',
  input: Type.Object({ urls: Urls, tenant_id: Type.Optional(OwnTenantId) }),
  output: Preview,
  example: { urls: ['https://bakery.example/bread', 'https://bakery.example/cake'], tenant_id: 'ten_bakery' },

  async handle({ caller, read }, { urls: given, tenant_id = caller.tenant_id }) {
    const taken = await takeList(given)
    const { urls, duplicates, invalid, reading } = taken
    if (urls.length === 0) throw noUrlLeft(taken)
    const parts: EligibleLinks[] = []
    for (let from = 0; from < urls.length; from += STEP) {
      await pause()
      parts.push(read((tx) => eligible(tx, tenant_id, urls.slice(from, from + STEP))))
    }
    return { total: urls.length, ...sumEligible(parts), duplicates, invalid, reading }
  },
})
