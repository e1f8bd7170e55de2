/** Batches, usage and comparison of crawl suppliers. */
import { platformPage, type Screen } from '../../src/doors/pages/web.ts'
import { drawPage, zoneOf } from '../shell.tsx'
import { BatchPage, batchHead, batchLinks, batchList } from './batches.tsx'
import { scoreList } from './scoreboard.tsx'
import { usageList } from './usage.tsx'

export const providerScreens: readonly Screen[] = [
  ...usageList.screens,
  ...batchList.screens,
  ...scoreList.screens,
  platformPage('/providers/batches/:id', async (call) => {
    const { answer, list } = await batchLinks.read(call)
    const { batch } = answer
    return drawPage(call, batchHead(batch), <BatchPage batch={batch} links={list} zone={zoneOf(call)} />)
  }),
]
