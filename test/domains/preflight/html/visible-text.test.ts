import { expect, test } from 'bun:test'
import { visibleDigest } from '../../../../src/domains/preflight/index.ts'

const digestOf = (html: string, type = 'text/html; charset=utf-8', truncated = false) =>
  visibleDigest({
    url: 'https://shop.example/',
    headers: new Headers({ 'content-type': type }) as never,
    body: new TextEncoder().encode(html),
    truncated,
  })
const page = (body: string) => `<html><head><title>Bread</title></head><body>${body}</body></html>`
const text = page('<nav>Home</nav><main><p>Rye bread, baked daily.</p></main><footer>© 2025</footer>')

test('menus, headers, footers, asides, times, scripts, digits and markup are no change; a word is', () => {
  for (const same of [
    '<nav>Home<a>Shop</a></nav><div id=7><p class="x">Rye bread,  baked\n daily.</p></div><footer>© 2026</footer>',
    '<header>Sale</header><main><p>Rye bread, baked daily.</p><time>Monday</time></main><aside>12 people look</aside>',
    '<!-- build 77 --><p>Rye bread, baked daily.</p><script>let a = "<p>b</p>"</script> 4711',
  ])
    expect(digestOf(page(same))).toBe(digestOf(text))
  expect(digestOf(page('<p>Rye bread, baked weekly.</p>'))).not.toBe(digestOf(text))
})

test('an element that nothing ends hides nothing, and many of them cost little', () => {
  expect(digestOf(page('<nav><p>Rye</p>'))).not.toBe(digestOf(page('<nav><p>Wheat</p>')))
  expect(digestOf(page('<aside><nav>'.repeat(40_000)))).toBeNull()
})

test('what is no whole page of HTML with text has no digest', () => {
  expect(digestOf('%PDF', 'application/pdf')).toBeNull()
  expect(digestOf(page('<nav>Home</nav>'))).toBeNull()
  expect(digestOf(text, 'text/html', true)).toBeNull()
  expect(digestOf(text)).toBeGreaterThan(0n)
})
