/** Sample data is added, watched while it is made, opened and removed here; its own pages are those of any agency. */
import { goTo, htmlResponse, page, type Reply, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { addSampleData, getSampleData, removeSampleData } from '../../src/operations/sample-data.ts'
import { EmptyState } from '../kit/fold.tsx'
import { act } from '../screens/act.ts'
import { drawPage } from '../shell.tsx'
import { SAMPLE, SampleOffer, SampleProgress } from './sample.tsx'

export const sampleScreens: readonly Screen[] = [
  page(SAMPLE, samplePage),
  act(SAMPLE, addSampleData, ({ base }) => goTo(base + SAMPLE)),
  act(`${SAMPLE}/remove`, removeSampleData, ({ base }) => goTo(base, { text: 'Sample data removed.' })),
]

async function samplePage(call: SignedInCall): Promise<Reply> {
  const { base } = call
  const sample = await call.call(getSampleData, {})
  if (sample.workspace_id) {
    const href = `/app/w/${sample.workspace_id}`
    return call.partial ? new Response(null, { headers: { 'hx-redirect': href } }) : goTo(href)
  }
  if (sample.state === 'none') {
    const offer = sample.offered ? (
      <SampleOffer sample={sample} base={base} />
    ) : (
      <EmptyState icon="eye">Sample data is for agencies that have no push yet.</EmptyState>
    )
    return drawPage(call, { title: 'Sample data', detail: true }, offer)
  }
  const progress = <SampleProgress sample={sample} base={base} />
  if (call.partial) return htmlResponse(progress)
  return drawPage(call, { title: 'Sample data', detail: true }, progress)
}
