/** A list with eight choices or more opens with a search. Without script, and on a touch screen, it is the browser's own. */
{
  const LEAST = 8
  const $ = (selector, from = document) => from.querySelector(selector)
  const timeIn = (timeZone) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format()
  /** Browsers spell some zones in other ways: Asia/Calcutta. */
  const spelled = (timeZone) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
    } catch {
      return timeZone
    }
  }
  /** What the browser knows of its reader. */
  const KINDS = {
    zone: {
      proposed: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
      says: 'Your browser is in {name}.',
      second: timeIn,
    },
    language: { proposed: () => navigator.language, says: 'Your browser reads {name}.' },
  }
  const made = (tag, attributes, ...children) => {
    const elt = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) elt.setAttribute(name, value)
    elt.append(...children)
    return elt
  }
  /** A page has the main zones alone, as a list of all would weigh as much as the rest of the page. */
  const addZones = (list) => {
    if (list.dataset.kind !== 'zone' || list.dataset.whole) return
    list.dataset.whole = 'true'
    const { value, options } = list
    const known = new Set([...options].map((option) => option.value && spelled(option.value)))
    for (const zone of Intl.supportedValuesOf('timeZone').filter((one) => !known.has(one))) {
      const [label, ...city] = zone.replaceAll('_', ' ').split('/')
      if (city.length === 0) continue
      const group = [...list.children].find((one) => one.label === label) ?? made('optgroup', { label })
      group.append(new Option(city.toReversed().join(', '), zone))
      list.append(group)
    }
    for (const group of list.querySelectorAll('optgroup'))
      group.append(...[...group.children].sort((a, b) => a.label.localeCompare(b.label, document.documentElement.lang)))
    list.value = value
  }
  let select
  let choices = []
  const build = () => {
    const search = made('input', {
      ...{
        id: 'picker-search',
        class: 'search',
        role: 'combobox',
        placeholder: inWords('Search'),
        autocomplete: 'off',
      },
      ...{ 'aria-expanded': 'true', 'aria-controls': 'picker-list', 'aria-autocomplete': 'list' },
    })
    const list = made('ul', { id: 'picker-list', role: 'listbox' })
    const box = made(
      'div',
      { id: 'picker', class: 'picker', popover: 'auto', role: 'dialog' },
      search,
      list,
      made('footer', {}),
    )
    document.body.append(box)
    return box
  }
  const nearest = (wanted) =>
    [...select.options].find(({ value }) => value === wanted) ??
    [...select.options].find(({ value }) => value !== '' && spelled(value) === wanted) ??
    [...select.options].find(({ value }) => value !== '' && value === wanted?.split('-')[0])
  const choiceOf = (option) => {
    const { value, label } = option
    const second = option.dataset.second ?? ''
    const sought = `${label} ${value} ${second} ${option.parentElement.label ?? ''}`.toLowerCase()
    return { value, label, second, sought }
  }
  /** A time takes as long as fifty rows: those in sight have theirs at once, the others within some frames. */
  const AT_ONCE = 12
  const fill = (rows) => {
    const { second } = KINDS[select.dataset.kind] ?? {}
    const one = ({ dataset: { value }, lastChild }) => {
      try {
        lastChild.textContent = value && second(value)
      } catch {
        // A zone that this browser does not know has no time.
      }
    }
    const step = (from) => {
      rows.slice(from, from + AT_ONCE).forEach(one)
      if (from + AT_ONCE < rows.length && rows[0].isConnected) requestAnimationFrame(() => step(from + AT_ONCE))
    }
    if (second) step(0)
  }
  const draw = (words = '') => {
    const sought = words.toLowerCase().replaceAll('_', ' ').split(/\s+/).filter(Boolean)
    const shown = choices.filter(({ sought: text, top }) =>
      sought.length > 0 ? !top && sought.every((word) => text.replaceAll('_', ' ').includes(word)) : true,
    )
    // What begins so is meant sooner than what has it inside.
    const begins = ({ label }) => (sought.length > 0 && label.toLowerCase().startsWith(sought[0]) ? 0 : 1)
    const rows = shown
      .toSorted((a, b) => begins(a) - begins(b))
      .map(({ value, label, second, top }, i) => {
        const name = made('bdi', {}, label || '–')
        const row = made('li', { id: `picker-${i}`, role: 'option' }, name, made('small', {}, second))
        row.dataset.value = value
        row.setAttribute('aria-selected', String(value === select.value && !top))
        return row
      })
    const list = $('#picker-list')
    list.replaceChildren(...rows)
    fill(rows)
    if (rows.length === 0) list.append(made('li', { role: 'presentation', class: 'none' }, inWords('Nothing fits.')))
    mark(sought.length > 0 || shown[0]?.top ? rows[0] : (rows.find((row) => row.ariaSelected === 'true') ?? rows[0]))
  }
  const mark = (row) => {
    $('#picker-list .on')?.classList.remove('on')
    row?.classList.add('on')
    row?.scrollIntoView({ block: 'nearest' })
    if (row) $('#picker-search').setAttribute('aria-activedescendant', row.id)
    else $('#picker-search').removeAttribute('aria-activedescendant')
  }
  const open = () => {
    addZones(select)
    const box = $('#picker') ?? build()
    const kind = KINDS[select.dataset.kind]
    const name = select.ariaLabel ?? select.labels[0]?.textContent ?? ''
    choices = [...select.options].map(choiceOf)
    const own = kind && nearest(kind.proposed())
    if (own && own.value !== select.value) choices.unshift({ ...choiceOf(own), top: true })
    const said = document.getElementById(select.dataset.foot)?.textContent
    const foot = said ?? (own ? inWords(kind.says, { name: own.label }) : '')
    $('footer', box).textContent = foot
    $('footer', box).hidden = foot === ''
    $('#picker-search').value = ''
    $('#picker-search').setAttribute('aria-label', inWords('Search: {name}', { name }))
    for (const part of [box, $('#picker-list')]) part.setAttribute('aria-label', name)
    box.showPopover({ source: select })
    if (!CSS.supports('position-area', 'bottom')) {
      const { left, bottom } = select.getBoundingClientRect()
      Object.assign(box.style, { left: `${Math.min(left, innerWidth - 330)}px`, top: `${bottom + 4}px` })
    }
    draw()
    $('#picker-search').focus()
  }
  const take = (row) => {
    if (row?.dataset.value === undefined) return
    $('#picker').hidePopover()
    if (select.value === row.dataset.value) return
    select.value = row.dataset.value
    for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }))
  }
  const isLong = (elt) =>
    elt instanceof HTMLSelectElement && elt.options.length >= LEAST && !elt.multiple && 'popover' in elt
  let touched = false
  document.addEventListener('pointerdown', ({ target, pointerType }) => {
    touched = pointerType === 'touch'
    if (isLong(target)) addZones(target)
  })
  // The browser's own list opens with the press; a popover that opens before the release would be closed by it.
  document.addEventListener('mousedown', (event) => {
    if (!isLong(event.target) || event.button !== 0 || touched) return
    event.preventDefault()
    event.target.focus()
  })
  document.addEventListener('click', ({ target }) => {
    const row = target.closest?.('#picker [role=option]')
    if (row) return take(row)
    if (!isLong(target) || touched) return
    select = target
    open()
  })
  document.addEventListener('keydown', (event) => {
    const { target, key } = event
    if (isLong(target) && [' ', 'ArrowDown', 'ArrowUp'].includes(key) && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      select = target
      return open()
    }
    if (target.id !== 'picker-search') return
    const rows = [...document.querySelectorAll('#picker-list [role=option]')]
    const at = rows.findIndex((row) => row.classList.contains('on'))
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[key]
    if (to !== undefined) mark(rows[Math.min(Math.max(to, 0), rows.length - 1)])
    else if (key === 'Enter') take(rows[at])
    else if (key === 'Tab') return $('#picker').hidePopover()
    else return
    event.preventDefault()
  })
  document.addEventListener('input', ({ target }) => target.id === 'picker-search' && draw(target.value))
}
