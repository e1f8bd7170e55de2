/**
 * A picture of a page as a grid of mean brightness, eight pixels a cell: how letters are smoothed differs between
 * machines, where things are and how dark does not.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

const CELL = 8
/** Tall enough for what opens a page and the list below it. */
const TALLEST = 2400
/** What fewer steps of brightness apart, of 255, is the same; and so many cells of a thousand may differ. */
const STEPS = 14
const ODD_OF_1000 = 4

type Grid = { width: number; height: number; cells: number[] }

/** Draws what the page shows now. */
export async function drawn(page: Page): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const { width } = page.viewportSize()!
  return page.screenshot({
    fullPage: true,
    animations: 'disabled',
    clip: { x: 0, y: 0, width, height: Math.min(height, TALLEST) },
  })
}

/** Reads both in an empty page of the browser, which can decode pictures. */
const gridOf = (reader: Page, picture: Uint8Array, cell: number): Promise<Grid> =>
  reader.evaluate(
    async ([data, size]) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const pen = new OffscreenCanvas(image.width, image.height).getContext('2d')!
      pen.drawImage(image, 0, 0)
      const { data: dots } = pen.getImageData(0, 0, image.width, image.height)
      const width = Math.floor(image.width / size)
      const height = Math.floor(image.height / size)
      const sums = new Array<number>(width * height).fill(0)
      for (let y = 0; y < height * size; y++)
        for (let x = 0; x < width * size; x++) {
          const at = (y * image.width + x) * 4
          sums[Math.floor(y / size) * width + Math.floor(x / size)]! +=
            dots[at]! * 0.299 + dots[at + 1]! * 0.587 + dots[at + 2]! * 0.114
        }
      return { width, height, cells: sums.map((sum) => Math.round(sum / size / size)) }
    },
    [Buffer.from(picture).toString('base64'), cell] as const,
  )

/** The grid as a picture of its own, which a person can look at. */
async function pictureOf(reader: Page, grid: Grid): Promise<Uint8Array> {
  const data = await reader.evaluate(async ({ width, height, cells }) => {
    const canvas = new OffscreenCanvas(width, height)
    canvas
      .getContext('2d')!
      .putImageData(
        new ImageData(Uint8ClampedArray.from(cells.flatMap((it) => [it, it, it, 255])), width, height),
        0,
        0,
      )
    const blob = await canvas.convertToBlob({ type: 'image/png' })
    return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())))
  }, grid)
  return new Bun.Image(Buffer.from(data, 'base64')).png({ palette: true, colors: 64, compressionLevel: 9 }).bytes()
}

/** Compares a picture with the approved one in `file`, or approves it; what differs, in words. */
export async function differing(reader: Page, picture: Uint8Array, file: string, approve: boolean): Promise<string[]> {
  const now = await gridOf(reader, picture, CELL)
  if (approve) writeFileSync(file, await pictureOf(reader, now))
  if (!existsSync(file)) return ['no approved picture']
  return differences(await gridOf(reader, readFileSync(file), 1), now)
}

export function differences(approved: Grid, now: Grid): string[] {
  if (now.width !== approved.width) return [`${now.width * CELL} px wide instead of ${approved.width * CELL}`]
  const taller = now.height - approved.height
  if (Math.abs(taller) > 1) return [`${now.height * CELL} px high instead of ${approved.height * CELL}`]
  const shared = approved.cells.slice(0, Math.min(now.cells.length, approved.cells.length))
  const odd = shared.flatMap((was, at) => (Math.abs(was - now.cells[at]!) > STEPS ? [at] : []))
  if (odd.length * 1000 <= shared.length * ODD_OF_1000) return []
  const [across, down] = [odd.map((at) => at % now.width), odd.map((at) => Math.floor(at / now.width))]
  const span = (places: number[]) => `${Math.min(...places) * CELL} to ${(Math.max(...places) + 1) * CELL}`
  const share = ((odd.length / shared.length) * 100).toFixed(1)
  return [`${share} % of the picture differs: x ${span(across)}, y ${span(down)} px`]
}
