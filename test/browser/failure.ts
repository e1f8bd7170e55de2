import type { Locator, Page } from 'playwright-core'

/** Answers what a page asks for in part as a broken proxy does: the page stays as it is, and says which request it was. */
export async function lostByFailure(page: Page, part: Locator): Promise<string[]> {
  // Seconds that are counted down change by themselves.
  const shown = async () => (await page.locator('main').allTextContents()).join().replace(/\((\d+) s\)/g, '')
  const before = await shown()
  await page.route('**/*', (route) =>
    route.fulfill({
      status: 502,
      contentType: 'text/html',
      body: '<h1>Bad gateway</h1>',
      headers: { 'x-request-id': 'r-502' },
    }),
  )
  await part.click()
  const toast = await page.waitForSelector('#toasts .toast', { timeout: 5_000 }).catch(() => null)
  const said = await toast?.textContent()
  await page.unroute('**/*')
  const lost = (await shown()) !== before
  return [...(lost ? ['a failed answer changed the page'] : []), ...(said?.includes('r-502') ? [] : [`said: ${said}`])]
}
