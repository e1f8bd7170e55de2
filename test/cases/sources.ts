/**
 * Sitemaps, feeds and lists of real sites, and what is read of them. `{o}` is the origin of the site, also where octets
 * are given; `take` are paths and dates (the day, or null).
 */
import zlib from 'node:zlib'

export type SourceCase = {
  name: string
  source: string
  file: string | Uint8Array
  type?: string
  take?: [path: string, day: string | null][]
  /** Part of a note beside what is read. */
  note?: RegExp
  /** Part of the refusal. */
  refused?: string
}

const xml = (inner: string, head = ''): string =>
  `${head}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inner}</urlset>`
const loc = (path: string, lastmod?: string): string =>
  `<url><loc>{o}${path}</loc>${lastmod === undefined ? '' : `<lastmod>${lastmod}</lastmod>`}</url>`
const octets = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))
/** Packed once the origin is known: its place is kept in a comment of the test. */
export const PACKED = {
  padded: (text: Buffer) => Buffer.concat([zlib.gzipSync(text), Buffer.alloc(32)]),
  'padded by a block': (text: Buffer) => Buffer.concat([zlib.gzipSync(text), Buffer.alloc(512)]),
  'followed by text': (text: Buffer) => Buffer.concat([zlib.gzipSync(text), Buffer.from('\r\n')]),
  'several members': (text: Buffer) =>
    Buffer.concat([zlib.gzipSync(text.subarray(0, 20)), zlib.gzipSync(text.subarray(20)), Buffer.alloc(9)]),
  twice: (text: Buffer) => zlib.gzipSync(zlib.gzipSync(text)),
  'with a name and a comment': (text: Buffer) =>
    Buffer.concat([
      Buffer.from([0x1f, 0x8b, 8, 0x18, 0, 0, 0, 0, 0, 3]),
      Buffer.from('sitemap.xml\0by a program\0'),
      zlib.gzipSync(text).subarray(10),
    ]),
  'without its last octets': (text: Buffer) => zlib.gzipSync(text).subarray(0, -5),
}

const dates = (name: string, source: string, text: string, day: string | null): SourceCase => ({
  name: `a date: ${name}`,
  source,
  file: xml(loc('/1', text)),
  take: [['/1', day]],
  ...(day === null && { note: /1 link has a lastmod that (cannot be read|is in the future), such as “/ }),
})
const atom = (inner: string, more = ''): string => `<feed xmlns="http://www.w3.org/2005/Atom"${more}>${inner}</feed>`
const rss = (inner: string, more = ''): string =>
  `<rss version="2.0"${more}><channel><title>Bread</title><link>{o}/</link>${inner}</channel></rss>`

