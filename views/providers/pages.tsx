/** Batches, usage and comparison of crawl suppliers. */
import { platformPage, type Screen } from '../../src/doors/pages/web.ts'
import { listCampaignLinks } from '../../src/operations/providers/list-campaign-links.ts'
import { inputOfQuery } from '../parts/lists/list.ts'
import { drawPage, zoneOf } from '../shell.tsx'
import { BatchPage, batchHead, batchList } from './batches.tsx'
import { scoreList } from './scoreboard.tsx'
import { usageList } from './usage.tsx'

export const providerScreens: readonly Screen[] = [
  ...usageList.screens,
  ...batchList.screens,
  ...scoreList.screens,
  platformPage('/providers/batches/:id', async (call) => {
    const { id } = call.params
    const links = await call.call(listCampaignLinks, { ...inputOfQuery(listCampaignLinks, call.query), id })
    const { batch } = links
    const self = `/app/platform/providers/batches/${id}`
    return drawPage(
      call,
      batchHead(batch),
      <BatchPage {...{ batch, links, query: call.query, self, zone: zoneOf(call) }} />,
    )
  }),
]
