/** The empty palette has the last pages of this tab, the newest first; a page without a palette ends the list. */
{
  const LAST = 5
  const palette = () => document.querySelector('#palette')
  const pages = () => JSON.parse(sessionStorage.getItem('last') ?? '[]')
  const remember = () => {
    if (!palette()) return sessionStorage.removeItem('last')
    const page = { href: location.pathname, label: document.title.replace(/ · [^·]*$/, '') }
    const others = pages().filter(({ href }) => href !== page.href)
    sessionStorage.setItem('last', JSON.stringify([page, ...others].slice(0, LAST + 1)))
  }
  const draw = () => {
    const group = palette().querySelector('#palette-last')
    const [blank, ...drawn] = group.querySelectorAll('[role=option]')
    for (const option of drawn) option.remove()
    const asked = palette().querySelector('input').value.trim() !== ''
    const shown = asked ? [] : pages().filter(({ href }) => href !== location.pathname)
    for (const [n, { href, label }] of shown.entries()) {
      const option = blank.cloneNode(true)
      Object.assign(option, { href, id: `option-last-${n + 1}`, hidden: false })
      option.querySelector('span').textContent = label
      group.append(option)
    }
    group.hidden = shown.length === 0
    palette().querySelector('[data-pages]').hidden = shown.length > 0
  }
  document.addEventListener('DOMContentLoaded', remember)
  document.addEventListener('toggle', ({ target }) => target === palette() && target.open && draw(), true)
  document.addEventListener('input', ({ target }) => target.closest?.('#palette') && draw(), true)
}