export const SOURCES: SourceCase[] = [
  // What programs put in front
  {
    name: 'a warning of PHP before the declaration',
    source: 'Yoast/wordpress-seo#794 (by kind)',
    file: `<br />\n<b>Warning</b>:  Undefined array key "x" in <b>/sitemap.php</b> on line <b>3</b><br />\n<?xml version="1.0"?>${xml(loc('/1'))}`,
    take: [['/1', null]],
  },
  {
    name: 'a text before the declaration, and images',
    source: 'Yoast/wordpress-seo#794 (by kind)',
    file: `Deprecated: x in sitemap.php on line 3\n<?xml version="1.0"?>${xml('<url><loc>{o}/1</loc><image:image><image:loc>{o}/1.png</image:loc></image:image></url>')}`,
    take: [['/1', null]],
  },
  {
    name: 'an export of Search Console, with how it was read',
    source: 'Gunz-cop/DescargasIA#50',
    file: 'Top pages,Clicks\n{o}/1,2\n{o}/2,1\nnone,1',
    take: [
      ['/1', null],
      ['/2', null],
    ],
    note: /Column “Top pages” read; 1 other column ignored; 1 line without a link\./,
  },
  {
    name: 'an object with a list of addresses',
    source: 'bradjasper/ImportJSON#52 (by kind)',
    file: '{"count":2,"urls":["{o}/1","{o}/2"]}',
    take: [
      ['/1', null],
      ['/2', null],
    ],
  },
  dates('Spanish', 'Edirom/WeGA-WebApp#111 (by kind)', '1 de noviembre de 2026', '2026-11-01'),
  dates('French, the first', 'Edirom/WeGA-WebApp#111 (by kind)', '1er novembre 2026', '2026-11-01'),
  dates(
    'of Java, with the name of its zone',
    'Edirom/WeGA-WebApp#111 (by kind)',
    '2026-11-01T10:00:00Z[UTC]',
    '2026-11-01',
  ),
  dates(
    'with a zone by its name',
    'Edirom/WeGA-WebApp#111 (by kind)',
    '2026-11-01T10:00:00 Europe/Berlin',
    '2026-11-01',
  ),
  dates('with its zone twice', 'Edirom/WeGA-WebApp#111 (by kind)', '2026-11-01T10:00:00.000+00:00Z', '2026-11-01'),
  // Encodings
  {
    name: 'ISO-8859-1 by its declaration',
    source: 'hakluke/hakrawler#3; contao/core-bundle#1085',
    file: octets(
      '<?xml version="1.0" encoding="ISO-8859-1"?><urlset><url><loc>{o}/caf',
      [0xe9],
      '</loc></url></urlset>',
    ),
    take: [['/caf%C3%A9', null]],
  },
  {
    name: 'ISO-8859-1 by the Content-Type alone',
    source: 'apify/crawlee#2901',
    file: octets('<urlset><url><loc>{o}/caf', [0xe9], '</loc></url></urlset>'),
    type: 'application/xml; charset=ISO-8859-1',
    take: [['/caf%C3%A9', null]],
  },
  {
    name: 'UTF-8, whatever the Content-Type says',
    source: 'kind of apify/crawlee#2901 (AddDefaultCharset)',
    file: octets(
      '<?xml version="1.0" encoding="UTF-8"?><urlset><url><loc>{o}/caf',
      [0xc3, 0xa9],
      '</loc></url></urlset>',
    ),
    type: 'text/xml; charset=ISO-8859-1',
    take: [['/caf%C3%A9', null]],
  },
  {
    name: 'windows-1252 without a word',
    source: 'kind of contao/core-bundle#1085',
    file: octets('<urlset><url><loc>{o}/caf', [0xe9], '</loc></url></urlset>'),
    take: [['/caf%C3%A9', null]],
  },
  {
    name: 'UTF-16 with a byte order mark',
    source: 'a-gubskiy/X.Web.Sitemap#36',
    file: octets(
      [0xff, 0xfe],
      Buffer.from('<urlset><url><loc>{o}/1</loc></url></urlset>', 'utf16le').toString('latin1'),
    ),
    take: [['/1', null]],
  },
  // XML
  {
    name: 'named entities of HTML',
    source: 'Yoast/wordpress-seo#595; osclass/osclass-plugins#95',
    file: xml('<url><loc>{o}/caf&eacute;</loc></url><url><loc>{o}/&Uuml;ber&ndash;uns</loc></url>'),
    take: [
      ['/caf%C3%A9', null],
      ['/%C3%9Cber%E2%80%93uns', null],
    ],
  },
  {
    name: 'ampersands that are not escaped are no entities',
    source: 'crawler-commons/crawler-commons#210',
    file: xml('<url><loc>{o}/?a=1&copy=2&reg=3</loc></url><url><loc>{o}/?a=1&constructor;</loc></url>'),
    take: [
      ['/?a=1&copy=2&reg=3', null],
      ['/?a=1&constructor;', null],
    ],
  },
  {
    name: 'a root called constructor',
    source: 'NaturalIntelligence/fast-xml-parser#468',
    file: '<constructor><url/></constructor>',
    refused: 'is not a sitemap, a feed or a list',
  },
  {
    name: 'a root called __proto__',
    source: 'Leonidas-from-XIV/node-xml2js#719',
    file: '<__proto__><url/></__proto__>',
    refused: 'is not a sitemap, a feed or a list',
  },
  {
    name: 'a root called toString',
    source: 'Leonidas-from-XIV/node-xml2js#719',
    file: '<toString><url/></toString>',
    refused: 'is not a sitemap, a feed or a list',
  },
  {
    name: 'tags called like members of every object',
    source: 'NaturalIntelligence/fast-xml-parser#468',
    file: xml('<url><constructor>x</constructor><loc>{o}/1</loc><__proto__>y</__proto__><hasOwnProperty/></url>'),
    take: [['/1', null]],
  },
  {
    name: 'a prefix on all but the root',
    source: 'crawler-commons/crawler-commons#174',
    file: '<urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"><s:url><s:loc>{o}/1</s:loc><s:lastmod>2026-11-01</s:lastmod></s:url></urlset>',
    take: [['/1', '2026-11-01']],
  },
  {
    name: 'tags in capitals',
    source: 'kind of VIPnytt/SitemapParser PR#7',
    file: '<URLSET><URL><LOC>{o}/1</LOC><LASTMOD>2026-11-01</LASTMOD></URL></URLSET>',
    take: [['/1', '2026-11-01']],
  },
  {
    name: 'relative addresses, with and without their host',
    source: 'evanderkoogh/node-sitemap-stream-parser PR#1',
    file: xml(
      '<url><loc>/1</loc></url><url><loc>2</loc></url><url><loc>{host}/3</loc></url><url><loc>//{host}/4</loc></url>',
    ),
    take: [
      ['/1', null],
      ['/2', null],
      ['/3', null],
      ['/4', null],
    ],
  },
  {
    name: 'a sitemap without a page',
    source: 'kind of crawler-commons/crawler-commons#203',
    file: xml(''),
    take: [],
    note: /lists no pages: it is a sitemap without entries/,
  },
  {
    name: 'entries without an address',
    source: 'kind of crawler-commons/crawler-commons#203',
    file: xml('<url><location>{o}/1</location></url>'),
    take: [],
    note: /has 1 entry, of which none has an address/,
  },
  {
    name: 'a ZIP archive',
    source: 'kind of GateNLP/ultimate-sitemap-parser#6',
    file: octets('PK', [3, 4, 20, 0, 0, 0]),
    refused: 'is a ZIP archive',
  },
  // Dates
  dates('a blank before the zone', 'Geeklog-Core/geeklog#1067', '2026-11-01T10:00:00 +02:00', '2026-11-01'),
  dates('a zone without minutes', 'sybrew/the-seo-framework#432', '2026-11-01T10:00:00+02', '2026-11-01'),
  dates('a zone with one digit', 'Ranchero-Software/NetNewsWire#1012', 'Sun, 01 Nov 2026 22:52:30+5:30', '2026-11-01'),
  dates('two dates', 'Edirom/WeGA-WebApp#111', '2026-11-01T07:18:53Z 2026-06-15T15:33:55Z', '2026-11-01'),
  dates('two zones', 'thorsten/phpMyFAQ#184', '2026-11-01T01:25:00-0400-04:00', '2026-11-01'),
  dates('an hour of one digit', 'Geeklog-Core/geeklog#1067', '2026-11-01T8:00:00Z', '2026-11-01'),
  dates('a month and a day of one digit', 'schneidmaster/sitemap-webpack-plugin PR#3', '2026-11-1', '2026-11-01'),
  dates(
    'of JavaScript',
    'PathwayCommons/factoid#1062',
    'Sun Nov 01 2026 16:06:13 GMT+0000 (Coordinated Universal Time)',
    '2026-11-01',
  ),
  dates('of a German export', 'kind of Edirom/WeGA-WebApp#111', '01.11.2026 08:30', '2026-11-01'),
  dates('with slashes, the year first', 'kind of crempp/mdweb#63', '2026/11/01', '2026-11-01'),
  dates('seconds since 1970', 'kind of crempp/mdweb#63', '1793500000', '2026-11-01'),
  dates(
    'RFC 822 with a zone of Europe',
    'RFC 822, section 5; feeds of NetNewsWire#1012',
    'Sun, 01 Nov 2026 10:00:00 CET',
    '2026-11-01',
  ),
  dates('the plus of a zone lost', 'kind of Geeklog-Core/geeklog#1067', '2026-11-01T10:00:00 02:00', '2026-11-01'),
  dates('seven digits of a second', 'nuxt-modules/sitemap#214', '2026-11-01T07:39:59.7527061Z', '2026-11-01'),
  dates('no time behind the T', 'kind of sybrew/the-seo-framework#432', '2026-11-01T+00:00', '2026-11-01'),
  dates('page 3', 'kind of Edirom/WeGA-WebApp#111', 'page 3', null),
  dates('a word', 'Yoast/wordpress-seo#930', 'yesterday', null),
  dates('a day or a month first', 'kind of crempp/mdweb#63', '03/04/2026', null),
  dates('a day that is none', 'kind of Yoast/wordpress-seo#930', '2026-02-30', null),
  dates('the null of a database', 'kind of Yoast/wordpress-seo#930', '0000-00-00 00:00:00', null),
  dates('the null of .NET', 'kind of a-gubskiy/X.Web.Sitemap#36', '0001-01-01T00:00:00', null),
  dates('a year ahead', 'kind of Yoast/wordpress-seo#930', '2031-01-01', null),
  // Feeds
  {
    name: 'Atom: JSON before the page',
    source: 'danmactough/node-feedparser PR#146',
    file: atom(
      '<entry><id>x</id><link rel="alternate" type="application/json" href="{o}/wp-json/1"/><link rel="alternate" type="text/html" href="{o}/1"/></entry>',
    ),
    take: [['/1', null]],
  },
  {
    name: 'Atom: an id alone',
    source: 'miniflux/v2 PR#4387; arminreiter/FeedReader PR#41',
    file: atom('<entry><id>{o}/1</id><title>Bread</title></entry>'),
    take: [['/1', null]],
  },
  {
    name: 'Atom: a page before an id of a database',
    source: 'ocaml/v2.ocaml.org#181',
    file: atom(
      '<entry><id>{o}/?p=1</id><link href="{o}/1"/><updated>2026-11-01T00:00:00Z</updated><published>2026-10-01T00:00:00Z</published></entry>',
    ),
    take: [['/1', '2026-11-01']],
  },
  {
    name: 'Atom: ids that are no addresses',
    source: 'kind of miniflux/v2 PR#4387',
    file: atom('<entry><id>tag:bakery.example,2026:1</id></entry>'),
    take: [],
    note: /has 1 item, of which none names its page/,
  },
  {
    name: 'Atom: xml:base, and a link in its text',
    source: 'atom-archive/feedback#26',
    file: atom(
      '<entry xml:base="/news/"><link>one</link></entry><entry><link rel="http://www.iana.org/assignments/relation/alternate" href="{o}/2"/></entry>',
    ),
    take: [
      ['/news/one', null],
      ['/2', null],
    ],
  },
  {
    name: 'Atom 0.3',
    source: 'kind of lwindolf/liferea#1034',
    file: '<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><link rel="alternate" type="text/html" href="{o}/1"/><modified>2026-11-01T00:00:00Z</modified><issued>2026-10-01</issued></entry></feed>',
    take: [['/1', '2026-11-01']],
  },
  {
    name: 'RSS: links in CDATA, with blanks and line ends around',
    source: 'Ranchero-Software/NetNewsWire#1012',
    file: rss(
      '<item><link>\n <![CDATA[\n {o}/1\n ]]>\n</link><pubDate><![CDATA[ Sun, 01 Nov 2026 22:52:30 +0000 ]]></pubDate><guid>156</guid></item>',
    ),
    take: [['/1', '2026-11-01']],
  },
  {
    name: 'RSS: a guid that is the page',
    source: 'huggingface/hub-docs#1676; nkanaev/yarr#143',
    file: rss('<item><guid isPermaLink="true">{o}/1</guid></item><item><guid>{o}/2</guid></item>'),
    take: [
      ['/1', null],
      ['/2', null],
    ],
  },
  {
    name: 'RSS: guids that are no pages',
    source: 'RssBandit/RssBandit#1243',
    file: rss(
      '<item><guid ispermalink="false">{o}/x</guid></item><item><guid>7</guid></item><item><link>{o}/1</link><guid isPermaLink="False">{o}/?p=1</guid></item>',
    ),
    take: [['/1', null]],
    note: /2 items without the address of a page/,
  },
  {
    name: 'RSS of FeedBurner',
    source: 'kind of Ranchero-Software/NetNewsWire#1012 (feedburner:origLink)',
    file: rss(
      '<item><link>http://feedproxy.google.com/~r/x/1</link><feedburner:origLink>{o}/1</feedburner:origLink></item>',
      ' xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"',
    ),
    take: [['/1', null]],
  },
  {
    name: 'RSS with links of Atom, whatever their prefix',
    source: 'spacecowboy/Feeder#1020',
    file: rss(
      '<item><a10:link href="{o}/1"/><a10:updated>2026-11-01T00:00:00Z</a10:updated></item>',
      ' xmlns:a10="http://www.w3.org/2005/Atom"',
    ),
    take: [['/1', '2026-11-01']],
  },
  {
    name: 'RSS 1.0, by rdf:about',
    source: 'kind of crawler-commons/crawler-commons#203',
    file: '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="{o}/"/><item rdf:about="{o}/1"><dc:date>2026-11-01</dc:date></item><item rdf:about="{o}/x"><link>{o}/2</link></item></rdf:RDF>',
    take: [
      ['/1', '2026-11-01'],
      ['/2', null],
    ],
  },
  {
    name: 'RSS 1.0 with a prefix',
    source: 'kind of crawler-commons/crawler-commons#174',
    file: '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:r="http://purl.org/rss/1.0/"><r:item><r:link>{o}/1</r:link></r:item></rdf:RDF>',
    take: [['/1', null]],
  },
  {
    name: 'RSS 0.91 with its items beside the channel',
    source: 'kind of crawler-commons/crawler-commons#203',
    file: '<rss version="0.91"><channel><link>{o}/</link></channel><item><link>/1</link></item></rss>',
    take: [['/1', null]],
  },
  {
    name: 'JSON Feed: ids, other sites and relative addresses',
    source: 'jsonfeed.org/version/1.1 (id, external_url)',
    file: JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      items: [
        { id: '{o}/1', external_url: 'https://rival.example/x' },
        { id: '2', url: '/2', date_published: '2026-11-01T00:00:00Z' },
        { id: '3', url: '', title: 'none' },
      ],
    }),
    take: [
      ['/1', null],
      ['/2', '2026-11-01'],
    ],
    note: /1 item without the address of a page/,
  },
  // Pages
  {
    name: 'a page of a minifier, with its feed',
    source: 'shevabam/get-rss-feed-url-extension#39',
    file: '<!doctype html><html><head><title>Bakery</title><link rel=alternate type=application/rss+xml href=/feed.xml></head><body>Hi</body></html>',
    refused: 'It links to {o}/feed.xml',
  },
  {
    name: 'a page in capitals, with single quotes and a charset',
    source: 'kind of shevabam/get-rss-feed-url-extension#39; lwindolf/liferea#1034',
    file: "<HTML><HEAD><BASE HREF='/blog/'><SCRIPT>if (a < b) c('<link rel=alternate type=application/rss+xml href=/no>')</SCRIPT><LINK REL='ALTERNATE nofollow' TYPE='application/atom&#43;xml; charset=utf-8' HREF='feed'></HEAD>",
    refused: 'It links to {o}/blog/feed. ',
  },
  {
    name: 'a page with a JSON feed and a sitemap',
    source: 'jsonfeed.org, "Discovery"; sitemaps.org',
    file: '<!doctype html><title>x</title><link rel=alternate type=application/json href=/feed.json><link rel=Sitemap href=/map.xml>',
    refused: 'It links to {o}/feed.json, {o}/map.xml',
  },
  {
    name: 'a challenge in place of the sitemap',
    source: 'CactusPuppy/ow2countdown#134',
    file: '<!doctype html><html><head><title>Vercel Security Checkpoint</title></head></html>',
    type: 'text/html',
    refused: "the site's bot protection (Vercel) stopped us",
  },
]
