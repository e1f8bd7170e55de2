import { describe, expect, spyOn, test } from 'bun:test'
import { Html } from '../../../views/jsx/html.ts'
import { Fragment, jsx, raw, render } from '../../../views/jsx/runtime.ts'
import { hx } from '../../../views/parts/hx.ts'

const tag = (attributes: Record<string, unknown>, name = 'a') => String(jsx(name, attributes))
const HOSTILE = `"><script>alert(1)</script>&amp;'`

describe('children', () => {
  test('text is escaped and comes back unchanged from a parser', () => {
    expect(String(<p>{HOSTILE}</p>)).toBe('<p>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;&#x27;</p>')
  })

  test('markup made by the runtime is not escaped twice, in arrays and fragments too', () => {
    const inner = <b>{'&'}</b>
    expect(
      String(
        <>
          {[inner, [inner]]}
          {inner}
        </>,
      ),
    ).toBe('<b>&amp;</b>'.repeat(3))
  })

  test('a long text is not copied for each tag around it', () => {
    const join = spyOn(Array.prototype, 'join')
    try {
      const text = 'x'.repeat(100_000)
      const page = [1, 2, 3].reduce((inner) => <p>{[inner, 'beside']}</p>, <p>{[text]}</p>)
      expect(String(page)).toHaveLength(100_046)
      expect(join.mock.results.filter(({ value }) => String(value).length >= text.length)).toEqual([])
    } finally {
      join.mockRestore()
    }
  })

  test('null, undefined and booleans are nothing; 0 and bigint are digits', () => {
    expect(render([null, undefined, true, false, 0, 12n, ''])).toBe('012')
  })

  test.each([
    ['an object', {}],
    ['something that only looks like Html', { toString: () => '<b>' }],
    ['a promise', Promise.resolve('x')],
    ['a date', new Date(0)],
    ['a function', () => 'x'],
    ['a symbol', Symbol('x')],
  ])('%s is refused as a child', (_, child) => {
    expect(() => render(child as never)).toThrow(TypeError)
    expect(() => jsx('p', { children: child as never })).toThrow(TypeError)
  })

  test('raw() is the only way to hand over ready markup', () => {
    expect(String(<p>{raw('<i>x</i>')}</p>)).toBe('<p><i>x</i></p>')
    expect(raw('x')).toBeInstanceOf(Html)
  })

  test.each(['script', 'style'])('an inline %s is refused, even an empty one', (name) => {
    expect(() => jsx(name, { children: '' })).toThrow('inline')
    expect(String(jsx('script', { src: '/a.js', defer: true }))).toBe('<script src="/a.js" defer></script>')
  })

  test('a void element has no end tag', () => {
    expect(String(<input name="q" />)).toBe('<input name="q">')
  })

  test('a component gets its props and children', () => {
    const Twice = ({ word, children }: { word: string; children?: Html }) => (
      <p title={word}>
        {children}
        {children}
      </p>
    )
    expect(
      String(
        <Twice word="<">
          <br />
        </Twice>,
      ),
    ).toBe('<p title="&lt;"><br><br></p>')
    expect(String(Fragment({ children: '<' }))).toBe('&lt;')
  })
})

describe('attributes', () => {
  test('a value is escaped exactly once and an entity in it survives', () => {
    expect(tag({ title: HOSTILE })).toBe(
      '<a title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;&#x27;"></a>',
    )
  })

  test('false, null and undefined drop the attribute, true leaves its name', () => {
    expect(tag({ hidden: true, disabled: false, title: null, id: undefined })).toBe('<a hidden></a>')
  })

  test('a class list drops what is false', () => {
    expect(tag({ class: ['a', false, undefined, 'b'] })).toBe('<a class="a b"></a>')
  })

  test.each([
    ...['onclick', 'ONCLICK', 'onx', 'hx-on:click', 'hx-on::load', 'HX-ON:click', 'data-hx-on:click'],
    ...['style', 'STYLE', 'srcdoc', 'attrs', 'safe', 'of', 'dangerouslySetInnerHTML'],
    ...['a b', 'x"', 'x>', '<x', '1x', '', 'x=y', 'x/y', "x'"],
  ])('attribute %p is refused', (name) => {
    expect(() => tag({ [name]: 'x' })).toThrow('attribute not allowed')
  })

  const SCHEMES = [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:x',
    'file:x',
    'x:y',
  ]
  test.each(SCHEMES)('address %p becomes #', (address) => {
    for (const name of ['href', 'src', 'action', 'formaction', 'poster', 'cite', 'hx-get', 'hx-post', 'hx-put']) {
      expect(tag({ [name]: address })).toBe(`<a ${name}="#"></a>`)
    }
    for (const name of ['hx-patch', 'hx-delete', 'hx-action', 'hx-query', 'hx-sse:connect', 'HREF', 'xlink:href']) {
      expect(tag({ [name]: address })).toBe(`<a ${name}="#"></a>`)
    }
  })

  test.each([
    ...['/a?b=c:d', 'https://x.example/', 'http://x.example', 'mailto:a@b.example', '#top', '?q=a:b', 'a/b:c', '', 'a'],
  ])('address %p is kept', (address) => {
    expect(tag({ href: address })).toBe(`<a href="${address}"></a>`)
  })
})

describe('hx()', () => {
  test('names get their prefix and absent ones disappear', () => {
    expect(hx({ get: '/x', 'status:422': 'target:this', target: undefined })).toEqual({
      'hx-get': '/x',
      'hx-status:422': 'target:this',
    })
  })

  test('what needs eval is refused', () => {
    expect(() => hx({ trigger: 'click[ctrlKey]' })).toThrow('eval')
    expect(() => hx({ vals: 'js:{a:1}' })).toThrow('eval')
  })
})
