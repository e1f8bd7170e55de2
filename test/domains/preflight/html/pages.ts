/** Pages with odd markup: places where a browser builds something else than is written, and soups of tags by chance. */
import fc from 'fast-check'

/** What the pages carry: all that the reader tells of. */
export const PROBES = [
  '<meta name=robots content=noindex>',
  '<META NAME="Robots" CONTENT="none"/>',
  '<meta content="noindex" name="googlebot">',
  "<meta name='bingbot' content='noindex'>",
  '<meta name=robots content=&NewLine;noindex>',
  '<meta name=robots content="&nbspnoindex&period;">',
  '<meta name=robot content=noindex name=description>',
  '<meta name=robots>',
  '<meta name="robots\0" content=noindex>',
  '<meta http-equiv=refresh content="0;url=/next">',
  '<meta http-equiv="Refresh" content="5; url=&apos;/la&amp;ter&apos;">',
  '<meta http-equiv=refresh content=9>',
  '<link rel=canonical href=/c>',
  '<link rel="alternate CANONICAL" href="/caf&eacute;?a=1&amp;b=2&copy=3&lt=4">',
  '<link rel="canonical&#160;" href=/nbsp>',
  '<link rel=canonical href=/slash/ >',
  '<link rel=canonical\nhref="/line\r\nend">',
  '<link rel=canonical>',
  '<link rel=alternate hreflang=de href=/de>',
  '<base href=/base/>',
  '<base target=_blank>',
  '<title>Not &notit; found</title>',
  '<noscript><meta name=robots content=noindex></noscript>',
  '<noscript><!-- <meta name=robots content=noindex> --><img src=/pixel><meta name=robots content=none></noscript>',
]

/** What may stand around them. */
export const PIECES = [
  ...' |\n|\f|\r|\t|text|&|&nbsp;|&#32;|&Tab;|&#x20;|&lt;|\0|\u00a0|\ufeff|<|</|<>|</>|<3|a < b|&copy'.split('|'),
  ...'<!-- c -->|<!-->|<!--->|<!-- <body> -->|<!--!>|--!>|-->|<!-- --!>|<!doctype html>|<!x>|<?php echo 1 ?>|</ x>|<![CDATA[x]]>|]]>'.split(
    '|',
  ),
  ...'<html>|<html lang=en>|</html>|<head>|</head>|<body>|<body class=x>|</body>|</br>|<br>|</p>|<p>|</x>|</title>|</script>'.split(
    '|',
  ),
  ...'<div>|</div>|<span>|</span>|<img src=x>|<a href=/x>|</a>|<b>|</b>|<i>|</i>|<form>|</form>|<input>|<input type=hidden>|<button>|</button>'.split(
    '|',
  ),
  ...'<ul>|<li>|</li>|</ul>|<dl>|<dd>|</dl>|<h1>|</h1>|<pre>|</pre>|<hr>|<nobr>|</nobr>|<font>|</font>|<x-y>|</x-y>'.split(
    '|',
  ),
  ...'<table>|</table>|<caption>|<colgroup>|<col>|<tbody>|<tr>|</tr>|<td>|</td>|<th>|</tbody>'.split('|'),
  ...'<svg>|</svg>|<svg/>|<g>|<desc>|</desc>|<foreignObject>|</foreignObject>|<math>|</math>|<mi>|</mi>|<annotation-xml encoding=text/html>'.split(
    '|',
  ),
  ...'<template>|</template>|<frameset>|</frameset>|<frame>|<noframes>|</noframes>|<object>|</object>|<ruby>|<rt>'.split(
    '|',
  ),
  ...'<style>/* <body> */</style>|<style><!-- </style>|<script>"<body>"</script>|<script><!-- <script> </script>|<script><!-- x --></script>|<script>'.split(
    '|',
  ),
  ...'<textarea>|</textarea>|<title>|<xmp>|</xmp>|<iframe>|</iframe>|<noembed>|</noembed>|<noscript>|</noscript>|<style>|</style>'.split(
    '|',
  ),
  ...'<bgsound>|<basefont>|<meta charset=utf-8>|<meta property=og:url content=/og>|<link rel=stylesheet href=/a.css>|<meta|<meta name="|<link x='.split(
    '|',
  ),
  '<div title="<body>">',
  '<p a=\'>\' b=">" c=> d = e>',
  '<meta/name=robots/content=noindex>',
  '<meta name=robots content=noindex =x "y>',
]

/** Left out of soups now and then, since they swallow all that follows. */
export const SWALLOWS =
  /^<(script|style|textarea|title|xmp|iframe|noembed|noscript|noframes|meta|meta name="|link x=|!--!>)>?$|^<!--|^<\//

const places = (around: string): [string, string][] => [
  [`${around}`, ''],
  [`<head>${around}`, '</head><body>'],
  [`<!doctype html><html><head><title>x</title>${around}`, '</head><body><p>x</p></body></html>'],
  [`<head></head>${around}`, '<body>'],
  [`<head></head><body>${around}`, '</body>'],
  [`<body><p>x</p>${around}`, ''],
  [`<html><body></body></html>${around}`, ''],
]

/** Each odd piece in each place, each probe behind it. */
export function* oddPages(): Generator<string> {
  for (const piece of PIECES)
    for (const [before, after] of places(piece))
      for (const probe of ['<meta name=robots content=noindex>', '<link rel=canonical href=/c>', PROBES[9]!])
        yield `${before}${probe}${after}`
}

/** Soups: probes among pieces by chance. */
export const soup: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '<!doctype html>', '<!doctype html><html><head>', '<head>', '<body>', '<head></head>'),
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...PROBES) },
        { weight: 5, arbitrary: fc.constantFrom(...PIECES) },
        {
          weight: 2,
          arbitrary: fc.constantFrom('</svg>', '</template>', '</select>', '<select>', '<svg>', '<div>', '\n'),
        },
      ),
      { minLength: 1, maxLength: 14 },
    ),
    fc.option(fc.nat({ max: 400 }), { freq: 6 }),
  )
  .map(([start, parts, cut]) => (start + parts.join('')).slice(0, cut ?? undefined))
