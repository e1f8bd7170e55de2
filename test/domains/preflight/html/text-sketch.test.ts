/** Which changes of a page count as another text. */
import { describe, expect, test } from 'bun:test'
import { saysAnother, sketchDistance, textSketch } from '../../../../src/domains/preflight/html/text-sketch.ts'

const HTML = 'text/html; charset=utf-8'
const sketch = (markup: string, type = HTML, truncated = false): string | null =>
  textSketch({ body: Buffer.from(markup), truncated }, type)

const page = (text: string, { menu = 'Home Shop About', ad = '', date = '3 May 2026' } = {}): string =>
  `<!doctype html><html lang="en"><head><title>Bread</title></head><body><nav>${menu}</nav>
  <main><h1>How we bake rye bread</h1><time>${date}</time><p>Updated ${date.replace(/[a-z]/gi, '')}</p>${ad}
  ${text}</main><footer>Impressum ${date}</footer></body></html>`

const ARTICLE = `<p>Rye bread begins with a sourdough that was fed the evening before. We mix flour and water, cover the bowl
  and leave it near the oven. In the morning the dough smells of apples, and its surface is full of small bubbles.</p>
  <p>Then the rest of the flour, the salt and the caraway go in. The dough is sticky, so wet your hands, shape a loaf and
  let it rest in a basket for two hours. Bake it very hot at first, with steam, and turn the heat down after a quarter of
  an hour. The loaf is done when it sounds hollow. Wait a day before you cut it: the crumb needs its time.</p>`

const GERMAN = `<p>Roggenbrot beginnt mit einem Sauerteig, der am Abend zuvor gefüttert wurde. Wir mischen Mehl und Wasser,
  decken die Schüssel zu und stellen sie neben den Ofen. Am Morgen riecht der Teig nach Äpfeln, und seine Oberfläche ist
  voller kleiner Blasen.</p><p>Dann kommen das übrige Mehl, das Salz und der Kümmel dazu. Der Teig klebt, also macht die
  Hände nass, formt einen Laib und lasst ihn zwei Stunden im Korb ruhen. Erst wird sehr heiß gebacken, mit Dampf.</p>`

const OTHER = `<p>Our holiday flats lie a short walk from the beach. Each has two bedrooms, a kitchen and a balcony that
  looks over the bay. Towels, linen and wireless internet are included, and dogs are welcome on the ground floor.</p>
  <p>Guests arrive from three in the afternoon and leave by ten. Bicycles can be hired at the harbour, where the ferry to
  the islands departs every morning. Ask us about surf lessons, guided hikes, or a table at the fish restaurant.</p>`

const PARKED = `<!doctype html><html><head><title>bakery.example</title></head><body><h1>bakery.example is for sale</h1>
  <p>The owner of this domain offers it at a fixed price. Buy it now, or make an offer to our broker.</p>
  <p>Related searches: cheap insurance, credit cards, online degrees, web hosting, car rental</p></body></html>`

const before = sketch(page(ARTICLE))!

describe.each<[string, string]>([
  ['a typing error is corrected', page(ARTICLE.replace('sticky', 'very sticky').replace('covers', 'cover'))],
  ['dates and prices differ', page(ARTICLE, { date: '17 November 2026' })],
  ['the menu is another', page(ARTICLE, { menu: 'Start Produkte Kontakt Karriere Presse Blog '.repeat(9) })],
  [
    'an advertisement is put in',
    page(ARTICLE, { ad: '<div>Save ten percent on all stoneware until Sunday night</div>' }),
  ],
  ['an advertisement in a frame of scripts', page(ARTICLE, { ad: `<script>${'show("ad");'.repeat(90)}</script>` })],
  [
    'a paragraph follows',
    page(`${ARTICLE}<p>Visit us on Saturdays at the market, where we sell rolls and cake too.</p>`),
  ],
  ['a sentence is gone', page(ARTICLE.replace(/ Wait a day.*time\./, ''))],
  [
    'the markup is another',
    page(ARTICLE.replaceAll('<p>', '<div class="text"><span>').replaceAll('</p>', '</span></div>')),
  ],
  ['the text is in capitals', page(ARTICLE.replace(/>[^<]+/g, (part) => part.toUpperCase()))],
])('not another text: %s', (_, markup) => {
  test('both sketches are near', () => {
    expect(sketchDistance(before, sketch(markup)!)).toBeLessThan(40)
    expect(saysAnother(before, sketch(markup))).toBe(false)
  })
})

describe.each<[string, string]>([
  ['a translation', page(GERMAN)],
  ['a replaced article', page(OTHER)],
  ['a parked domain', PARKED],
])('another text: %s', (_, markup) => {
  test('the sketches are far apart', () => {
    expect(sketchDistance(before, sketch(markup)!)).toBeGreaterThanOrEqual(46)
    expect(saysAnother(before, sketch(markup))).toBe(true)
  })
})

test('unrelated texts are far apart nearly always, and texts that share nine words of ten never', () => {
  let seed = 7
  const next = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return seed / 2 ** 32
  }
  const word = () => Array.from({ length: 6 }, () => String.fromCharCode(97 + Math.floor(next() * 26))).join('')
  let [missed, false_alarms] = [0, 0]
  for (let n = 0; n < 500; n++) {
    const words = Array.from({ length: 200 }, word)
    const edited = words.map((one) => (next() < 0.1 ? word() : one))
    const other = Array.from({ length: 200 }, word)
    const of = (list: string[]) => sketch(`<body><p>${list.join(' ')}</p></body>`)
    if (saysAnother(of(words), of(edited))) false_alarms++
    if (!saysAnother(of(words), of(other))) missed++
  }
  expect(false_alarms).toBe(0)
  expect(missed).toBeLessThan(5)
})

test('a page with little text, or whose end did not arrive, has none, and then nothing is known', () => {
  expect(sketch('<body><p>Closed until spring.</p></body>')).toBeNull()
  expect(sketch(page(ARTICLE), HTML, true)).toBeNull()
  expect(sketch(page(ARTICLE.repeat(4)), HTML, true)).toBe(sketch(page(ARTICLE.repeat(4))))
  expect(saysAnother(null, before)).toBe(false)
  expect(saysAnother(before, undefined)).toBe(false)
})

test('the encoding of a page does not matter', () => {
  const latin = Buffer.from(page(GERMAN), 'latin1')
  expect(textSketch({ body: latin, truncated: false }, 'text/html; charset=iso-8859-1')).toBe(sketch(page(GERMAN)))
})

test('a text without spaces is read by its characters', () => {
  const text =
    'ライ麦パンは前の晩に種を起こすことから始まります。粉と水を混ぜて、かまどのそばに置いておきます。'.repeat(2)
  const near = sketch(`<body><p>${text.replace('前の晩', '前日の夜')}</p></body>`)!
  const far = sketch(
    `<body><p>${'海辺の貸別荘は浜から歩いてすぐです。寝室が二つ、台所と湾を望む露台があります。'.repeat(2)}</p></body>`,
  )!
  const one = sketch(`<body><p>${text}</p></body>`)!
  expect(saysAnother(one, near)).toBe(false)
  expect(saysAnother(one, far)).toBe(true)
})
